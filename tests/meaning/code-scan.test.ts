import { expect, test } from "vitest";
import { createCodeScan } from "#lib/meaning/code-scan";
import { differingBits } from "#lib/meaning/text-code";
import { createRandom } from "../../fixtures/hostile/random.ts";

type Found = { list: number; at: number; bits: number };

const codesOf = (count: number, width: number, seed: number) => {
  const random = createRandom(seed);
  return Uint32Array.from({ length: count * width }, () => random.below(2 ** 32));
};

/** What lies within so many bits, one after the other by the plain way of counting. */
function counted(lists: readonly Uint32Array[], code: Uint32Array, most: number): Found[] {
  return lists.flatMap((codes, list) =>
    Array.from({ length: codes.length / code.length }, (_, at) => ({
      ...{ list, at },
      bits: differingBits(codes, at * code.length, code, 0, code.length),
    })).filter(({ bits }) => bits <= most),
  );
}

function scanned(
  scan: ReturnType<typeof createCodeScan>,
  lists: readonly Uint32Array[],
  code: Uint32Array,
  most: number,
): Found[] {
  const found: Found[] = [];
  scan.near(lists, code, most, (list, at, bits) => {
    found.push({ list, at, bits });
    return most;
  });
  return found;
}

test.each([4, 8, 12])("codes of %i elements are found as by counting them one by one", (width) => {
  const lists = [codesOf(5_000, width, 1), codesOf(0, width, 2), codesOf(70, width, 3)];
  const scan = createCodeScan();
  for (const seed of [4, 5]) {
    const code = codesOf(1, width, seed);
    for (const most of [0, width * 15, width * 16, width * 32])
      expect(scanned(scan, lists, code, most)).toEqual(counted(lists, code, most));
  }
});

test("another list is looked through as soon as it is given", () => {
  const scan = createCodeScan();
  const code = codesOf(1, 4, 9);
  const before = [codesOf(10, 4, 6)];
  expect(scanned(scan, before, code, 128)).toEqual(counted(before, code, 128));
  const after = [...before, codesOf(300, 4, 7)];
  expect(scanned(scan, after, code, 128)).toEqual(counted(after, code, 128));
});

test("a smaller number of bits holds from the next look on, and nothing within it is left out", () => {
  const lists = [codesOf(20_000, 4, 8)];
  const code = codesOf(1, 4, 10);
  let most = 128;
  const found: Found[] = [];
  createCodeScan().near(lists, code, most, (list, at, bits) => {
    found.push({ list, at, bits });
    if (most > 50) most -= 1;
    return most;
  });
  expect(found.length).toBeLessThan(5_000);
  expect(found.filter(({ bits }) => bits <= 50)).toEqual(counted(lists, code, 50));
});

test("without WebAssembly the codes are counted in place", ({ onTestFinished }) => {
  const there = globalThis.WebAssembly;
  onTestFinished(() => {
    globalThis.WebAssembly = there;
  });
  Reflect.deleteProperty(globalThis, "WebAssembly");
  const lists = [codesOf(500, 4, 11)];
  const code = codesOf(1, 4, 12);
  expect(scanned(createCodeScan(), lists, code, 60)).toEqual(counted(lists, code, 60));
});
