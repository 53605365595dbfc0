import { withoutQuotes } from "./quoted.ts";

/**
 * How English asks refer to each other: what an ask is about, which names stand in it, and how one that says "it" is
 * completed so that it can be understood alone.
 */
const determined = `(?:I|we|you|one|it|they|this|that|these|those|there|the|a|an|my|your|our)`;
const auxiliary = "is|are|was|were|do|does|did|can|could|should|will|would|must|has|have";
const how =
  "do|does|did|can|could|should|would|will|must|may|to|many|much|long|often|big|large|small|far|old|deep|high|fast|slow|wide|soon|few|frequently|quickly|is|are|was|were|it|they|the";

/** The beginning of something that is asked, without flags or anchor. */
export const opener = String.raw`(?:how\s+(?:${how})\b|what(?:['’]s)?\s|which\s|where(?:['’]s)?\s|when\s+(?:${auxiliary})\b|why\s|who(?:['’]s|se|m)?\s|(?:${auxiliary})\s+${determined}\b)`;

/** What people do with things in a how-to, as alternatives of a pattern. */
export const actionVerbs =
  "add allow apply ask back build call change check choose clean clear close compile configure connect copy create debug define delete deploy disable download edit enable exclude export find fix forbid format generate get give hide ignore import increase index inspect install join keep limit link list load log make merge migrate mount move open override parse pause pin print publish pull push put read rebuild reduce register release reload remove rename replace reset resolve restart restore resume return roll rotate run save scale search see select send serve set share show shut sign skip split start stop store switch sync tell test track turn undo uninstall unlock update upgrade upload use validate verify view watch write".replaceAll(
    " ",
    "|",
  );

export type Subject = {
  /** What the ask is about, as it was written: "the default port of the Vite dev server". */
  topic: string | undefined;
  /** The first name, identifier or quoted word in it. */
  name: string | undefined;
  /** What is done, with its object: "clear the cache" of "how do I clear the cache". */
  deed?: string | undefined;
};

