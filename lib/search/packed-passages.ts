import { PassageKind } from "#lib/contracts/docs-tools";

/** Where a passage stands in its file and what it is. */
export type PassageFacts = {
  /** 1-based, inclusive, in the file's lines. */
  line_start: number;
  line_end: number;
  kind: PassageKind;
  breadcrumb: string[];
  /** It begins inside a code block: the block's opening fence. */
  inside_fence?: string;
  /** The first 16 digits of the hash of its lines. */
  hash: string;
  /** Where in the file its lines are just these bytes of UTF-8, joined by LF; absent in other encodings and behind carriage returns. */
  bytes?: { start: number; end: number };
};

/**
 * The passages of a file side by side in one array, eight numbers each: as objects those of ten thousand files take some
 * tens of megabytes. Plain data, which a worker can hand over and a file can keep.
 */
export type PackedPassages = {
  numbers: Uint32Array;
  /** The ways down that passages share, and the fences that some begin behind. */
  breadcrumbs: string[][];
  fences: string[];
};

export const hashDigits = 16;
const perPassage = 8;
const kinds = PassageKind.options;

export function packPassages(passages: readonly PassageFacts[]): PackedPassages {
  const numbers = new Uint32Array(passages.length * perPassage);
  const breadcrumbs = new Map<string, number>();
  const fences = new Map<string, number>();
  const numberOf = (known: Map<string, number>, text: string) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
  for (const [i, passage] of passages.entries()) {
    const { line_start, line_end, kind, breadcrumb, inside_fence, hash, bytes } = passage;
    const fence = inside_fence === undefined ? 0 : 1 + numberOf(fences, inside_fence);
    const row = [
      line_start,
      line_end,
      numberOf(breadcrumbs, JSON.stringify(breadcrumb)),
      kinds.indexOf(kind) + kinds.length * fence,
      ...halvesOf(hash),
      bytes?.start ?? 0,
      bytes?.end ?? 0,
    ];
    numbers.set(row, i * perPassage);
  }
  return {
    numbers,
    breadcrumbs: [...breadcrumbs.keys()].map((text) => JSON.parse(text) as string[]), // as they were written above
    fences: [...fences.keys()],
  };
}

export function countPassages({ numbers }: PackedPassages): number {
  return numbers.length / perPassage;
}

export function passageAt(packed: PackedPassages, number: number): PassageFacts | undefined {
  if (number < 0 || number >= countPassages(packed)) return undefined;
  const at = number * perPassage;
  const [line_start = 0, line_end = 0, crumb = 0, what = 0, high = 0, low = 0, start = 0, end = 0] =
    packed.numbers.subarray(at, at + perPassage);
  const inside_fence = packed.fences[Math.floor(what / kinds.length) - 1];
  return {
    line_start,
    line_end,
    kind: kinds[what % kinds.length] ?? "prose",
    breadcrumb: packed.breadcrumbs[crumb] ?? [],
    ...(inside_fence === undefined ? {} : { inside_fence }),
    hash: digitsOf(high) + digitsOf(low),
    ...(end === 0 ? {} : { bytes: { start, end } }),
  };
}

/** The passages of so many lines with this hash. */
export function* passagesOf(
  packed: PackedPassages,
  hash: string,
  lineCount: number,
): Generator<PassageFacts> {
  const { numbers } = packed;
  const [high, low] = halvesOf(hash);
  for (let at = 0; at < numbers.length; at += perPassage) {
    if (numbers[at + 4] !== high || numbers[at + 5] !== low) continue;
    const passage = passageAt(packed, at / perPassage);
    if (passage !== undefined && passage.line_end - passage.line_start + 1 === lineCount)
      yield passage;
  }
}

function halvesOf(hash: string): [high: number, low: number] {
  const half = hashDigits / 2;
  return [Number.parseInt(hash.slice(0, half), 16), Number.parseInt(hash.slice(half), 16)];
}

function digitsOf(half: number): string {
  return half.toString(16).padStart(hashDigits / 2, "0");
}
