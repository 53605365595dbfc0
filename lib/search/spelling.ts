/**
 * How near two words are to each other, for reading a word that the documents do not hold as one that they do. Only
 * letters are ever mended: v3.4 is not a slip for v3.5.
 */
const shortest = 5;

/** Undefined when the one is no plausible slip for the other; else the number of edits between them. */
export function slipsBetween(wrong: string, right: string): number | undefined {
  const most = mostSlips(wrong);
  if (Math.abs(wrong.length - right.length) > most) return undefined;
  // Slips are seldom in the first letter, nor is it doubled by one: ccache is another program than a cache.
  if (wrong.charCodeAt(0) !== right.charCodeAt(0)) return undefined;
  if (doublesFirst(wrong) !== doublesFirst(right)) return undefined;
  const edits = editsBetween(wrong, right, most);
  return edits <= most && !/\d/.test(right) ? edits : undefined;
}

const doublesFirst = (word: string): boolean => word.charCodeAt(0) === word.charCodeAt(1);

/** A long word may hold two. */
export function mostSlips(wrong: string): number {
  return wrong.length < 8 ? 1 : 2;
}

export function mayBeMended(word: string): boolean {
  return word.length >= shortest && word.length <= 40 && /^[a-z]/.test(word) && !/\d/.test(word);
}

const widest = 64;
let before = new Uint8Array(widest);
let above = new Uint8Array(widest);
let row = new Uint8Array(widest);

/** Insert, remove, replace, or swap two neighbours. Above `most` it is any number above `most`. */
function editsBetween(a: string, b: string, most: number): number {
  if (b.length >= widest) return most + 1;
  for (let j = 0; j <= b.length; j++) above[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    const own = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (own === other ? 0 : 1),
      );
      if (i > 1 && j > 1 && own === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      row[j] = edits;
      least = Math.min(least, edits);
    }
    // What follows builds on this row and, by a swap, on the one above it.
    if (i > 1 && least > most && leastOf(above, b.length) >= most) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return above[b.length] ?? 0;
}

function leastOf(edits: Uint8Array, last: number): number {
  let least = edits[0] ?? 0;
  for (let j = 1; j <= last; j++) least = Math.min(least, edits[j] ?? 0);
  return least;
}
