/**
 * Numbers handed out by falling value, only as many as are asked for: a heap over their values, because of thousands
 * seldom more than some hundred are looked at. `values` has the value of number `n` at `n`.
 */
export function bestFirst(
  numbers: Uint32Array,
  values: ArrayLike<number>,
): () => number | undefined {
  const heap = numbers.slice();
  let size = heap.length;
  const at = (place: number) => heap[place] ?? 0;
  const value = (place: number) => values[at(place)] ?? 0;
  function sink(from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= size) return;
      const higher = left + 1 < size && value(left + 1) > value(left) ? left + 1 : left;
      if (value(higher) <= value(place)) return;
      const moved = at(place);
      heap[place] = at(higher);
      heap[higher] = moved;
      place = higher;
    }
  }
  for (let place = (size >>> 1) - 1; place >= 0; place--) sink(place);
  return () => {
    if (size === 0) return undefined;
    const best = at(0);
    size -= 1;
    heap[0] = at(size);
    sink(0);
    return best;
  };
}
