import { holdsHan } from "./words/characters.ts";
import type { Token } from "./words/token.ts";

/**
 * Is a word of a text one that no other word stands for: a number, a version, an identifier and its parts, a name? A name is told by its capital where it
 * does not begin an English text, and where the text has small letters.
 */
export function isFixed(
  written: string,
  { start, kind }: Pick<Token, "start" | "kind">,
  text: string,
): boolean {
  if (kind === "han" || kind === "han_single") return false;
  if (kind !== "word") return true;
  const capital = written !== written.toLowerCase() && text !== text.toUpperCase();
  return hasDigit(written) || (capital && (start > 0 || holdsHan(text)));
}

const hasDigit = (written: string): boolean =>
  Array.from(written).some((sign) => sign >= "0" && sign <= "9");
