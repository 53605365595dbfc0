/** Characters below 128, as a table to look one up in. */
export function charactersOf(chars: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const wordCharacters = `${letters}0123456789_`;

/**
 * Whether so many of these characters stand in a row somewhere: what `/[…]{20}/` tells, and much sooner, because most
 * characters are never looked at. Read backwards, a window that one of them ends can hold no run, nor can any that begins
 * before the place where it ended.
 */
export function hasRun(text: string, characters: Uint8Array, length: number): boolean {
  let end = length - 1;
  while (end < text.length) {
    const first = end - length;
    let at = end;
    while (at > first && characters[text.charCodeAt(at)] === 1) at -= 1;
    if (at === first) return true;
    end = at + length;
  }
  return false;
}
