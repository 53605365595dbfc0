import { codeBits, scanBlock } from "./limits.ts";
import { scanModule } from "./scan-module.ts";
import { differingFromEach } from "./text-code.ts";

/**
 * Looks through all codes of an index for those near to one code: machine code counts the bits of a word in one step,
 * where JavaScript takes a dozen. The codes are copied to where that can read them, once for as long as the lists stay the
 * same objects; where there is no WebAssembly, or no room, they are counted in place.
 */
export type CodeScan = {
  /**
   * Of each list in turn, ascending, the codes that differ in `most` bits at most. What `take` returns is the new `most`; a few
   * that lie beyond it may still come.
   */
  near(
    lists: readonly Uint32Array[],
    code: Uint32Array,
    most: number,
    take: (list: number, at: number, bits: number) => number,
  ): void;
};

export function createCodeScan(): CodeScan {
  let laid: Laid | undefined;
  return {
    near(lists, code, most, take) {
      if (!isLaid(laid, lists)) laid = layOut(lists, code.length);
      if (laid === undefined) return inPlace(lists, code, most, take);
      const { scan, words, starts } = laid;
      const width = code.byteLength;
      words.set(code, 0);
      let within = most;
      let block: number = scanBlock.first;
      for (const [list, { byteLength }] of lists.entries()) {
        const start = starts[list] ?? 0;
        for (let from = start; from < start + byteLength; ) {
          const to = Math.min(start + byteLength, from + block * width);
          const end = scan(from, to, width, within, outAt) >>> 2;
          for (let at = outAt >>> 2; at < end; at += 2)
            within = take(list, ((words[at] ?? 0) - start) / width, words[at + 1] ?? 0);
          from = to;
          block = Math.min(block * 2, scanBlock.last);
        }
      }
    },
  };
}

type Laid = {
  scan: (from: number, to: number, width: number, most: number, out: number) => number;
  words: Uint32Array;
  lists: readonly Uint32Array[];
  /** Where each list begins, in bytes. */
  starts: readonly number[];
};

/** The code that is looked for stands at 0, then what is found, then the lists. */
const outAt = scanBlock.code_bytes;
const listsAt = outAt + scanBlock.last * 2 * Uint32Array.BYTES_PER_ELEMENT;

function isLaid(laid: Laid | undefined, lists: readonly Uint32Array[]): laid is Laid {
  return (
    laid !== undefined &&
    laid.lists.length === lists.length &&
    laid.lists.every((list, i) => list === lists[i])
  );
}

function layOut(lists: readonly Uint32Array[], length: number): Laid | undefined {
  if (length * (codeBits / 8) > scanBlock.code_bytes) return undefined;
  const size = lists.reduce((sum, { byteLength }) => sum + byteLength, listsAt);
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(size / scanBlock.page) });
    const words = new Uint32Array(memory.buffer);
    const starts: number[] = [];
    let at = listsAt;
    for (const list of lists) {
      starts.push(at);
      words.set(list, at / Uint32Array.BYTES_PER_ELEMENT);
      at += list.byteLength;
    }
    const { scan } = new WebAssembly.Instance(scanModule(), { "": { memory } }).exports;
    return { scan: scan as Laid["scan"], words, lists: [...lists], starts }; // as the module exports it
  } catch {
    return undefined; // no WebAssembly, or no room for the codes a second time
  }
}

function inPlace(
  lists: readonly Uint32Array[],
  code: Uint32Array,
  most: number,
  take: (list: number, at: number, bits: number) => number,
): void {
  let within = most;
  for (const [number, list] of lists.entries()) {
    const distances = differingFromEach(list, code);
    for (let at = 0; at < distances.length; at++) {
      const bits = distances[at] ?? 0;
      if (bits <= within) within = take(number, at, bits);
    }
  }
}