export function subjectOf(ask: string): Subject {
  const [name] = namesIn(ask.replace(/"[^"]*"|“[^”]*”|\bon\s+(?:an?\s+|the\s+)?\p{Lu}\w*/gu, " "));
  return { topic: topicOf(ask), name, deed: done.exec(ask)?.[1] };
}

const done =
  /\bhow\s+(?:(?:do|can|could|should|would|must)\s+(?:I|we|you|one)|to)\s+(\w+\s[^,;:?!]+?)[?!.\s]*$/i;

const loose =
  /\s(?:in|on|with|for|to|from|over|by|at|without|into|that|which|who|when|if|because|while|after|before|so|as|called|stored|kept|used|set|located|defined|written|installed|found|again|automatically)(?:\s|$)/i;
const particle = /^(?:up|off|on|out|down|back|in)\s+|\s+(?:up|off|on|out|down|back|in|away)$/gi;
const mostTopicWords = 9;

/** "Which setting …" names nothing: what a later "it" means is the answer, and that is not known yet; but for kinds that something has. */
const frames: readonly RegExp[] = [
  /^(?:is|are)\s+there\s+((?:(?!\s(?:about|at|between|by|for|from|how|in|of|on|to|that|where|which|with)\s).)+)$/i,
  /(?:^|[\s,])how\s+(?:do|can|could|should|would|must|will)\s+(?:I|we|you|one)\s+\w+\s+(.+)$/i,
  /(?:^|[\s,])how\s+to\s+\w+\s+(.+)$/i,
  /(?:^|[\s,])(?:what|where|who|how|why|when)(?:['’]s|\s+is|\s+are|\s+was|\s+were)\s+(.+)$/i,
  /(?:^|[\s,])(?:what|how|why|when|where)\s+(?:do|does|did)\s+(.+?)\s+(?:do|mean|work|stand\s+for|happen|cost|look\s+like|differ)\b/i,
  /(?:^|[\s,])where\s+(?:do|does|did)\s+(.+?)\s+(?:go|live|belong|stay|come\s+from|end\s+up)\b/i,
  /(?:^|[\s,])(?:can|could|should|must|may)\s+(?:I|we|you|one)\s+\w+\s+(.+)$/i,
  /(?:^|[\s,])how\s+(?:long|old|big|large|far|often|fast|much|high)\s+(?:is|are|was|were|do|does|did|can|may|must|will|should)\s+(.+?)\s+(?:valid|good|kept|stored|saved|open|alive|active|be|get|take|last|stay|live|remain|run|grow|go|cost)\b/i,
  /(?:^|[\s,])how\s+(?:much|many)\s+[\w -]+?\s+(?:do|does|did|can|could|may|must|will|should)\s+(.+?)\s+\w+$/i,
  /^how\s+(?:long|often|fast)\s+(?:do|does|did|can|could|may|must|will|should)\s+(.+?)\s+\w+(?:\s+for\s+(?:me|us|you|it))?$/i,
  /(?:^|[\s,])(?:define|explain|describe|show\s+me|tell\s+me\s+about|list)\s+(.+)$/i,
  /\bwhat\s+(.+?)\s+(?:is|are|means?|does|do)$/i,
  /^(?:which|what)\s+([\w -]+?)\s+(?:do|does)\s+.+\s+(?:have|support|offer|provide|know|come\s+with)$/i,
  /^how\s+(?!(?:do|does|did|to|can|could|should|would|is|are)\s)(.+?)\s+works?$/i,
];

function topicOf(ask: string): string | undefined {
  const text = ask.replace(/[?!.\s]+$/, "");
  const masked = withoutQuotes(text);
  for (const frame of frames) {
    const found = frame.exec(masked)?.[1];
    if (found === undefined) continue;
    const from = masked.indexOf(found);
    const length = found.search(/[,;:]|$/);
    const cut = text
      .slice(from, from + length)
      .replace(particle, " ")
      .trim();
    const at = withoutQuotes(cut).search(loose);
    const things = (at < 0 ? cut : cut.slice(0, at)).replace(particle, " ").trim();
    const topic = things.slice(0, aside.exec(things)?.[1]?.length);
    if (givesTo.test(text.slice(0, from)) && twoThings.test(topic)) continue;
    const made = makes.test(text.slice(0, from)) ? madeOf.exec(topic)?.[1] : undefined;
    if (made !== undefined) return made;
    const words = topic.split(/\s+/);
    if (topic === "" || words.length > mostTopicWords || pronoun.test(topic)) continue;
    if (words.every((word) => empty.test(word))) continue;
    return topic;
  }
  return undefined;
}

const article = "an?|the|my|your|our";
const thing = String.raw`(?:${article})\s+[\w-]+(?:\s+(?!(?:${article}|of|and|or)\b)[\w-]+)*?`;
/** Of "a page another name" and "a job every night" the first is what is spoken of. */
const aside = new RegExp(
  String.raw`^(${thing})\s+(?:another|each|every|any|its\s+own|an?\s+(?:new|different|other))\s`,
  "i",
);
/** "A user the admin role": which of them a later "it" means, nobody knows. */
const givesTo = /\b(?:give|grant|assign|send|show|tell|hand|offer|pass)\s+$/i;
const twoThings = new RegExp(String.raw`^${thing}\s+(?:${article})\s`, "i");
/** "Make a column sortable" is said of a column. */
const makes = /\b(?:make|keep|leave)\s+$/i;
const madeOf = new RegExp(
  String.raw`^(${thing})\s+(?:[\w-]+(?:able|ible|ed|only|er|less)|optional|hidden|visible|open|public|private)$`,
  "i",
);

const empty =
  /^(?:I|we|you|one|there|the|a|an|my|your|some|any|thing|things|something|best|way|point|difference)$/i;

/** Names by their looks: a capital inside the sentence, an identifier, a word in backticks, a possessor. */
export function namesIn(text: string): string[] {
  const names: string[] = [];
  for (const match of text.matchAll(/`([^`]+)`|[\p{L}\p{N}_$][\p{L}\p{N}_$./@-]*(?:['’]s\b)?/gu)) {
    const written = match[1] ?? match[0];
    const possessor = /^(.+)['’]s$/.exec(written)?.[1];
    const word = (possessor ?? written).replace(/[./-]+$/, "");
    const first = match.index === 0 || /[?!.:]\s*$/.test(text.slice(0, match.index));
    const named =
      match[1] !== undefined ||
      (possessor !== undefined && !/^(?:it|what|who|where|that|there|let|here|how)$/i.test(word)) ||
      /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[a-z]\.[a-z]{2,}|^[A-Z][A-Z0-9]+$|^--?[a-z]/.test(word) ||
      (!first && /^\p{Lu}/u.test(word) && word.length > 1);
    if (named && !names.includes(word)) names.push(word);
  }
  return names;
}

const pronoun =
  /\b(?:it|its|they|them|their|theirs)\b|\b(?:this|that|these|those)\b(?=\s*(?:[?.,!]|$|(?:off|on|back|up|again|in|from|for|to|is|are|does|do|work|works|mean|with)\b))/i;
/** "It" that stands for nothing: "is it possible", "how long does it take", "when it happens". */
const nothingMeant =
  /\bit(?:['’]s|\s+is|\s+was)?\s+(?:\w+\s+)?(?:possible|safe|true|ok|okay|necessary|better|best|important|worth|required|allowed|advisable|recommended)\b|\bit\s+(?:takes?|took|happens?|happened|occurs?|occurred|matters?)\b|\bmake\s+it\s+(?:possible|easy|easier)\b/i;

/** "How long does a lamp burn after it was lit": the ask itself names what it is. */
const withinAsk =
  /^(.*\b(?:a|an|the|my|your|each|every|some|any)\s+\w+.*?\s(?:after|before|when|whenever|while|until|till|if|once|unless|because|so\s+that))\s+(?:it|they)\b/i;

/** True for an ask that points at something it does not name. */
export function pointsBack(ask: string): boolean {
  const text = withoutQuotes(ask);
  if (withinAsk.test(text) && !pronoun.test(withinAsk.exec(text)?.[1] ?? "")) return false;
  return (pronoun.test(text) && !nothingMeant.test(text)) || oneOfThem.test(text);
}

/** Where the pronoun stands that points back; undefined without one. */
export function pronounAt(ask: string): number | undefined {
  return pointsBack(ask) ? pronoun.exec(withoutQuotes(ask))?.index : undefined;
}

/**
 * The ask with what it leaves unsaid: the first pronoun becomes the topic, and an ask without any name of its own gets
 * the name in brackets.
 *
 *   ("how do I turn it off", { topic: "quiet mode" })         -> "how do I turn quiet mode off"
 *   ("how many revisions are kept", { name: "Helm" })          -> "how many revisions are kept (Helm)"
 */
export function completeEnglish(ask: string, subject: Subject): string {
  const { topic, name, deed } = subject;
  const again = doingAgain.exec(withoutQuotes(ask));
  if (again !== null && deed !== undefined) {
    return `${ask.slice(0, again.index)}${deed}${ask.slice(again.index + again[0].length)}`;
  }
  const one = oneOfThem.exec(withoutQuotes(ask));
  if (one !== null && topic !== undefined) {
    const kind = topic.replace(/^(?:an?|the|my|your|our|some|any)\s+/i, "");
    const before = ask.slice(0, one.index + (one[1] ?? one[2] ?? "").length);
    return withName(`${before} ${kind}${ask.slice(one.index + one[0].length)}`, name);
  }
  const at = pronounAt(ask);
  if (at !== undefined && topic !== undefined) {
    const found = pronoun.exec(ask.slice(at))?.[0] ?? "";
    const owns = /^(?:its|their|theirs)$/i.test(found);
    const whole = `${ask.slice(0, at)}${topic}${owns ? "’s" : ""}${ask.slice(at + found.length)}`;
    return withName(whole, name);
  }
  return withName(ask, name);
}

/** "A deleted one", "my own": another of the kind that was spoken of. */
export const oneOfThem =
  /\b((?:an?|another|my|your|our)(?:\s+(?!own\b)\w+)?)\s+one\b|\b((?:my|your|our)\s+own)\b(?=\s*(?:[?.,!]|$))/i;
const doingAgain = /\bdo\s+(?:that|this|it|so|the\s+same)\b/i;

function withName(ask: string, name: string | undefined): string {
  if (name === undefined || namesIn(ask).length > 0 || ask.includes(name)) return ask;
  const end = /[?!.\s]*$/.exec(ask)?.index ?? ask.length;
  return `${ask.slice(0, end)} (${name})${ask.slice(end)}`;
}
