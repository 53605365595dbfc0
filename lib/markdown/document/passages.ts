import type { PassageKind } from "#lib/contracts/docs-tools";
import { bareFence, closesFence, fenceOn } from "../fences.ts";
import type { Block } from "./blocks.ts";

/**
 * Blocks of one section, joined and split into the pieces that are ranked and cited. Short neighbours join; a block is
 * cut only where it alone is far too long: a list between items, a table between rows, the rest at line ends. A
 * paragraph of one line stays whole whatever its length.
 *
 *   paragraph 40 words, list 60 words   -> one passage        paragraph 130 words, paragraph 150 words -> two
 */
export type Passage = {
  /** Lines from 0, `end` exclusive; neither first nor last is blank. */
  start: number;
  end: number;
  kind: PassageKind;
  /** Of a piece of a table: the lines of its header, which may stand far above. */
  header?: { start: number; end: number };
  /**
   * Of a piece that begins inside a code block: the block's opening fence ("```"); such a piece stands alone. Of one that begins
   * inside a note, a tab or a definition: the spaces that its text is indented by.
   */
  inside_fence?: string;
  /** A comment or a rule between sections: not shown to a reader, so not found. */
  silent: boolean;
};

/** Sizes are in characters of Latin text; a Han character says as much as two or three of them. */
const joinUpTo = 750;
const splitAbove = 1500;
const pieceSize = 700;
/** Paragraphs, quotes and markup are cut only beyond this. */
const paragraphLimit = 3600;
const mostLines = 58;

type Unit = Passage & { size: number; piece_of_code?: true };

export function makePassages(blocks: readonly Block[], lines: readonly string[]): Passage[] {
  const units = blocks.flatMap((block) => splitBlock(block, lines));
  const passages: Unit[] = [];
  let open: Unit[] = [];
  const close = () => {
    const made = joinUnits(open);
    if (made !== undefined) passages.push(made);
    open = [];
  };
  for (const unit of units) {
    const size = open.reduce((sum, u) => sum + u.size, 0);
    const last = open.at(-1);
    if (last !== undefined && !mayJoin(last, unit, size, open[0]?.start ?? 0, lines)) close();
    open.push(unit);
  }
  close();
  return passages.map(({ size: _, piece_of_code: __, ...passage }) => passage);
}

function mayJoin(
  last: Unit,
  next: Unit,
  size: number,
  start: number,
  lines: readonly string[],
): boolean {
  if (last.silent || next.silent) return last.silent === next.silent;
  if (next.header !== undefined || last.header !== undefined) return false;
  if (next.piece_of_code || last.piece_of_code) return false;
  if (next.end - start > mostLines) return false;
  if (size + next.size <= joinUpTo) return true;
  // "Run:" belongs to what follows it.
  const announces = /[:：]\s*(?:\*\*|__|<\/?\w+>)?\s*$/.test(
    lines[last.end - 1]?.slice(-200) ?? "",
  );
  return announces && last.kind === "prose" && size <= joinUpTo && next.size <= splitAbove;
}

function joinUnits(units: readonly Unit[]): Unit | undefined {
  const first = units[0];
  const last = units.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const sizes = new Map<PassageKind, number>();
  for (const unit of units) sizes.set(unit.kind, (sizes.get(unit.kind) ?? 0) + unit.size);
  let kind = first.kind;
  for (const [candidate, size] of sizes) if (size > (sizes.get(kind) ?? 0)) kind = candidate;
  return {
    ...first,
    end: last.end,
    kind,
    size: units.reduce((sum, u) => sum + u.size, 0),
  };
}

