import { isIdentifier } from "../identifier.ts";
import { askLimits } from "../limits.ts";
import {
  type EnglishAsk,
  englishDeed,
  englishTopic,
  isCapital,
  isOfNoun,
  namesIn,
  namesNothing,
  nounPhrase,
  pointerOf,
  readEnglishAsk,
} from "../reading/english-ask.ts";
import { pointersIn } from "../reading/points-back.ts";
import { written } from "../reading/read-question.ts";
import { withoutEndMarks } from "./end-marks.ts";

/**
 * How English asks lean on the one before: a pronoun stands for what that was about, a fragment for one of its parts, and an
 * ask that names nothing is asked of the same thing. Whole phrases are put in, and nothing is put inside one.
 */
export type Spoken = {
  /** What was asked about, as it was written: "the default port of the dev server". */
  topic?: string | undefined;
  /** The first name that stood in it. */
  name?: string | undefined;
  /** What is done, with its object: "clear the cache". */
  deed?: string | undefined;
};

/** What is only told names its thing with an article: "I want to hang a lamp". */
export function toldOf(text: string): Spoken {
  const ask = readEnglishAsk(text);
  const [first] = ask.cues.places("article").toSorted((a, b) => a - b);
  const run = first === undefined ? undefined : nounPhrase(ask, first, true);
  return { topic: run && written(ask.reading, run), name: namesIn(ask.reading)[0] };
}

export function spokenOf(ask: EnglishAsk): Spoken {
  return { topic: englishTopic(ask), name: namesIn(ask.reading)[0], deed: englishDeed(ask) };
}

/** The ask with what it leaves unsaid, and what that was; without `on` where it needs nothing. */
export function completeEnglish(
  text: string,
  spoken: Spoken,
  before?: EnglishAsk,
): { text: string; on?: string; pointing: boolean } {
  const ask = readEnglishAsk(text);
  const put = (from: number, to: number, words: string) => {
    const { forms } = ask.reading;
    const front =
      to > from ? text.slice(0, forms[from]?.start) : `${text.slice(0, forms[to - 1]?.end)} `;
    return front + words + text.slice(forms[to - 1]?.end);
  };
  const { cues, reading } = ask;
  const [same] = cues.places("same");
  if (same !== undefined && spoken.deed !== undefined)
    return {
      text: put(same, cues.end("same", same) ?? same, spoken.deed),
      on: spoken.deed,
      pointing: false,
    };
  const sort = before?.sort && written(before.reading, before.sort);
  const pointer = pointerOf(ask);
  // "Can it mail them": which of them is what, nobody knows.
  if (pointer !== undefined && pointersIn(reading).length > 1) return { text, pointing: true };
  const which = oneOfSeveral(ask, before);
  if (which !== undefined) return { text: which, pointing: false };
  const another = anotherOf(ask);
  const kind = sort ?? spoken.topic;
  if (another !== undefined && kind !== undefined) {
    const [, ...rest] = kind.split(" ");
    const bare = readEnglishAsk(kind).cues.has("article", 0) ? rest.join(" ") : kind;
    return { text: put(another.from, another.to, bare), on: kind, pointing: false };
  }
  const topic = meantBy(ask, before) ?? spoken.topic;
  if (pointer !== undefined && !isOfNoun(ask, pointer)) {
    const isOne = pointer.to - pointer.from === 1;
    if (topic === undefined || !isOne) return { text, pointing: true };
    const owns = ["its", "their", "theirs"].includes(reading.forms[pointer.from]?.form ?? "");
    const whole = put(pointer.from, pointer.to, owns ? `${topic}’s` : topic);
    return { text: withName(whole, spoken.name), on: topic, pointing: false };
  }
  if (pointer !== undefined || namesNothing(ask)) {
    const meant = spoken.topic ?? spoken.name;
    if (meant === undefined) return { text, pointing: pointer !== undefined };
    if (text.includes(meant)) return { text, pointing: false };
    return { text: inBrackets(text, meant), on: meant, pointing: false };
  }
  return { text: withName(text, spoken.name), pointing: false };
}

/** Who did it where "it" does something, and of what is done to it the one sort of thing that was asked for. */
function meantBy(ask: EnglishAsk, before: EnglishAsk | undefined): string | undefined {
  if (before?.subject === undefined || before.anybody) return undefined;
  const { reading, subject, sort, auxiliary, cues } = before;
  const who = written(reading, subject);
  if (cues.has("pronoun", subject.from)) return undefined;
  if (ask.subject !== undefined && !ask.anybody) return who;
  const [one] = sort === undefined ? [] : [written(reading, sort)];
  const isDone = auxiliary !== undefined && cues.has("do", auxiliary);
  const isGeneral = sort !== undefined && cues.has("general", sort.to - 1);
  return one === undefined || !isDone || isGeneral || one.endsWith("s")
    ? undefined
    : `the ${one} of ${who}`;
}

