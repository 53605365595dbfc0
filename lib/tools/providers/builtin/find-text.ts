/**
 * Where a text stands in another, as `indexOf` says it, in time that grows with both lengths added and never multiplied: the
 * engine's own search compares a long text letter by letter at each place where most of it fits. (Knuth, Morris, Pratt.)
 */
export function indexIn(text: string, sought: string, from = 0): number {
  if (sought.length <= SHORT) return text.indexOf(sought, from);
  const back = tableOf(sought);
  let fits = 0;
  for (let at = Math.max(0, from); at < text.length; at++) {
    const letter = text.charCodeAt(at);
    while (fits > 0 && letter !== sought.charCodeAt(fits)) fits = back[fits - 1] ?? 0;
    if (letter === sought.charCodeAt(fits)) fits += 1;
    if (fits === sought.length) return at - fits + 1;
  }
  return -1;
}

const SHORT = 250;
let last: { sought: string; table: Uint32Array } | undefined;

/** For each letter, how many letters before and with it the text begins with too. Kept for the next search of the same. */
function tableOf(sought: string): Uint32Array {
  if (last?.sought === sought) return last.table;
  const table = new Uint32Array(sought.length);
  let fits = 0;
  for (let at = 1; at < sought.length; at++) {
    const letter = sought.charCodeAt(at);
    while (fits > 0 && letter !== sought.charCodeAt(fits)) fits = table[fits - 1] ?? 0;
    if (letter === sought.charCodeAt(fits)) fits += 1;
    table[at] = fits;
  }
  last = { sought, table };
  return table;
}
