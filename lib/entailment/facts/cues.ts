import { atFirstUse, readLexicon } from "#lib/language/lexicon";
import { createPhraseBook, type Form, readForms } from "#lib/language/phrases";
import { recentTexts } from "#lib/platform/recent-texts";
import { entailmentLimits } from "../limits.ts";

/**
 * Small words and phrases of a text that change what it claims ("not", "only", "unless", 除非), by the kind of cue they are:
 * `lib/language/lexicon/claim-cues.tsv`. Found from the left, the longest first, none inside another of its kind. A row
 * whose kind begins with "!" is of no kind: "not only" denies nothing. Any number is written 0 there.
 */
export type Hit = {
  /** UTF-16 offsets in the text. */
  start: number;
  end: number;
  /** As it is written in the lexicon's forms. */
  phrase: string;
  /** Nothing but marks stands before it. */
  opens: boolean;
  /** … and behind it. */
  closes: boolean;
};

type Entry = { cue: string; phrase: string; forms: number };
type Read = { forms: readonly Form[]; cues: ReadonlyMap<string, readonly Hit[]> };

const lexicon = atFirstUse(() => {
  const entries = readLexicon("claim-cues", ["cue", "lang", "phrases"]).flatMap(
    ({ cue, phrases }) =>
      phrases.split("|").map((phrase): Entry => ({ cue, phrase, forms: readForms(phrase).length })),
  );
  const wordless = entries.filter(({ forms }) => forms === 0);
  return {
    book: createPhraseBook(entries.filter(({ forms }) => forms > 0)),
    kinds: new Set(entries.map(({ cue }) => cue)),
    marks: new Map(
      [...Map.groupBy(wordless, ({ cue }) => cue)].map(([cue, all]) => [
        cue,
        new Set(all.map(({ phrase }) => phrase)),
      ]),
    ),
  };
});

const lately = recentTexts<Read>(entailmentLimits.remembered_characters);

export const formsOf = (text: string): readonly Form[] => lately.of(text, readCues).forms;

/** Where cues of any of these kinds stand, in their order. */
export function hitsOf(text: string, ...cues: readonly string[]): readonly Hit[] {
  const { kinds } = lexicon();
  const unknown = cues.find((cue) => !kinds.has(cue));
  if (unknown !== undefined) throw new Error(`claim-cues.tsv has no rows of ${unknown}`);
  const read = lately.of(text, readCues).cues;
  if (cues.length === 1) return read.get(cues[0] ?? "") ?? [];
  return cues.flatMap((cue) => read.get(cue) ?? []).toSorted((a, b) => a.start - b.start);
}

export const has = (text: string, ...cues: readonly string[]): boolean =>
  hitsOf(text, ...cues).length > 0;

/** The cue that a text begins with, marks aside. */
export const opening = (text: string, ...cues: readonly string[]): Hit | undefined =>
  hitsOf(text, ...cues)
    .filter(({ opens }) => opens)
    .toSorted((a, b) => b.end - a.end)[0];

export const closing = (text: string, ...cues: readonly string[]): Hit | undefined =>
  hitsOf(text, ...cues).find(({ closes }) => closes);

/** Is a text such a cue and nothing else? A mark that says yes or no has no words. */
export const isWhole = (text: string, ...cues: readonly string[]): boolean =>
  cues.some((cue) => marksOf(cue).has(text.trim())) ||
  hitsOf(text, ...cues).some(({ opens, closes }) => opens && closes);

const marksOf = (cue: string): ReadonlySet<string> => lexicon().marks.get(cue) ?? new Set();

/** A text with blanks in the place of its cues of these kinds. */
export function without(text: string, ...cues: readonly string[]): string {
  let from = 0;
  const left: string[] = [];
  for (const { start, end } of hitsOf(text, ...cues)) {
    if (start < from) continue;
    left.push(text.slice(from, start), " ");
    from = end;
  }
  return [...left, text.slice(from)].join("");
}

function readCues(text: string): Read {
  const forms = readForms(text);
  const read = forms.map((one) => (isFigure(one.form) ? { ...one, form: "0" } : one));
  const first = forms.findIndex(({ kind }) => kind !== "mark");
  const last = forms.findLastIndex(({ kind }) => kind !== "mark");
  const cues = new Map<string, Hit[]>();
  const ends = new Map<string, number>();
  const found = lexicon()
    .book.find(read)
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  for (const { entry, from, to } of found) {
    const aside = entry.cue.startsWith("!");
    const cue = aside ? entry.cue.slice(1) : entry.cue;
    if (from < (ends.get(cue) ?? 0)) continue;
    ends.set(cue, to);
    if (aside) continue;
    const [start, end] = [forms[from]?.start ?? 0, forms[to - 1]?.end ?? 0];
    const hit = { start, end, phrase: entry.phrase, opens: from <= first, closes: to > last };
    cues.set(cue, [...(cues.get(cue) ?? []), hit]);
  }
  return { forms, cues };
}

const isFigure = (form: string): boolean => form >= "0" && form < ":";