/** "Which one" of what was compared or of the sort that was asked for. */
function oneOfSeveral(ask: EnglishAsk, before: EnglishAsk | undefined): string | undefined {
  const { reading, cues, begin } = ask;
  if (reading.forms[begin]?.form !== "which" || !cues.has("one", begin + 1) || before === undefined)
    return undefined;
  const sort =
    before.sort === undefined ? undefined : `the ${written(before.reading, before.sort)}`;
  const between = before.reading.forms.findIndex(
    ({ form }) => form === "between" || form === "compare",
  );
  const compared =
    between < 0
      ? undefined
      : written(before.reading, { from: between + 1, to: before.reading.forms.length });
  const several = compared === undefined ? sort : withoutEndMarks(compared);
  return several && `which of ${several}${reading.text.slice(reading.forms[begin + 1]?.end)}`;
}

/** "A deleted one", "my own": another of the kind that was spoken of. */
export function anotherOf({ cues, reading }: EnglishAsk): { from: number; to: number } | undefined {
  for (const at of cues.places("another")) {
    const end = cues.end("another", at) ?? at;
    const { forms } = reading;
    if (forms[end - 1]?.form === "own") {
      if (forms[end] === undefined || forms[end]?.kind === "mark") return { from: end, to: end };
      continue;
    }
    const to = cues.has("one", end) ? end : cues.has("one", end + 1) ? end + 1 : undefined;
    if (to !== undefined && forms[to]?.form === "one") return { from: to, to: to + 1 };
  }
  return undefined;
}

/** The ask as a whole one, with what the ask before it says; undefined where it needs nothing of it. */
export function fromAskBefore(text: string, before: EnglishAsk): string | undefined {
  const ask = readEnglishAsk(text);
  const { reading, cues, begin } = ask;
  const { forms } = reading;
  const about = cues.end("instead", begin);
  if (about !== undefined) return inPlace(text.slice(forms[about]?.start), before);
  const words = forms.slice(begin).filter(({ kind }) => kind === "word");
  const leads = cues.has("preposition", begin) && cues.has("wh", begin + 1);
  if (!cues.has("wh", begin) && !leads) return undefined;
  if (words.length > askLimits.bare_words || ask.auxiliary !== undefined) return undefined;
  if (forms[begin]?.form === "how" && cues.has("preposition", begin + 1))
    return inPlace(text.slice(forms[begin + 1]?.start), before);
  if (ask.kinds.some((kind, at) => kind === "deed" && at >= begin)) return undefined;
  if (before.auxiliary === undefined || before.subject === undefined) return undefined;
  const frame = before.reading.text.slice(before.reading.forms[before.auxiliary]?.start);
  return `${withoutEndMarks(text)} ${withoutEndMarks(frame)}?`;
}

/** The question before with the fragment in the place of what it stands against, or else behind it. */
export function inPlace(given: string, before: EnglishAsk): string {
  const fragment = withoutEndMarks(given);
  const own = readEnglishAsk(fragment);
  const { reading, verb } = before;
  const { text, forms } = reading;
  const put = (from: number, to: number) =>
    `${text.slice(0, forms[from]?.start)}${fragment}${text.slice(forms[to - 1]?.end)}`;
  const end = forms.findLastIndex(({ kind }) => kind !== "mark") + 1;
  const isWord = own.reading.forms.length === 1;
  if (isWord && verb !== undefined && before.anybody && own.cues.has("action", 0))
    return put(verb.from, verb.to);
  if (own.cues.has("preposition", 0)) {
    const word = own.reading.forms[0]?.form;
    const same = forms.findLastIndex(
      ({ form, start }, at) => form === word && end - at <= askLimits.bare_words && start > 0,
    );
    const holds = same < 0 ? false : !forms.slice(same, end).some(({ kind }) => kind === "mark");
    return holds ? put(same, end) : `${withoutEndMarks(text)} ${fragment}?`;
  }
  const named = namesIn(own.reading).length > 0 || isCapital(own.reading, 0);
  const name = named ? namesIn(reading).at(-1) : undefined;
  const replaced = name ?? englishTopic(before);
  if (replaced === undefined) return `${withoutEndMarks(text)}, ${fragment}?`;
  const at = text.lastIndexOf(replaced);
  return `${text.slice(0, at)}${fragment}${text.slice(at + replaced.length)}`;
}

const inBrackets = (text: string, words: string): string => {
  const bare = withoutEndMarks(text);
  return `${bare} (${words})${text.slice(bare.length)}`;
};

function withName(text: string, name: string | undefined): string {
  if (name === undefined || text.includes(name)) return text;
  // A code, a setting or a flag is one thing among many: an ask with a thing of its own is not about it.
  if (isIdentifier(name)) return text;
  return namesIn(readEnglishAsk(text).reading).length > 0 ? text : inBrackets(text, name);
}
