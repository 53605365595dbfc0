import { atFirstUse, readLexicon } from "../lexicon.ts";
import { createPhraseBook } from "../phrases.ts";
import { isDigits } from "../words/characters.ts";
import type { Reading } from "./read-question.ts";

/** A version that a question names, and whether it asks for a change, a release or the way from one version to another. */
const besideVersion = atFirstUse(() =>
  createPhraseBook(readLexicon("version", ["lang", "phrase"])),
);
const change = atFirstUse(() => createPhraseBook(readLexicon("change", ["lang", "phrase"])));

/** "v3", "2.1.4", "version 3", 3.0 版本; an address of four numbers is none. */
export function versionIn({ forms }: Reading, steps?: () => void): string | undefined {
  const near = besideVersion().find(forms, steps);
  const before = new Set(near.map(({ to }) => to));
  const behind = new Set(near.map(({ from }) => from));
  for (const [i, { form, kind }] of forms.entries()) {
    const number = kind === "word" ? numberOf(form) : undefined;
    if (number === undefined) continue;
    const whole = number.split(".").length === parts;
    if (number !== form || whole || before.has(i) || behind.has(i + 1)) return number;
  }
  return undefined;
}

/** "v2", "v2.1.4": a number alone may count something. */
export const isVersion = (written: string): boolean => {
  const small = written.toLowerCase();
  return small.startsWith("v") && numberOf(small) !== undefined;
};

const parts = "major.minor.patch".split(".").length;

/** "2.1", "3.x" of "v2.1", "3.x". */
function numberOf(form: string): string | undefined {
  const number = form.startsWith("v") ? form.slice(1) : form;
  const pieces = number.split(".");
  const fits = pieces.every((piece, i) => isDigits(piece) || (i > 0 && piece === "x"));
  return fits && pieces.length <= parts ? number : undefined;
}

export const asksOfChange = ({ forms, shown }: Reading, steps?: () => void): boolean =>
  change()
    .find(forms, steps)
    .some(({ from }) => shown[from] !== true);
