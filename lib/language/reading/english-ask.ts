import { recentTexts } from "#lib/platform/recent-texts";
import { isIdentifier } from "../identifier.ts";
import { askLimits } from "../limits.ts";
import type { Form } from "../phrases.ts";
import type { Run } from "../templates.ts";
import { type QuestionWord, questionWords } from "../word-kinds.ts";
import { classAt, letter } from "../words/characters.ts";
import { type Cues, cuesOf } from "./cues.ts";
import { pointersIn } from "./points-back.ts";
import { type Reading, readQuestion, written } from "./read-question.ts";

/**
 * An English ask taken apart by its word order: what asks, the sort that is asked for, who does it, what is done, to what.
 *
 *   "Which lamp oils does the shop sell?"  -> sort "lamp oils", subject "the shop", verb "sell"
 *   "How do I turn the lamp off?"          -> subject "I", verb "turn", object "the lamp"
 */
export type EnglishAsk = {
  reading: Reading;
  cues: Cues;
  kinds: readonly (QuestionWord["kind"] | undefined)[];
  /** Where it begins to ask. */
  begin: number;
  sort?: Run;
  auxiliary?: number;
  subject?: Run;
  /** The subject is a person, or none that is named. */
  anybody: boolean;
  verb?: Run;
  object?: Run;
};

export const readEnglishAsk = (text: string): EnglishAsk => lately.of(text, takeApart);
const lately = recentTexts<EnglishAsk>(askLimits.remembered_chars);

function takeApart(text: string): EnglishAsk {
  const reading = readQuestion(text);
  const cues = cuesOf(reading, "en");
  const kinds = kindsOf(reading);
  const begin = asksFrom(reading, cues);
  const read = { reading, cues, kinds, begin };
  return { ...read, ...partsOf(read) };
}

type Read = Pick<EnglishAsk, "reading" | "cues" | "kinds" | "begin">;

/** What the dictionary takes each form for. */
export function kindsOf({ text, forms }: Reading): (QuestionWord["kind"] | undefined)[] {
  const words = questionWords(text);
  let at = 0;
  return forms.map(({ start }) => {
    while (at < words.length && (words[at]?.end ?? 0) <= start) at += 1;
    const word = words[at];
    return word !== undefined && word.start <= start ? word.kind : undefined;
  });
}

/** Behind courtesies, and behind what is said before it asks. */
function asksFrom(reading: Reading, cues: Cues): number {
  const { forms, sentences } = reading;
  const first = sentences[0]?.from ?? 0;
  for (let at = first; at < forms.length; at++)
    if ((at === first || isClauseEnd(forms[at - 1])) && isOpener(reading, cues, at)) return at;
  return first;
}

const isClauseEnd = (form: Form | undefined): boolean =>
  form?.kind === "mark" && [",", ":", ";", ".", "?", "!", "\n"].includes(form.form);

/** Whether an ask begins here. */
export function isOpener(reading: Reading, cues: Cues, at: number): boolean {
  const { forms } = reading;
  const next = forms[at + 1];
  if (cues.has("preposition", at) && ["which", "what", "whom", "how"].includes(next?.form ?? ""))
    return next?.form !== "how" || cues.has("measure", at + 2);
  if (cues.has("wh", at)) return forms[at]?.form !== "when" || cues.has("auxiliary", at + 1);
  const subject = cues.end("auxiliary", at);
  return subject !== undefined && isNamed(reading, cues, subject);
}

/** Who or what a yes-or-no question begins with. */
function isNamed(reading: Reading, cues: Cues, at: number): boolean {
  const parts = ["person", "pronoun", "determiner", "there"];
  return parts.some((part) => cues.has(part, at)) || isCapital(reading, at);
}

