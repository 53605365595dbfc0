import { PassageKind } from "#lib/contracts/docs-tools";
import type { Heading } from "./markdown/document.ts";

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
  /** Eight numbers for each passage. */
  passages: Uint32Array;
  /** `Names` as JSON. */
  names: string;
};

type Names = {
  headings: [level: number, start: number, end: number, text: string][];
  /** The ways down that passages share: the number of the heading that bears the text, or the text. */
  ways: (number | string)[][];
  /** Those that some passages begin behind. */
  fences: string[];
};

export const hashDigits = 16;
const perPassage = 8;
const kinds = PassageKind.options;

export function packOutline(
  headings: readonly Heading[],
  passages: readonly PassageFacts[],
): PackedOutline {
  const numbers = new Uint32Array(passages.length * perPassage);
  const ways = new Map<string, number>();
  const fences = new Map<string, number>();
  const numberOf = (known: Map<string, number>, text: string) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
  const bearers = new Map<string, number>();
  for (const [i, { text }] of headings.entries()) if (!bearers.has(text)) bearers.set(text, i);
  for (const [i, passage] of passages.entries()) {
    const { line_start, line_end, kind, breadcrumb, inside_fence, hash, bytes } = passage;
    const fence = inside_fence === undefined ? 0 : 1 + numberOf(fences, inside_fence);
    const way = breadcrumb.map((text) => bearers.get(text) ?? text);
    const row = [
      line_start,
      line_end,
      numberOf(ways, JSON.stringify(way)),
      kinds.indexOf(kind) + kinds.length * fence,
      ...halvesOf(hash),
      bytes?.start ?? 0,
      bytes?.end ?? 0,
    ];
    numbers.set(row, i * perPassage);
  }
  const rows = headings.map(({ level, start, end, text }) => [level, start, end, text]);
  const names = `{"headings":${JSON.stringify(rows)},"ways":[${[...ways.keys()].join()}],"fences":${JSON.stringify([...fences.keys()])}}`;
  return { passages: numbers, names };
}

export function countPassages({ passages }: PackedOutline): number {
  return passages.length / perPassage;
}

export function headingsOf(outline: PackedOutline): Heading[] {
  return namesOf(outline).headings.map(([level, start, end, text]) => ({
    level,
    text,
    start,
    end,
  }));
}

export function passageAt(outline: PackedOutline, number: number): PassageFacts | undefined {
  if (number < 0 || number >= countPassages(outline)) return undefined;
  const at = number * perPassage;
  const [line_start = 0, line_end = 0, way = 0, what = 0, high = 0, low = 0, start = 0, end = 0] =
    outline.passages.subarray(at, at + perPassage);
  const { headings, ways, fences } = namesOf(outline);
  const inside_fence = fences[Math.floor(what / kinds.length) - 1];
  const breadcrumb = (ways[way] ?? []).map((name) =>
    typeof name === "number" ? (headings[name]?.[3] ?? "") : name,
  );
  return {
    line_start,
    line_end,
    kind: kinds[what % kinds.length] ?? "prose",
    breadcrumb,
    ...(inside_fence === undefined ? {} : { inside_fence }),
    hash: digitsOf(high) + digitsOf(low),
    ...(end === 0 ? {} : { bytes: { start, end } }),
  };
}

/** The passages of so many lines with this hash. */
export function* passagesOf(
  outline: PackedOutline,
  hash: string,
  lineCount: number,
): Generator<PassageFacts> {
  const { passages } = outline;
  const [high, low] = halvesOf(hash);
  for (let at = 0; at < passages.length; at += perPassage) {
    if (passages[at + 4] !== high || passages[at + 5] !== low) continue;
    const passage = passageAt(outline, at / perPassage);
    if (passage !== undefined && passage.line_end - passage.line_start + 1 === lineCount)
      yield passage;
  }
}

/** Of the last files that were asked about: a search cites several passages of one, and a large one has thousands of names. */
const lately = new Map<string, Names>();
const mostLately = 32;

function namesOf({ names }: PackedOutline): Names {
  const known = lately.get(names) ?? (JSON.parse(names) as Names); // as `packOutline` wrote it
  lately.delete(names);
  lately.set(names, known);
  for (const oldest of lately.keys()) {
    if (lately.size <= mostLately) break;
    lately.delete(oldest);
  }
  return known;
}

function halvesOf(hash: string): [high: number, low: number] {
  const half = hashDigits / 2;
  return [Number.parseInt(hash.slice(0, half), 16), Number.parseInt(hash.slice(half), 16)];
}

function digitsOf(half: number): string {
  return half.toString(16).padStart(hashDigits / 2, "0");
}
