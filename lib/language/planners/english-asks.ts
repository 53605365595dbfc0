import { describes } from "../describing-words.ts";
import { withoutFraming } from "../framing.ts";
import { isEveryday } from "../talk-words.ts";
import {
  actionVerbs,
  completeEnglish,
  opener,
  pointsBack,
  type Subject,
  subjectOf,
} from "../wording/english.ts";
import {
  agreesWith,
  asDirect,
  fromAskBefore,
  kindMeant,
  leaningOpener,
  namesNothing,
  subjectFor,
} from "../wording/english-leaning.ts";
import { withoutQuotes } from "../wording/quoted.ts";
import { contentTerms } from "../words.ts";
import type { Planner } from "./planner.ts";

/**
 * Several asks in English: sentences that each ask something, asks joined by "and", and steps of one "how do I" that a
 * comma parts. Only the beginning of another ask cuts a sentence, so "search and replace" or two joined names never do.
 *
 *   "What is X, and how do I turn it off?"  ->  "What is X?", "How do I turn X off?"
 */
export const englishAsks: Planner = {
  name: "english_asks",
  plan(question) {
    const asks: string[] = [];
    const leans = new Map<string, string>();
    let told = false;
    let spoken: Subject = { topic: undefined, name: undefined };
    for (const sentence of inSentences(question)) {
      const { setting, goal, rest } = apart(sentence);
      if (goal !== undefined) spoken = toldBy(spoken, subjectOf(goal));
      if (!starts.test(rest)) {
        told ||= asks.length === 0;
        spoken = toldBy(spoken, subjectOf(sentence));
        continue;
      }
      for (const piece of pieces(rest)) {
        const before = asks.pop();
        const own = asDirect(piece);
        const whole = before === undefined ? undefined : fromAskBefore(own, before);
        const subject = before === undefined ? undefined : subjectFor(own, before);
        const kind = before === undefined ? undefined : kindMeant(own, before);
        const fits = spoken.topic !== undefined && agreesWith(own, spoken.topic);
        const topic = kind ?? (fits ? spoken.topic : (subject ?? spoken.topic));
        const meant = { ...spoken, topic };
        const { ask, on } =
          whole === undefined || before === undefined
            ? completed(own, meant, before !== undefined)
            : { ask: whole, on: before };
        const together = before !== undefined && cure.test(piece) && asksWhy.test(before);
        // What is named once in an ask may be "it" in the rest of it.
        const named =
          on !== undefined &&
          ask !== own &&
          pointsBack(own) &&
          !/\bth(?:is|at|ese|ose)\b/i.test(own);
        if (before !== undefined && (together || (pointsBack(ask) && !named))) {
          // What cannot be understood alone stays with what it goes on from.
          asks.push(`${before} ${asQuestion(together ? piece : ask)}`);
          continue;
        }
        if (before !== undefined) asks.push(before);
        const said = subjectOf(ask);
        spoken = {
          topic: said.topic ?? spoken.topic,
          name: spoken.name ?? said.name,
          deed: said.deed ?? spoken.deed,
        };
        const part = asQuestion(`${setting}${ask}`);
        if (on !== undefined) leans.set(part, on);
        asks.push(part);
      }
    }
    // "It stops with … What causes this, and what …?": the asks are understood with what is told before them alone.
    const lost = told && asks[0] !== undefined && pointsBack(asks[0]);
    return asks.length > 1 && !lost ? { parts: asks, leans } : undefined;
  },
};

/** With what it leaves unsaid, and what that was. */
function completed(
  own: string,
  spoken: Subject,
  follows: boolean,
): { ask: string; on: string | undefined } {
  const { topic, name } = spoken;
  // A code, a setting or a flag is one thing among many: an ask with a thing of its own is not about it.
  const apart = name !== undefined && written.test(name) && hasThing(own);
  const ask = completeEnglish(own, apart ? { ...spoken, name: undefined } : spoken);
  if (ask !== own) return { ask, on: [spoken.deed, topic].find((t) => t && ask.includes(t)) };
  if (!follows || topic === undefined || pointsBack(own)) return { ask, on: undefined };
  if (!namesNothing(own) && !toldOf.test(own))
    return { ask, on: namedIn(own, topic) ? topic : undefined };
  return { ask: `${own.replace(/[?!.\s]+$/, "")} (${topic})`, on: topic };
}