function partsOf(read: Read): Omit<EnglishAsk, keyof Read> {
  const { reading, cues, begin } = read;
  const { forms } = reading;
  let at = begin;
  const possible = cues.end("possible", at);
  if (possible !== undefined) return done(read, possible, { anybody: true });
  if (cues.has("preposition", at) && cues.has("wh", at + 1)) at += 1;
  const wh = cues.has("wh", at);
  let sort: Run | undefined;
  let auxiliary: number | undefined;
  if (cues.has("command", at)) {
    const object = nounPhrase(read, cues.end("command", at) ?? at, false);
    return { anybody: true, ...(object && { object }) };
  }
  if (wh) {
    const how = forms[at]?.form === "how";
    at += 1;
    if (how && forms[at]?.form === "to") return done(read, at + 1, { anybody: true });
    if (how && cues.has("measure", at)) at += 1;
    let until = at;
    const stops = (i: number) => cues.has("auxiliary", i) || cues.has("wh", i) || ends(read, i);
    while (until < forms.length && !stops(until)) until += 1;
    if (!cues.has("auxiliary", until) || until - at > askLimits.sort_words) {
      const subject = cues.has("determiner", at) ? nounPhrase(read, at, true) : undefined;
      return { anybody: false, ...(subject && { subject }) };
    }
    if (until > at) sort = { from: at, to: until };
    auxiliary = until;
  } else if (cues.has("auxiliary", at)) auxiliary = at;
  else return { anybody: false };
  const found = { ...(sort && { sort }), auxiliary };
  at = cues.end("auxiliary", auxiliary) ?? auxiliary;
  if (cues.has("there", at)) {
    const object = nounPhrase(read, at + 1, false);
    return { ...found, anybody: true, ...(object && { object }) };
  }
  if (cues.has("person", at) || (cues.has("pronoun", at) && !isDemonstrative(read, at)))
    return done(read, at + 1, {
      ...found,
      anybody: cues.has("person", at),
      subject: { from: at, to: at + 1 },
    });
  const subject = nounPhrase(read, at, true);
  if (subject === undefined) return { ...found, anybody: false };
  return done(read, subject.to, { ...found, anybody: false, subject });
}

/** "That time" has a noun of its own. */
function isDemonstrative({ kinds }: Pick<Read, "kinds">, at: number): boolean {
  return kinds[at + 1] === "thing";
}

type Parts = Omit<EnglishAsk, keyof Read>;

/** With the verb and its object. */
function done(read: Read, from: number, found: Parts): Parts {
  const { cues, reading } = read;
  let at = from;
  while (cues.has("aside", at) || (isAdverb(reading.forms[at]) && !cues.has("action", at))) at += 1;
  if (at >= reading.forms.length || ends(read, at)) return found;
  const verb = { from: at, to: cues.end("phrasal", at) ?? at + 1 };
  const object = nounPhrase(read, verb.to, false);
  return { ...found, verb, ...(object && { object }) };
}

const isAdverb = (form: Form | undefined): boolean =>
  (form?.form.endsWith("ly") ?? false) && (form?.form.length ?? 0) > askLimits.adverb_chars;

/** A mark ends a clause, and so do the words that open another. */
function ends({ reading, cues }: Pick<Read, "reading" | "cues">, at: number): boolean {
  const form = reading.forms[at];
  if (form === undefined) return true;
  if (reading.shown[at] === true || quotes.has(form.form)) return false;
  if (form.kind === "mark") return true;
  const of = form.form === "of";
  return (cues.has("preposition", at) && !of) || cues.has("subordinate", at);
}
const quotes = new Set(['"', "“", "”", "`", "'"]);

/** The words that name one thing, as they stand together; none where two do ("a guest the old key"). */
export function nounPhrase(read: Read, begin: number, isSubject: boolean): Run | undefined {
  const { reading, cues, kinds } = read;
  const { forms } = reading;
  let from = begin;
  while (cues.has("particle", from) && from < forms.length) from += 1;
  let to = from;
  for (; to < forms.length && !ends(read, to); to++) {
    const inner = reading.shown[to] === true;
    if (inner) continue;
    if (cues.has("auxiliary", to) || cues.has("person", to) || cues.has("pronoun", to)) break;
    const before = forms[to - 1]?.form;
    const opens =
      to > from && cues.has("article", to) && !["of", "and", "or"].includes(before ?? "");
    if (opens) return undefined;
    if (to > from && cues.has("determiner", to) && !["of", "and", "or"].includes(before ?? ""))
      break;
    const verb = kinds[to] === "deed" && !cues.has("determiner", to - 1);
    if (isSubject && to > from && verb) break;
  }
  const isWhole = isSubject && to > from + 1 && (to === forms.length || ends(read, to));
  // "Does the lamp burn": where the dictionary knows no verb it is a usual one, or else the last word.
  if (isWhole && (cues.has("do", begin - 1) || cues.has("wh", begin - 1)))
    to = rangeOf({ from: from + 2, to }).findLast((at) => cues.has("light", at)) ?? to - 1;
  // "A token valid": of words that the dictionary knows for no noun the first is one.
  const noun = rangeOf({ from, to }).find((at) => kinds[at] === "thing" || isCapital(reading, at));
  const first = noun ?? rangeOf({ from, to }).find((at) => !cues.has("determiner", at)) ?? from;
  const said = (at: number) =>
    at <= first || kinds[at] !== "other" || isCapital(reading, at) || reading.shown[at];
  while (to > from + 1 && !quotes.has(forms[to - 1]?.form ?? "")) {
    const last = to - 1;
    const trims =
      cues.has("particle", last) || ["and", "or"].includes(forms[last]?.form ?? "") || !said(last);
    if (!trims) break;
    to = last;
  }
  const run = { from, to };
  const names = rangeOf(run).some(
    (at) => forms[at]?.kind === "word" && !cues.has("determiner", at) && !cues.has("general", at),
  );
  return names && to - from <= askLimits.topic_words ? run : undefined;
}

