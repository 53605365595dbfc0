/** Pieces of a line, from and to, in UTF-16 units. */
export type Pieces = readonly (readonly [start: number, end: number])[];

/** More words than these are not compared one by one. */
const mostWords = 400;

/**
 * What two lines, of which one stands in the other's place, have of their own, word by word; undefined where they have
 * so little in common that marks all over would say less than none.
 *
 *   A citation has three states.   →   "three"
 *   A citation has four states.    →   "four"
 */
export function ownWords(before: string, after: string): [Pieces, Pieces] | undefined {
  const a = wordsOf(before);
  const b = wordsOf(after);
  if (a.length > mostWords || b.length > mostWords) return undefined;
  // common[i][j]: how much the words from a[i] and from b[j] on have in common at most, in this order.
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = common[i] ?? new Uint32Array(0);
    for (let j = b.length - 1; j >= 0; j--) {
      const word = a[i] ?? "";
      row[j] =
        word === b[j] ? at(i + 1, j + 1) + weight(word) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const letters = Math.min(before.replace(/\s/g, "").length, after.replace(/\s/g, "").length);
  if (at(0, 0) < letters) return undefined;
  const own: [[number, number][], [number, number][]] = [[], []];
  let [i, j, x, y] = [0, 0, 0, 0];
  while (i < a.length || j < b.length) {
    const [word = "", other = ""] = [a[i], b[j]];
    if (i < a.length && j < b.length && word === other) {
      [i, j, x, y] = [i + 1, j + 1, x + word.length, y + word.length];
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      add(own[0], x, x + word.length);
      [i, x] = [i + 1, x + word.length];
    } else {
      add(own[1], y, y + other.length);
      [j, y] = [j + 1, y + other.length];
    }
  }
  return own;
}

/** Words, runs of blanks, and every other sign and Han letter by itself. */
function wordsOf(text: string): string[] {
  return text.match(/(?:(?!\p{Script=Han})[\p{L}\p{N}_])+|\s+|[\s\S]/gu) ?? [];
}

/** Twice its letters; blanks count, and less than any word. */
function weight(word: string): number {
  return Math.max(1, 2 * word.trim().length);
}

function add(pieces: [number, number][], start: number, end: number): void {
  const last = pieces.at(-1);
  if (last?.[1] === start) last[1] = end;
  else pieces.push([start, end]);
}
