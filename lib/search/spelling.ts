/**
 * How near two words are to each other, for reading a word that the documents do not hold as one that they do. Only
 * letters are ever mended: v3.4 is not a slip for v3.5.
 */
const shortest = 5;

/** Undefined when the one is no plausible slip for the other; else the number of edits between them. */
export function slipsBetween(wrong: string, right: string): number | undefined {
  const most = wrong.length < 8 ? 1 : 2;
  if (Math.abs(wrong.length - right.length) > most) return undefined;
  // Slips are seldom in the first letter.
  if (wrong[0] !== right[0] || /\d/.test(right)) return undefined;
  const edits = editsBetween(wrong, right);
  return edits <= most ? edits : undefined;
}

export function mayBeMended(word: string): boolean {
  return word.length >= shortest && word.length <= 40 && /^[a-z]/.test(word) && !/\d/.test(word);
}

/** Insert, remove, replace, or swap two neighbours. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
