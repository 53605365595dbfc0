/**
 * The most that numbers can sum to in one place, each of them standing in some of 32 places.
 *
 *   a .5  in 1 4     b .3  in 2 4 6     c .1  in 1 6     ->  .8, a and b in place 4
 */
export function mostAtOnce(values: Float64Array, places: Int32Array, count: number): number {
  let left = 0;
  for (let i = count - 1; i >= 0; i--) {
    left += values[i] ?? 0;
    rest[i] = left;
  }
  return search(values, places, count, 0, -1, 0, 0);
}

/** What the numbers from one on sum to. */
const rest: number[] = [];

/** `within` are the places that are left, and `sum` what already stands in each of them. No more branches than places. */
function search(
  values: Float64Array,
  places: Int32Array,
  count: number,
  at: number,
  within: number,
  sum: number,
  best: number,
): number {
  if (at === count) return Math.max(best, sum);
  if (sum + (rest[at] ?? 0) <= best) return best;
  const own = places[at] ?? 0;
  let most = best;
  if ((within & own) !== 0)
    most = search(values, places, count, at + 1, within & own, sum + (values[at] ?? 0), most);
  if ((within & ~own) !== 0) most = search(values, places, count, at + 1, within & ~own, sum, most);
  return most;
}
