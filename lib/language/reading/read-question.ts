import { atFirstUse, readLexicon } from "../lexicon.ts";
import { createPhraseBook, type Form, type Found, readForms } from "../phrases.ts";

/** A stretch of the question, in UTF-16 offsets. */
export type Span = { start: number; end: number };

/**
 * The forms of a text with its sentences and what stands between quotation marks, which is shown and asks nothing. Each part
 * of the reading starts from it.
 */
export type Reading = {
  text: string;
  forms: readonly Form[];
  /** For each form whether it stands between quotation marks. */
  shown: readonly boolean[];
  /** Where the sentences begin and end, in forms: without the marks at their end and the courtesies before them. */
  sentences: readonly { from: number; to: number }[];
  /** Courtesies, in forms. */
  courtesies: readonly { from: number; to: number }[];
};

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "`": "`",
  "「": "」",
  "《": "》",
};
const sentenceEnds = new Set([".", "?", "!", ";", "\n"]);

const courtesies = atFirstUse(() =>
  createPhraseBook(readLexicon("politeness", ["lang", "phrase"])),
);

export function readQuestion(text: string, steps?: () => void): Reading {
  const forms = readForms(text);
  const shown = shownForms(forms);
  const polite = courtesies()
    .find(forms, steps)
    .filter(({ from }) => shown[from] !== true);
  const endsAt = new Int32Array(forms.length);
  for (const { from, to } of polite) endsAt[from] = Math.max(endsAt[from] ?? 0, to);
  const sentences: { from: number; to: number }[] = [];
  const kept: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 0; at <= forms.length; at++) {
    const form = forms[at];
    const ends = form === undefined || (sentenceEnds.has(form.form) && shown[at] !== true);
    if (!ends) continue;
    const begin = behindCourtesies(from, at);
    if (begin < at) sentences.push({ from: begin, to: at });
    from = at + 1;
  }
  return { text, forms, shown, sentences, courtesies: kept };

  /** A courtesy that is the whole sentence is left to it. */
  function behindCourtesies(first: number, last: number): number {
    let at = first;
    for (;;) {
      while (at < last && forms[at]?.kind === "mark" && shown[at] !== true) at += 1;
      const end = endsAt[at] ?? 0;
      if (at >= last || end <= at || end > last) return at;
      kept.push({ from: at, to: end });
      at = end;
    }
  }
}

/** What is opened and never closed is not shown. */
export function shownForms(forms: readonly Form[]): boolean[] {
  const shown = forms.map(() => false);
  const places = new Map<string, number[]>();
  for (const [i, { form, kind }] of forms.entries()) {
    if (kind !== "mark") continue;
    const known = places.get(form);
    if (known === undefined) places.set(form, [i]);
    else known.push(i);
  }
  const passed = new Map<string, number>();
  for (let at = 0; at < forms.length; at++) {
    const close = closing[forms[at]?.form ?? ""];
    const there = close === undefined ? undefined : places.get(close);
    if (close === undefined || there === undefined) continue;
    let next = passed.get(close) ?? 0;
    while (next < there.length && (there[next] ?? 0) <= at) next += 1;
    passed.set(close, next);
    const end = there[next];
    if (end === undefined) continue;
    shown.fill(true, at + 1, end);
    at = end;
  }
  return shown;
}

/** Where a run of forms stands in the text. */
export const spanOf = (
  { forms }: Pick<Reading, "forms">,
  { from, to }: { from: number; to: number },
): Span => ({ start: forms[from]?.start ?? 0, end: forms[to - 1]?.end ?? 0 });

/** A run as it is written. */
export function written(
  { text, forms }: Pick<Reading, "text" | "forms">,
  { from, to }: { from: number; to: number },
): string {
  const first = forms[from];
  const last = forms[to - 1];
  return first === undefined || last === undefined ? "" : text.slice(first.start, last.end);
}

/** Each phrase that no longer one of the same `kind` holds, once, where none of its words is merely shown. */
export function longestOf<Entry>(
  found: readonly Found<Entry>[],
  reading: Pick<Reading, "shown">,
  kindOf: (entry: Entry) => string,
): Found<Entry>[] {
  const kept: Found<Entry>[] = [];
  const reached = new Map<string, number>();
  const counted = new Set<Entry>();
  const longestFirst = [...found].sort((a, b) => a.from - b.from || b.to - a.to);
  for (const one of longestFirst) {
    const kind = kindOf(one.entry);
    if (one.to <= (reached.get(kind) ?? 0)) continue;
    if (reading.shown[one.from] === true || reading.shown[one.to - 1] === true) continue;
    reached.set(kind, one.to);
    if (counted.has(one.entry)) continue;
    counted.add(one.entry);
    kept.push(one);
  }
  return kept;
}
