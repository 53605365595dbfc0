import { tokenize } from "#lib/language/words";
import { isLetter } from "./facts/numbers.ts";
import { isHan } from "./facts/single-words.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * The name of a folder as a sentence writes it, "Made Tech" of `madetech`: a product or a house that a folder is named by is
 * what its pages are about. Undefined where it is not there.
 */
export function namedIn(sentence: string, folder: string): string | undefined {
  const wanted = squeezed(folder);
  // A version or a figure is no name.
  if (wanted.length < entailmentLimits.folder_letters || ![...wanted].every(isNameSign))
    return undefined;
  const words = tokenize(sentence).filter(({ kind }) => kind !== "part");
  for (const [i, { start }] of words.entries())
    for (const { end } of words.slice(i, i + entailmentLimits.folder_words)) {
      const name = sentence.slice(start, end);
      const written = squeezed(name);
      if (written === wanted || written === `${wanted}s`) return name;
    }
  return undefined;
}

const isNameSign = (sign: string): boolean => isLetter(sign) || isHan(sign);

/** Letters and figures alone. */
const squeezed = (text: string): string =>
  tokenize(text)
    .filter(({ kind }) => kind !== "part")
    .map(({ start, end }) => text.slice(start, end).toLowerCase())
    .join("");
