import { questionWords } from "../word-kinds.ts";
import { actionVerbs, namesIn, oneOfThem, opener, subjectOf } from "./english.ts";
import { withoutQuotes } from "./quoted.ts";

/**
 * Asks that lean on the one before them: of "how much memory may a command use, and how many processes" the second has
 * neither its verb nor its subject.
 */
const auxiliary =
  "is|are|was|were|do|does|did|can|could|should|will|would|must|may|might|has|have|had";
const before = "in|on|at|for|from|to|by|with|under|after|of|into|until|since";
const measure = "many|much|long|often|large|big|fast|old|far|high|deep|soon";

/** The beginning of such an ask, beside the ones every ask can have; without flags or anchor. */
export const leaningOpener = String.raw`(?:(?:${before})\s+(?:which|what|whom|how\s+(?:${measure}))\b|how\s+(?:about|for|in|on|with|from|under|without|after)\b|what\s+about\b|whether\b)`;

const bare = new RegExp(
  String.raw`^(?:(?:${before})\s+)?(?:how(?:\s+(?:${measure}))?|which|what|where|when|why|by\s+whom)(?:\s+[\w'’-]+){0,4}$`,
  "i",
);
const asked = new RegExp(
  String.raw`^(?:(?:${before})\s+)?(?:how\s+(?:${measure})(?:\s+(?!(?:${auxiliary})\b)[\w'’-]+){0,4}|(?:which|what)(?:\s+(?!(?:${auxiliary})\b)[\w'’-]+){0,4}|where|when|why|how)\s+((?:${auxiliary})\s+\S.*)$`,
  "i",
);
const instead = new RegExp(
  String.raw`^(?:what|how)\s+about\s+(.+)$|^how\s+((?:${before}|without)\s+.+)$`,
  "i",
);
const hasAuxiliary = new RegExp(String.raw`\b(?:${auxiliary})\b`, "i");

/** The ask as a whole one, with what the ask before it says; undefined where it needs nothing of it, or nothing fits. */
export function fromAskBefore(ask: string, previous: string): string | undefined {
  const text = ask.replace(/[?!.,\s]+$/, "");
  const earlier = previous.replace(/[?!.\s]+$/, "");
  const other = instead.exec(text);
  if (other !== null) return inPlace(other[1] ?? other[2] ?? "", earlier);
  const sort = ofKind.exec(earlier)?.[1];
  const kinds = sort === undefined ? undefined : `the ${sort}`;
  const things = kinds ?? differing.exec(earlier)?.[1];
  if (things !== undefined && whichOne.test(text)) {
    return `${text.replace(whichOne, `which of ${things}`)}?`;
  }
  if (!bare.test(text) || hasVerb(text)) return undefined;
  const frame = asked.exec(earlier)?.[1];
  return frame === undefined ? undefined : `${text} ${frame}?`;
}

const whichOne = /^which\s+ones?\b/i;
const differing = /\b(?:differences?\s+between|compare)\s+(.+\sand\s.+)$/i;
const ofKind = new RegExp(
  String.raw`^(?:which|what)\s+((?!(?:${auxiliary})\b)[\w-]+(?:\s+(?!(?:${auxiliary})\b)[\w-]+){0,3})\s+(?:${auxiliary})\b`,
  "i",
);

/** "Which headers does it send, and how do I add my own?": one more of the kind that the ask before asked for. */
export function kindMeant(ask: string, previous: string): string | undefined {
  return oneOfThem.test(withoutQuotes(ask)) ? ofKind.exec(previous)?.[1] : undefined;
}

const hasVerb = (text: string): boolean =>
  hasAuxiliary.test(text) || questionWords(text).some(({ kind }) => kind === "deed");

/** "Whether any of them can write" as the question it is. */
export function asDirect(ask: string): string {
  const found = conditional.test(ask) ? null : whether.exec(ask);
  return found === null ? ask : `${found[2]} ${found[1]} ${found[3]}`;
}

/** "If it rains, can I …" says under what condition, "if it rains" whether. */
const conditional = new RegExp(String.raw`^if\s[^,]+,\s+${opener}`, "i");
const whether = new RegExp(
  String.raw`^(?:whether|if)\s+(?!or\s)(.+?)\s+(${auxiliary})\s+(.+)$`,
  "i",
);

/**
 * What "it" means where no topic was spoken of, or only one of another number. Who does something opens the one before as
 * well ("can it …"). An "it" that something is done to may mean anything that stands there: only of the one thing that was
 * asked for ("what port does the server use") it is sure.
 */