const written = /^--?\w|_|^[a-z]\w*[A-Z]|\w\.\w/;

/** "That time": the time of what was spoken of. */
const toldOf =
  /\b(?:that|those) (?:time|limit|size|number|amount|value|setting|list|place|folder|default|state|order)s?\b/i;

const hasThing = (ask: string): boolean =>
  !namesNothing(ask) &&
  contentTerms(subjectOf(ask).topic ?? "").some((term) => !describes(term) && !isEveryday(term));

/** "The cache" after "the Prettier cache file": the shorter name of what the asks are about. */
function namedIn(ask: string, topic: string): boolean {
  const words = topic.toLowerCase().split(/[^\w-]+/);
  const name = /\bthe\s+([a-z][\w-]+)/.exec(ask)?.[1];
  return name !== undefined && words.length > 2 && words.includes(name);
}

const toldBy = (spoken: Subject, said: Subject): Subject => ({
  topic: spoken.topic ?? said.topic,
  name: spoken.name ?? said.name,
  deed: spoken.deed ?? said.deed,
});

/** Cause and cure of a trouble stand together in a manual, and are asked together. */
const asksWhy =
  /\b(?:why|what causes|what(?:['’]s| is| are| was) the (?:reason|cause)|how come)\b/i;
const cure =
  /^(?:and\s+)?(?:how\s+(?:do|can|could|should|would|to)\s+(?:(?:I|we|you|one)\s+)?(?:fix|solve|resolve|repair|cure|mend|avoid|prevent)\s+(?:it|this|that|them)|what\s+(?:can|should|do|must)\s+(?:I|we|you|one)\s+(?:do(?:\s+about\s+(?:it|this|that))?|check|try|look\s+at|verify))[\s?.!]*$/i;
/** "After how many seconds", "in which file". */
const behind =
  /^(?:in|on|at|after|from|for|with|to|within|until|since|under)\s+(?=(?:how\s+(?:many|much|long)|which|what)\b)/i;
const starts = new RegExp(
  `${behind.source}|^(?:${opener}|whether\\b|how\\s+(?:an?|the|\\w+ing)\\s)`,
  "i",
);
/** "On Windows, how do I …": holds for every ask of its sentence. */
const introduced = new RegExp(
  String.raw`^((?:in|on|with|for|when|if|after|before|using|as|under|from)\s[^,?]{1,60},\s+)(?=${opener})`,
  "i",
);
/** "I want to connect a client: …" says what the asks are about, "Since it reads Markdown, …" why they are asked. */
const wished = new RegExp(
  String.raw`^(?:(?:I|we)(?:['’]d|['’]m|\s+am|\s+would)?\s+(?:want|need|like|try|trying|have)\s+to\s+([^,:;?]{3,100})|(?:since|because|although|though|while)\s+([^,:;?]{3,100}))[,:;]\s+(?=(?:and\s+)?${opener})`,
  "i",
);

/** `setting` is said with each ask; `goal` only tells what a pronoun means. */
function apart(text: string): { setting: string; goal: string | undefined; rest: string } {
  const sentence = withoutFraming(text);
  const masked = withoutQuotes(sentence);
  const wish = wished.exec(masked);
  if (wish !== null) {
    const said = sentence.slice(0, wish[0].length).replace(/[,:;\s]+$/, "");
    const [, todo] = wish;
    const goal = todo === undefined ? said : `how do I ${said.slice(said.length - todo.length)}`;
    return { setting: "", goal, rest: sentence.slice(wish[0].length) };
  }
  const setting = introduced.exec(masked)?.[1] ?? "";
  const rest = withoutFraming(sentence.slice(setting.length));
  return { setting: sentence.slice(0, setting.length), goal: undefined, rest };
}

function inSentences(text: string): string[] {
  const masked = withoutQuotes(text);
  const sentences: string[] = [];
  let from = 0;
  for (const end of masked.matchAll(/[?!]+\s+|(?<=\w{3}|\))\.\s+(?=\p{Lu})|;\s+|\n+/gu)) {
    const at = end.index + end[0].length;
    sentences.push(text.slice(from, at).trim());
    from = at;
  }
  sentences.push(text.slice(from).trim());
  return sentences.filter((sentence) => sentence !== "");
}

const asksOfName = "can|could|does|do|is|are|will|should|may";
const condition = String.raw`(?:if|when|after|before|once)\s[^,?]{3,60},\s+(?=${opener})`;
const joined = new RegExp(
  String.raw`(?:,\s*(?:(?:and|or|but|plus)\s+)?(?:(?:then|also)\s+)?|\s+(?:and|or|plus|as\s+well\s+as)\s+(?:(?:then|also)\s+)?)(?=(${opener}|${leaningOpener}|${condition}))|,\s*and\s+(?:also\s+)?(?=(?:${asksOfName})\s)`,
  "gi",
);
const fewestWords = 3;
/** "…, and if it rains, can I …": what holds for the ask that follows it. */
const opensCondition = /^(?:if|when|after|before|once)\s/i;
const bareComma = /^\W+$/;
/** ", and can Prettier indent …" asks, ", and can be opened" goes on. */
const ofName = new RegExp(String.raw`^(?:${asksOfName})\s+(?:[A-Z\x60-]|(?:each|every|all|any)\b)`);

/** Behind a comma alone only what could not go on with the sentence asks anew. */
const asksOn =
  /^(?:which\s+one|(?:(?:which|what|where|when)\s+(?:[\w-]+\s+){0,3})?(?:do|does|did|can|could|is|are|may|should)\s+(?:it|they|I|we|you|one|that|this|there)\b)/i;

/** One sentence as its asks; itself when it is one. */
function pieces(sentence: string): string[] {
  const masked = withoutQuotes(sentence);
  const cuts: { from: number; to: number }[] = [];
  let begun = 0;
  for (const join of masked.matchAll(joined)) {
    const left = masked.slice(begun, join.index);
    const to = join.index + join[0].length;
    const word = /^\w+/.exec(join[1] ?? "")?.[0]?.toLowerCase() ?? "";
    if (bareComma.test(join[0]) && opensCondition.test(masked.slice(begun))) continue;
    if (join[1] === undefined && !ofName.test(masked.slice(to))) continue;
    const bare = bareComma.test(join[0]);
    // ", which was built …" tells, it does not ask.
    if (bare && !/^(?:how|what|why)$/.test(word) && !asksOn.test(masked.slice(to))) continue;
    if (countWords(left) < fewestWords || countWords(masked.slice(to)) < fewestWords) continue;
    if (asksWithin(left, word)) continue;
    cuts.push({ from: join.index, to });
    begun = to;
  }
  if (cuts.length === 0) return steps(sentence);
  const starts = [0, ...cuts.map((cut) => cut.to)];
  return starts.flatMap((start, i) => steps(sentence.slice(start, cuts[i]?.from)));
}

/** "Who decides what it is and what it does": the second "what" goes on with the first, inside the same ask. */
function asksWithin(left: string, word: string): boolean {
  if (!/^(?:how|wh)/.test(word)) return false;
  const after = left.replace(behind, "").replace(/^\w+/, "");
  return new RegExp(String.raw`\b${word}\b`, "i").test(after);
}

const procedure =
  /^((?:.*\s)?how\s+(?:(?:do|can|could|should|would|must)\s+(?:I|we|you|one)|to)\s+)(.+?)([?.!]*)$/i;
const step = new RegExp(String.raw`^(?:${actionVerbs})\s+\S`, "i");

/** "How do I take a snapshot, restore it, and send it away": each step under the words they share. */
function steps(ask: string): string[] {
  const frame = procedure.exec(ask);
  const [, shared, rest, end] = frame ?? [];
  if (shared === undefined || rest === undefined || end === undefined) return [ask];
  const masked = withoutQuotes(rest);
  const parts: string[] = [];
  let from = 0;
  for (const comma of masked.matchAll(/,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+then\s+/gi)) {
    parts.push(rest.slice(from, comma.index));
    from = comma.index + comma[0].length;
  }
  parts.push(rest.slice(from));
  if (parts.length < 2 || !parts.slice(1).every((part) => step.test(part))) return [ask];
  return parts.map((part) => `${shared}${part}${end}`);
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
}

function asQuestion(ask: string): string {
  const text = ask
    .trim()
    .replace(/^(?:and|also|then|so)\s+/i, "")
    .replace(/[\s,;.?!]+$/, "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
}
