import { atFirstUse, readLexicon } from "../lexicon.ts";
import { createPhraseBook, type Form } from "../phrases.ts";

/** Words of `lexicon/asking.tsv` by what they do in an ask. */
export type Cues = {
  /** The form behind the longest phrase of a part that begins here. */
  end(part: string, at: number): number | undefined;
  has(part: string, at: number): boolean;
  /** Behind all phrases of these parts that stand here in a row. */
  behind(at: number, ...parts: string[]): number;
  /** Every place where one begins, in order. */
  places(part: string): readonly number[];
};

const books = atFirstUse(() => {
  const rows = readLexicon("asking", ["lang", "part", "phrase"]);
  return {
    en: createPhraseBook(rows.filter(({ lang }) => lang === "en")),
    zh: createPhraseBook(rows.filter(({ lang }) => lang === "zh")),
  };
});

export function cuesOf(
  { forms, shown }: { forms: readonly Form[]; shown?: readonly boolean[] },
  lang: "en" | "zh",
  steps?: () => void,
): Cues {
  const parts = new Map<string, Map<number, number>>();
  for (const { entry, from, to } of books()[lang].find(forms, steps)) {
    if (shown?.[from] === true) continue;
    const ends = parts.get(entry.part) ?? new Map<number, number>();
    ends.set(from, Math.max(ends.get(from) ?? 0, to));
    parts.set(entry.part, ends);
  }
  const end = (part: string, at: number) => parts.get(part)?.get(at);
  const behind = (at: number, ...named: string[]): number => {
    const next = named.map((part) => end(part, at)).find((to) => to !== undefined);
    return next === undefined ? at : behind(next, ...named);
  };
  return {
    end,
    behind,
    has: (part, at) => end(part, at) !== undefined,
    places: (part) => [...(parts.get(part)?.keys() ?? [])],
  };
}
