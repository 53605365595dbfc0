import type { Lang } from "#lib/contracts/answer";
import type { Ask } from "#lib/contracts/question";
import { askedAction } from "../asked-action.ts";
import { describes } from "../describing-words.ts";
import { atFirstUse, readLexicon } from "../lexicon.ts";
import { questionLimits } from "../limits.ts";
import { createPhraseBook, isContraction, readForms } from "../phrases.ts";
import { isEveryday } from "../talk-words.ts";
import type { QuestionWord } from "../word-kinds.ts";
import { tokenize } from "../words.ts";
import { chineseTopic } from "./chinese-ask.ts";
import { englishTopic, readEnglishAsk } from "./english-ask.ts";
import { longestOf, type Reading, type Span, spanOf } from "./read-question.ts";

/** What an ask is made of: what is done, to what, which property is asked for, and under which conditions. */
const knownProperties = atFirstUse(() =>
  createPhraseBook(readLexicon("properties", ["lang", "phrase"])),
);
const conditions = atFirstUse(() =>
  createPhraseBook(readLexicon("constraint", ["lang", "part", "phrase"])),
);

export function partsOfAsk(
  reading: Reading,
  given: {
    lang: Lang;
    words: readonly QuestionWord[];
    /** What is no part of what is asked. */
    aside: readonly Span[];
  },
  steps?: () => void,
): Pick<Ask, "action" | "thing" | "property" | "constraints"> {
  const { text } = reading;
  const isAside = (start: number) =>
    given.aside.some((span) => span.start <= start && start < span.end);
  const words = given.words.filter(({ start }) => !isAside(start));
  const topic = given.lang === "en" ? englishTopic(readEnglishAsk(text)) : chineseTopic(text);
  const told = topic !== undefined && isAlone(topic, text, given.aside) ? topic : undefined;
  const thing = cut(told ?? firstOf("thing", reading, words));
  const properties = propertiesIn(reading, steps);
  const property = cut(properties.map(({ start, end }) => text.slice(start, end))[0]);
  const isNamed = (at: number) =>
    (told !== undefined && within(text, told, at)) ||
    properties.some(({ start, end }) => start <= at && at < end);
  const deed = askedAction(text);
  const isDone = deed !== undefined && !isAside(text.indexOf(deed)) && !isNamed(text.indexOf(deed));
  const free = words.filter(({ start }) => !isNamed(start));
  const action = cut(isDone ? deed : firstOf("deed", reading, free));
  return {
    ...(action === undefined ? {} : { action }),
    ...(thing === undefined ? {} : { thing }),
    ...(property === undefined ? {} : { property }),
    constraints: constraintsOf(reading, given.aside, steps),
  };
}

/** A topic that is one phrase, opens no condition and holds nothing that is aside. */
function isAlone(topic: string, text: string, aside: readonly Span[]): boolean {
  const start = text.indexOf(topic);
  const end = start + topic.length;
  if (start >= 0 && aside.some((span) => span.start < end && span.end > start)) return false;
  const forms = readForms(topic);
  const opens = conditions()
    .find(forms)
    .some(({ entry, from }) => from === 0 && entry.part === "opener");
  return !opens && forms.every(({ form }) => !clauseEnds.has(form));
}

function within(text: string, phrase: string, at: number): boolean {
  const start = text.indexOf(phrase);
  return start >= 0 && at >= start && at < start + phrase.length;
}

function cut(text: string | undefined): string | undefined {
  const kept = text?.trim().slice(0, questionLimits.noun_chars);
  return kept === "" ? undefined : kept;
}

/** The first nouns that stand together, or the first verb; whole identifiers, and without punctuation. */
function firstOf(
  kind: "thing" | "deed",
  { text }: Reading,
  words: readonly QuestionWord[],
): string | undefined {
  const at = words.findIndex((word) => word.kind === kind && says(text, word));
  const first = words[at];
  let last = first;
  for (const next of kind === "thing" && at >= 0 ? words.slice(at + 1) : []) {
    const mark = readForms(text.slice(last?.start, next.start)).at(-1)?.kind === "mark";
    if (next.kind !== kind || mark || isContraction(text.slice(next.start, next.end).trim())) break;
    last = next;
  }
  if (first === undefined || last === undefined) return undefined;
  const { start, end } = { start: first.start, end: last.end };
  const tokens = tokenize(text).filter(
    (token) =>
      (token.kind !== "part" && token.start >= start && token.end <= end) ||
      (token.kind === "word" && kind === "thing" && token.start < end && token.end > start),
  );
  return text.slice(tokens[0]?.start ?? start, tokens.at(-1)?.end ?? end);
}

function says(text: string, { start, end }: QuestionWord): boolean {
  if (isContraction(text.slice(start, end).trim())) return false;
  return tokenize(text.slice(start, end)).some(
    ({ term, stop }) => !stop && !isEveryday(term) && !describes(term),
  );
}

function propertiesIn(reading: Reading, steps?: () => void): Span[] {
  return longestOf(knownProperties().find(reading.forms, steps), reading, () => "property").map(
    (run) => spanOf(reading, run),
  );
}

/** From the word that opens a condition to the end of its clause, or to the word that asks. */
function constraintsOf(
  { forms, shown, text }: Reading,
  aside: readonly Span[],
  steps?: () => void,
): string[] {
  const found = conditions().find(forms, steps);
  const closers = new Set(
    found.filter(({ entry }) => entry.part === "closer").map(({ from }) => from),
  );
  const constraints: string[] = [];
  let until = 0;
  for (const { entry, from, to } of found) {
    if (entry.part !== "opener" || from < until || shown[from] === true) continue;
    if (constraints.length === questionLimits.constraints) break;
    let end = to;
    while (end < forms.length && !closers.has(end) && !endsClause(forms[end]?.form, shown[end]))
      end += 1;
    const start = forms[from]?.start ?? 0;
    const written = text.slice(start, forms[end - 1]?.end ?? start);
    until = end;
    if (
      end <= to ||
      aside.some((span) => span.start < (forms[end - 1]?.end ?? start) && span.end > start)
    )
      continue;
    constraints.push(written.slice(0, questionLimits.constraint_chars));
  }
  return constraints;
}

const clauseEnds = new Set([",", ".", "?", "!", ";", ":", "\n", "(", ")"]);
const endsClause = (form: string | undefined, shown: boolean | undefined): boolean =>
  shown !== true && clauseEnds.has(form ?? "");
