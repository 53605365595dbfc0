import { PassageKind } from "#lib/contracts/docs-tools";
import type { Heading } from "#lib/markdown/document";

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
 * Headings and passages of a file. As objects those of ten thousand files take some tens of megabytes, and at a start
 * making them takes longer than reading them. Plain data, which a worker can hand over and a file can keep.
 */
export type PackedOutline = {
  /**
   * How many passages, headings and names there are, then eight numbers for each passage, four for each heading and the
   * end of each name; behind them the ways down that passages share, each as the count of its names and their numbers.
   */
  numbers: Uint32Array;
  /** One behind the other: headings, and the fences that passages begin behind. */
  names: string;
};

export const hashDigits = 16;
const perPassage = 8;
const perHeading = 4;
const firstPassage = 3;
const kinds = PassageKind.options;

export function packOutline(
  headings: readonly Heading[],
  passages: readonly PassageFacts[],
): PackedOutline {
  const names = new Map<string, number>();
  const nameOf = (text: string) => numberIn(names, text);
  const ways = new Map<string, number>();
  const crumbs: number[] = [];
  /** Passages of one section share theirs, mostly the same object. */
  let last: { breadcrumb: readonly string[]; start: number } | undefined;
  const wayOf = (breadcrumb: readonly string[]) => {
    if (last?.breadcrumb === breadcrumb) return last.start;
    const way = [breadcrumb.length, ...breadcrumb.map(nameOf)];
    const key = way.join();
    const start = ways.get(key) ?? crumbs.length;
    if (start === crumbs.length) crumbs.push(...way);
    ways.set(key, start);
    last = { breadcrumb, start };
    return start;
  };
  const rows = new Uint32Array(passages.length * perPassage);
  let at = 0;
  for (const { line_start, line_end, kind, breadcrumb, inside_fence, hash, bytes } of passages) {
    const fence = inside_fence === undefined ? 0 : 1 + nameOf(inside_fence);
    rows[at] = line_start;
    rows[at + 1] = line_end;
    rows[at + 2] = wayOf(breadcrumb);
    rows[at + 3] = kinds.indexOf(kind) + kinds.length * fence;
    const [high, low] = halvesOf(hash);
    rows[at + 4] = high;
    rows[at + 5] = low;
    rows[at + 6] = bytes?.start ?? 0;
    rows[at + 7] = bytes?.end ?? 0;
    at += perPassage;
  }
  const ranges = headings.flatMap(({ level, text, start, end }) => [
    level,
    nameOf(text),
    start,
    end,
  ]);
  let length = 0;
  const ends = [...names.keys()].map((name) => (length += name.length));
  const counts = [passages.length, headings.length, names.size];
  return {
    numbers: joined([counts, rows, ranges, ends, crumbs]),
    names: [...names.keys()].join(""),
  };
}

function joined(lists: readonly ArrayLike<number>[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

export function countPassages({ numbers }: PackedOutline): number {
  return numbers[0] ?? 0;
}

export function headingsOf(outline: PackedOutline): Heading[] {
  const read = (i: number) => outline.numbers[i] ?? 0;
  const headings: Heading[] = [];
  let at = firstPassage + countPassages(outline) * perPassage;
  for (let left = read(1); left > 0; left--, at += perHeading) {
    const text = nameAt(outline, read(at + 1));
    headings.push({ level: read(at), text, start: read(at + 2), end: read(at + 3) });
  }
  return headings;
}

export function passageAt(outline: PackedOutline, number: number): PassageFacts | undefined {
  if (number < 0 || number >= countPassages(outline)) return undefined;
  const at = firstPassage + number * perPassage;
  const read = (i: number) => outline.numbers[i] ?? 0;
  const way = endOfNames(outline) + read(at + 2);
  const breadcrumb: string[] = [];
  for (let i = 1; i <= read(way); i++) breadcrumb.push(nameAt(outline, read(way + i)));
  const what = read(at + 3);
  const fence = Math.floor(what / kinds.length);
  const end = read(at + 7);
  return {
    line_start: read(at),
    line_end: read(at + 1),
    kind: kinds[what % kinds.length] ?? "prose",
    breadcrumb,
    ...(fence === 0 ? {} : { inside_fence: nameAt(outline, fence - 1) }),
    hash: digitsOf(read(at + 4)) + digitsOf(read(at + 5)),
    ...(end === 0 ? {} : { bytes: { start: read(at + 6), end } }),
  };
}

/** The passages of so many lines with this hash. */
export function* passagesOf(
  outline: PackedOutline,
  hash: string,
  lineCount: number,
): Generator<PassageFacts> {
  const { numbers } = outline;
  const [high, low] = halvesOf(hash);
  for (let i = 0; i < countPassages(outline); i++) {
    const at = firstPassage + i * perPassage;
    if (numbers[at + 4] !== high || numbers[at + 5] !== low) continue;
    const passage = passageAt(outline, i);
    if (passage !== undefined && passage.line_end - passage.line_start + 1 === lineCount)
      yield passage;
  }
}

function numberIn(known: Map<string, number>, text: string): number {
  const number = known.get(text) ?? known.size;
  known.set(text, number);
  return number;
}

function endOfNames({ numbers }: PackedOutline): number {
  const count = (i: number) => numbers[i] ?? 0;
  return firstPassage + count(0) * perPassage + count(1) * perHeading + count(2);
}

function nameAt(outline: PackedOutline, number: number): string {
  const { numbers, names } = outline;
  const at = endOfNames(outline) - (numbers[2] ?? 0) + number;
  return names.slice(number === 0 ? 0 : numbers[at - 1], numbers[at]);
}

function halvesOf(hash: string): [high: number, low: number] {
  const half = hashDigits / 2;
  return [Number.parseInt(hash.slice(0, half), 16), Number.parseInt(hash.slice(half), 16)];
}

function digitsOf(half: number): string {
  return half.toString(16).padStart(hashDigits / 2, "0");
}
