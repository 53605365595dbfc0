/** A list of unsigned 32-bit numbers that grows by doubling. What stands behind its length is left from before. */
export type GrowingNumbers = { data: Uint32Array; length: number };

export const growingNumbers = (): GrowingNumbers => ({ data: new Uint32Array(1024), length: 0 });

export function push(list: GrowingNumbers, value: number): void {
  const at = list.length;
  if (at === list.data.length) makeRoom(list, 1);
  list.data[at] = value;
  list.length = at + 1;
}

/** Room for so many more; where they are put and that they are there is for the caller to say. */
export function makeRoom(list: GrowingNumbers, more: number): void {
  if (list.length + more <= list.data.length) return;
  const larger = new Uint32Array(Math.max(list.data.length * 2, list.length + more));
  larger.set(list.data.subarray(0, list.length));
  list.data = larger;
}

/** A copy of what it holds. */
export const numbersIn = ({ data, length }: GrowingNumbers): Uint32Array => data.slice(0, length);
