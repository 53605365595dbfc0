let made: WebAssembly.Module | undefined;

/**
 * The machine code of `code-scan.ts`, written out by hand: one function over an imported memory.
 *
 *   scan(from, to, width, most, out): of the codes of `width` bytes, a multiple of 16, between `from` and `to` it writes where
 *   each one stands that differs from the code at 0 in `most` bits at most, and in how many, from `out` on; returns the end.
 */
export function scanModule(): WebAssembly.Module {
  made ??= new WebAssembly.Module(
    new Uint8Array([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // \0asm, version 1
      ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 1, i32]), // one type: five numbers to one
      ...section(2, [1, ...name(""), ...name("memory"), 0x02, 0x00, 1]), // the memory
      ...section(3, [1, 0]), // one function of type 0
      ...section(7, [1, ...name("scan"), 0x00, 0]), // its name
      ...section(10, [1, body.length, ...body]),
    ]),
  );
  return made;
}

const i32 = 0x7f;
const section = (id: number, bytes: readonly number[]) => [id, bytes.length, ...bytes];
const name = (text: string) => [text.length, ...Buffer.from(text)];

const [from, to, width, most, out, bits, word] = [0, 1, 2, 3, 4, 5, 6];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const i32Const = (value: number) => [0x41, value];
const add = 0x6a;
const load64 = (offset: number) => [0x29, 3, offset];
const store32 = (offset: number) => [0x36, 2, offset];
const whileTrue = [0x0d, 0];
const loop = [0x03, 0x40];
const end = 0x0b;

/** In how many bits eight bytes of the code at `from` differ from those of the code at 0. */
const differing = (offset: number) => [
  ...[...get(from), ...get(word), add, ...load64(offset)],
  ...[...get(word), ...load64(offset)],
  ...[0x85, 0x7b, 0xa7], // xor, count the bits, as 32 bits
];

const body = [
  ...[1, 2, i32], // two locals besides: bits, word
  ...loop,
  ...[...i32Const(0), ...set(bits), ...i32Const(0), ...set(word)],
  ...loop,
  ...[...get(bits), ...differing(0), add, ...differing(8), add, ...set(bits)],
  ...[...get(word), ...i32Const(16), add, 0x22, word, ...get(width), 0x49, ...whileTrue], // word += 16, below width
  end,
  ...[...get(bits), ...get(most), 0x4d, 0x04, 0x40], // if bits <= most
  ...[...get(out), ...get(from), ...store32(0), ...get(out), ...get(bits), ...store32(4)],
  ...[...get(out), ...i32Const(8), add, ...set(out)],
  end,
  ...[...get(from), ...get(width), add, 0x22, from, ...get(to), 0x49, ...whileTrue], // from += width, below to
  end,
  ...[...get(out), end],
];
