import { atFirstUse, readLexicon } from "../lexicon.ts";
import { createPhraseBook } from "../phrases.ts";
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
    const [, v = "", number] = (kind === "word" ? version.exec(form) : null) ?? [];
    if (number === undefined) continue;
    const whole = number.split(".").length === "major.minor.patch".split(".").length;
    if (v !== "" || whole || before.has(i) || behind.has(i + 1)) return number;
  }
  return undefined;
}

/** "v2", "v2.1.4": a number alone may count something. */
export const isVersion = (written: string): boolean =>
  (version.exec(written.toLowerCase())?.[1] ?? "") !== "";

const version = /^(v?)(\d+(?:\.(?:\d+|x)){0,2})$/;

export const asksOfChange = ({ forms, shown }: Reading, steps?: () => void): boolean =>
  change()
    .find(forms, steps)
    .some(({ from }) => shown[from] !== true);