export function subjectFor(ask: string, previous: string): string | undefined {
  const opens = opensWithPronoun.test(ask);
  if (!opens && !/\bit\b/i.test(ask)) return undefined;
  const frame = asked.exec(previous) ?? yesNo.exec(previous);
  const from = frame === null ? -1 : previous.length - (frame[1]?.length ?? 0);
  const opening = new RegExp(String.raw`^(?:${auxiliary})\s+`, "i").exec(previous.slice(from));
  if (from < 0 || opening === null) return undefined;
  const start = from + opening[0].length;
  const words = questionWords(previous).filter((w) => w.start > start);
  // "Support" and "show" are nouns as well; of "which … does …" the last word is what is done.
  const last =
    /^(?:which|what)\b/i.test(previous) && /^do/i.test(opening[0])
      ? words.findLast((w) => !preposition.test(previous.slice(w.start, w.end)))
      : undefined;
  const verb = words.find((w) => w.kind === "deed") ?? last;
  const subject = previous.slice(start, verb?.start ?? start).trim();
  if (subject === "" || notNamed.test(subject) || subject.split(/\s+/).length > 6) return undefined;
  if (opens) return subject;
  const sort = ofKind.exec(previous)?.[1];
  const rest = previous.slice(verb?.end);
  const one = sort !== undefined && !isSeveral(sort) && onlyTo.test(rest);
  return one ? `the ${sort} of ${subject}` : undefined;
}

const onlyTo = new RegExp(String.raw`^\W*(?:${before})?\W*$`, "i");

/** "Formats" and "it" do not go together. */
export const agreesWith = (ask: string, topic: string): boolean =>
  !(opensWithPronoun.test(ask) && /\bit\b/i.test(ask) && isSeveral(topic));

/** By its last letters: "formats of an export", and not "access", "status" or "Kubernetes". */
const isSeveral = (thing: string): boolean =>
  /(?:^|\s)[a-z-]+[^\Wsui]s$/.test(thing.replace(/\sof\s.*$/, ""));

const opensWithPronoun = new RegExp(
  String.raw`^(?:(?:(?:${before})\s+)?(?:how|what|which|where|when|why)(?:\s+[\w'’-]+){0,2}\s+)?(?:${auxiliary})\s+(?:it|they|this|that|these|those)\b`,
  "i",
);
const yesNo = new RegExp(String.raw`^((?:${auxiliary})\s+\S.*)$`, "i");
const notNamed = /^(?:I|we|you|it|they|this|that|there|one|anybody|anyone|somebody|someone)\b/i;

/** True for an ask that names nothing of its own: "what are the defaults", "which one is better". */
export function namesNothing(ask: string): boolean {
  const text = withoutQuotes(ask);
  if (namesIn(ask).length > 0 || /x{3,}/.test(text)) return false;
  return questionWords(ask).every(({ start, end, kind }) => {
    const word = ask.slice(start, end);
    return kind === "deed" ? light.test(word) : kind !== "thing" || general.test(word);
  });
}

const light =
  /^(?:is|are|was|were|be|do|does|did|can|could|should|will|would|must|may|has|have|had|use|used|mean|means|work|works|happen|happens|need|set|get|apply|applies|recommended|allowed)$/i;
const general =
  /^(?:defaults?|values?|times?|limits?|maximum|minimum|reasons?|causes?|differences?|names?|types?|kinds?|formats?|units?|meaning|purpose|ones?|way|place|advantages?|drawbacks?|exceptions?|requirements?)$/i;

const preposition =
  /^(?:on|in|with|for|from|under|without|via|using|at|by|through|to|as|inside)\b/i;
const action = new RegExp(`^(?:${actionVerbs})$`, "i");

/** The question before with the fragment in the place of what it stands against, or else after it. */
export function inPlace(fragment: string, question: string): string {
  const end = /[?!.\s]*$/.exec(question)?.index ?? question.length;
  const earlier = question.slice(0, end);
  const done = /^((?:.*\s)?how\s+(?:(?:do|can|could|should)\s+(?:I|we|you)|to)\s+)\w+(\s.+)$/i.exec(
    earlier,
  );
  if (done !== null && action.test(fragment)) return `${done[1]}${fragment}${done[2]}?`;
  const word = preposition.exec(fragment)?.[0];
  if (word !== undefined) {
    const same = new RegExp(String.raw`\s${word}\s+[^\s,]+(?:\s+[^\s,]+){0,3}\s*$`, "i").exec(
      earlier,
    );
    return `${same === null ? earlier : earlier.slice(0, same.index)} ${fragment}?`;
  }
  const name =
    namesIn(fragment).length > 0 || /^\p{Lu}/u.test(fragment) ? namesIn(earlier).at(-1) : undefined;
  const replaced = name ?? subjectOf(earlier).topic;
  if (replaced === undefined) return `${earlier}, ${fragment}?`;
  const at = earlier.lastIndexOf(replaced);
  return `${earlier.slice(0, at)}${fragment}${earlier.slice(at + replaced.length)}?`;
}
