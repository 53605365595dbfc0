/**
 * Is a text fit to be an access token, that is, could nobody guess it? What a text is made of bounds what it can hold:
 * at least 128 bits by its length and its kinds of characters, and no plan that a shorter text would describe (one
 * character over and over, a piece repeated, a run of neighbours). Words of a language are beyond what is seen here.
 */
export type TokenFault = "characters" | "short" | "patterned";

const NEEDED_BITS = 128;
/** Random hexadecimal, base64 and decimal texts of 128 bits all lie above this; a text with a plan lies far below. */
const NEEDED_VARIETY = 60;

export function tokenFault(token: string): TokenFault | undefined {
  if (!/^[\x21-\x7e]*$/.test(token)) return "characters";
  if (token.length * Math.log2(alphabetOf(token)) < NEEDED_BITS) return "short";
  if (/^(.+?)\1+.{0,8}$/.test(token.slice(0, 512))) return "patterned";
  const codes = Array.from(token, (one) => one.charCodeAt(0));
  const steps = codes.slice(1).map((code, i) => code - (codes[i] ?? 0));
  if (Math.min(variety(codes), variety(steps)) < NEEDED_VARIETY) return "patterned";
  return undefined;
}

/** How many characters the maker of this token seems to have chosen from. */
function alphabetOf(token: string): number {
  if (/^\d*$/.test(token)) return 10;
  if (/^(?:[\da-f]*|[\dA-F]*)$/.test(token)) return 16;
  const kinds: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[^\dA-Za-z]/, 2],
  ];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(token) ? size : 0), 0);
}

/** Bits that a sequence needs when each of its values is written by how often it occurs. */
function variety(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((bits, n) => bits - n * Math.log2(n / values.length), 0);
}
