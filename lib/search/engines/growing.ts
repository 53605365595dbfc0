/** A list of unsigned 32-bit numbers that grows by doubling. */
export type GrowingNumbers = { push(value: number): void; length(): number; take(): Uint32Array };

export function growingNumbers(): GrowingNumbers {
  let data = new Uint32Array(1024);
  let length = 0;
  return {
    push(value) {
      if (length === data.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(data);
        data = larger;
      }
      data[length] = value;
      length += 1;
    },
    length: () => length,
    take: () => data.slice(0, length),
  };
}