export const rangeOf = ({ from, to }: Run): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Whether a word begins with a capital. */
export function isCapital({ text, forms }: Pick<Reading, "text" | "forms">, at: number): boolean {
  const first = text[forms[at]?.start ?? text.length] ?? "";
  return first !== first.toLowerCase();
}

/** What a later "it" means. */
export function englishTopic(ask: EnglishAsk): string | undefined {
  const { reading, cues, sort, subject, object, verb, anybody, auxiliary } = ask;
  const asksOf = subject !== undefined && !anybody && !isPronoun(ask);
  const owned = sort && auxiliary !== undefined && cues.has("do", auxiliary) && verb;
  if (owned && asksOf && cues.has("owns", verb.from)) return written(reading, sort);
  const run = asksOf ? subject : anybody || subject === undefined ? object : undefined;
  return run && written(reading, run);
}

const isPronoun = ({ cues, subject }: EnglishAsk): boolean =>
  subject !== undefined && subject.to - subject.from === 1 && cues.has("pronoun", subject.from);

/** What is done, with what it is done to: "clear the cache". */
export function englishDeed({ reading, verb, object, anybody }: EnglishAsk): string | undefined {
  if (!anybody || verb === undefined || object === undefined) return undefined;
  const { forms } = reading;
  let to = object.to;
  while (to < forms.length && forms[to]?.kind !== "mark") to += 1;
  return written(reading, { from: verb.from, to });
}

/** Names by their looks: a capital inside the sentence, an identifier, what stands between backticks. */
export function namesIn({ text, forms, shown, sentences }: Reading): string[] {
  const begins = new Set(sentences.map(({ from }) => forms[from]?.start));
  return forms.flatMap((form, at) => {
    if (form.kind !== "word" || shown[at] === true) return [];
    const said = text.slice(form.start, form.end);
    const own = said.endsWith("'s") || said.endsWith("’s") ? said.slice(0, -"'s".length) : said;
    const isName =
      isCapital({ text, forms }, at) && !begins.has(form.start) && own.length > 1 && own !== "I";
    const inner = own.slice(1) !== own.slice(1).toLowerCase() && classAt(own, 0) === letter;
    return isName || inner || isIdentifier(own) ? [own] : [];
  });
}

/** Whether it names nothing of its own: "what are the defaults", "which one is better". */
export function namesNothing({ reading, cues, kinds }: EnglishAsk): boolean {
  if (namesIn(reading).length > 0 || reading.shown.some((one) => one)) return false;
  return kinds.every((kind, at) =>
    kind === "deed"
      ? cues.has("usual", at)
      : kind !== "thing" || cues.has("general", at) || cues.has("wh", at),
  );
}

/** The first word that stands for something this ask does not name. */
export function pointerOf({ reading, kinds, sort, cues, begin }: EnglishAsk): Run | undefined {
  const [first] = pointersIn(reading);
  if (first === undefined) return undefined;
  // "Which option changes it": what is asked for is not what is meant.
  const verb = kinds.findIndex((kind, at) => at > begin && kind === "deed");
  const asked = sort ?? (cues.has("wh", begin) && verb > 0 ? { from: begin, to: verb } : undefined);
  const inSort = (at: number) => asked !== undefined && at >= asked.from && at < asked.to;
  const { forms } = reading;
  const isBound = kinds.some(
    (kind, at) =>
      kind === "thing" && at < first.from && !inSort(at) && !anything.has(forms[at]?.form ?? ""),
  );
  return isBound ? undefined : first;
}
const anything = new Set(["something", "anything", "everything", "nothing", "more"]);

/** "That time": a pointer with a noun of its own. */
export const isOfNoun = ({ kinds, reading }: EnglishAsk, { from, to }: Run): boolean =>
  kinds[to] === "thing" &&
  ["this", "that", "these", "those"].includes(reading.forms[from]?.form ?? "");