function splitBlock(block: Block, lines: readonly string[]): Unit[] {
  const silent = block.kind === "comment";
  const kind = block.kind === "heading" || block.kind === "comment" ? "prose" : block.kind;
  const whole: Unit = {
    start: block.start,
    end: block.end,
    kind,
    silent,
    size: sizeOf(lines, block.start, block.end),
    ...(block.inside === undefined ? {} : { inside_fence: " ".repeat(block.inside) }),
  };
  const tall = block.end - block.start > mostLines;
  if (silent) return [whole];
  if (block.kind !== "table" && block.items !== undefined && block.items.length > 1) {
    if (whole.size <= splitAbove && !tall) return [whole];
    const starts = [...block.items];
    starts[0] = block.start;
    return gather(starts, block.end, lines).flatMap((piece) =>
      cutAtLines({ ...whole, ...piece }, lines),
    );
  }
  if (block.kind === "table") {
    if (whole.size <= splitAbove && !tall) return [whole];
    const body = block.start + (block.header ?? 0);
    const header = block.header === undefined ? {} : { header: { start: block.start, end: body } };
    const lineByLine = Array.from({ length: Math.max(1, block.end - body) }, (_, i) => body + i);
    const starts = block.items?.filter((line) => line >= body) ?? lineByLine;
    starts[0] = block.start;
    const pieces = gather(starts, block.end, lines).map((piece, i) => ({
      ...whole,
      ...piece,
      ...(i === 0 ? {} : header),
    }));
    return block.items === undefined ? pieces : pieces.flatMap((piece) => cutAtLines(piece, lines));
  }
  return cutAtLines(whole, lines);
}

/** Parts that start at the given lines, gathered into pieces of the usual size. */
function gather(
  starts: readonly number[],
  end: number,
  lines: readonly string[],
): { start: number; end: number; size: number }[] {
  const pieces: { start: number; end: number; size: number }[] = [];
  for (const [i, start] of starts.entries()) {
    const stop = lastFilled(lines, start, starts[i + 1] ?? end);
    if (stop <= start) continue;
    const size = sizeOf(lines, start, stop);
    const last = pieces.at(-1);
    if (last !== undefined && last.size + size <= pieceSize && stop - last.start <= mostLines) {
      last.end = stop;
      last.size += size;
    } else {
      pieces.push({ start, end: stop, size });
    }
  }
  return pieces;
}

/** Cuts what is still far too long at line ends, a blank line being the better place. */
function cutAtLines(unit: Unit, lines: readonly string[]): Unit[] {
  const limit = unit.kind === "code" ? splitAbove : paragraphLimit;
  if (unit.size <= limit && unit.end - unit.start <= mostLines) return [unit];
  const pieces: Unit[] = [];
  let start = unit.start;
  let size = 0;
  const opening = bareFence(lines[unit.start]?.slice(unit.inside_fence?.length) ?? "")?.mark;
  let fence: string | undefined;
  let fenceAtStart: string | undefined;
  for (let line = unit.start; line < unit.end; line++) {
    const own = sizeOf(lines, line, line + 1);
    const blank = (lines[line] ?? "").trim() === "";
    const full = size + own > splitAbove || line - start >= mostLines;
    if (line > start && (full || (blank && size > pieceSize))) {
      push(start, line);
      start = line;
      size = 0;
      fenceAtStart = fence;
    }
    size += own;
    fence = unit.kind === "code" ? opening : fenceAfter(lines[line] ?? "", fence);
  }
  push(start, unit.end);
  return pieces;

  function push(from: number, to: number): void {
    let first = from;
    while (first < to && (lines[first] ?? "").trim() === "") first += 1;
    const stop = lastFilled(lines, first, to);
    if (stop > first) {
      pieces.push({
        ...unit,
        start: first,
        end: stop,
        size: sizeOf(lines, first, stop),
        ...(unit.kind === "code" || fenceAtStart !== undefined || fence !== undefined
          ? { piece_of_code: true }
          : {}),
        ...(fenceAtStart === undefined ? {} : { inside_fence: fenceAtStart }),
      });
    }
  }
}

/** The fence that is open below a line of a list or quote, given the one that is open above it. */
function fenceAfter(text: string, open: string | undefined): string | undefined {
  if (open === undefined) return fenceOn(text)?.mark;
  return closesFence(fenceOn(text), open) ? undefined : open;
}

function lastFilled(lines: readonly string[], start: number, end: number): number {
  let last = end;
  while (last > start && (lines[last - 1] ?? "").trim() === "") last -= 1;
  return last;
}

function sizeOf(lines: readonly string[], start: number, end: number): number {
  let size = 0;
  for (let line = start; line < end; line++) {
    const text = lines[line] ?? "";
    size += text.length + 1.4 * wideCharacters(text);
  }
  return size;
}

function wideCharacters(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x3000 && unit <= 0x9fff) wide += 1;
    else if (unit >= 0xac00 && unit <= 0xd7a3) wide += 1;
  }
  return wide;
}
