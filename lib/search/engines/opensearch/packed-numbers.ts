const low = 0x7f;
const more = 0x80;
const step = 7;

/** Whole numbers up to 32 bits as text, small ones in one byte each: seven bits a byte, the eighth where more follow. */
export function writeNumbers(numbers: readonly number[]): string {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number >>> 0;
    for (; rest > low; rest >>>= step) bytes.push((rest & low) | more);
    bytes.push(rest);
  }
  return Buffer.from(bytes).toString("base64");
}

/** `left`: how many bytes are still to be read. */
export type NumberReader = { next(): number; left(): number };

/** Reads them one after the other; behind the last there are only zeros. */
export function readNumbers(text: string): NumberReader {
  const bytes = Buffer.from(text, "base64");
  let at = 0;
  return {
    left: () => Math.max(0, bytes.length - at),
    next() {
      let number = 0;
      for (let shift = 0; ; shift += step) {
        const byte = bytes[at++] ?? 0;
        number |= (byte & low) << shift;
        if (byte <= low) return number >>> 0;
      }
    },
  };
}
