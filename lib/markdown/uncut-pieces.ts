import { type Block, readBlocks } from "./document/blocks.ts";

/** Lines that are not parted, from 0, `end` exclusive. */
export type Piece = { start: number; end: number };

/**
 * A text in pieces that may be shown without the others: a block each, with what introduces it, and a note (`:::`, `<details>`,
 * or indented) as a whole, with the lines that open and close it. Blank lines between pieces are in none.
 */
export function uncutPieces(lines: readonly string[]): Piece[] {
  const { blocks } = readBlocks(lines, "markdown");
  const pieces: Piece[] = [];
  let open = 0;
  for (const [i, block] of blocks.entries()) {
    const piece = pieces.at(-1);
    const noted = open > 0 || block.inside !== undefined;
    if (piece !== undefined && (noted || announces(blocks[i - 1], lines))) piece.end = block.end;
    else pieces.push({ start: block.start, end: block.end });
    if (block.kind === "code") continue;
    for (const line of lines.slice(block.start, block.end)) {
      if (opens.test(line)) open += 1;
      else if (closes.test(line)) open = Math.max(0, open - 1);
    }
  }
  return pieces.map(({ start, end }) => {
    const said = lines.slice(start, end).findLastIndex((line) => line.trim() !== "");
    return { start, end: start + said + 1 };
  });
}

const opens = /^\s*(?::::+\s*\S|<details\b)/i;
const closes = /^\s*(?::::+\s*$|<\/details>)/i;

function announces(block: Block | undefined, lines: readonly string[]): boolean {
  const last = lines[(block?.end ?? 0) - 1] ?? "";
  return block?.kind === "heading" || (/[:：]\s*(?:\*\*|__)?\s*$/.test(last) && !closes.test(last));
}
