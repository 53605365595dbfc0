import type { LaidOut } from "#lib/contracts/blocks";
import { linesUnder, type Under } from "#lib/contracts/lines-under";
import { continuedItems, followsAtOnce, goesOn, isTogether } from "#lib/contracts/paragraphs";

/**
 * Claims as the blocks of a page: sentences of one source run on in a paragraph, items of one source make a list,
 * nested as they are in the file. Right under what is in doubt stand the lines it rests on. Pure; it changes no
 * order and drops nothing.
 */
export type Block =
  | { kind: "paragraph" | "quote"; claims: LaidOut[] }
  | { kind: "list"; ordered: boolean; start: number; items: Item[] }
  | { kind: "table" | "code"; claim: LaidOut }
  | { kind: "lines"; claim: LaidOut; under: Under };
/** `rest`: later sentences of the item itself. */
export type Item = { claim: LaidOut; rest: LaidOut[]; inner: Block[] };

type Level = { column: number; ordered: boolean; list: Extract<Block, { kind: "list" }> };

export function layOutClaims(claims: readonly LaidOut[], shown: { every?: boolean } = {}): Block[] {
  const blocks: Block[] = [];
  const under = linesUnder(claims, shown);
  const continued = continuedItems(claims);
  let levels: Level[] = [];
  let before: LaidOut | undefined;
  for (const claim of claims) {
    const together = before !== undefined && isTogether(before, claim, continued);
    if (!together) levels = [];
    if (claim.instead) levels = [];
    else if (claim.kind === "list_item" || claim.kind === "step") {
      levels = addItem(blocks, levels, claim);
    } else if (continued.has(claim)) lastItem(levels)?.rest.push(claim);
    else {
      const inList = claim.kind === "code" && columnOf(claim) > 0 ? lastItem(levels) : undefined;
      if (inList === undefined) levels = [];
      addBlock(inList?.inner ?? blocks, claim, together);
    }
    const lines = under.get(claim);
    if (lines !== undefined) {
      const inside = claim.support === "verbatim" ? lastItem(levels)?.inner : undefined;
      (inside ?? blocks).push({ kind: "lines", claim, under: lines });
    }
    before = claim;
  }
  return blocks;
}

/** Puts an item into the list at its depth, opening and closing lists as its column asks. */
function addItem(blocks: Block[], levels: Level[], claim: LaidOut): Level[] {
  const column = columnOf(claim);
  const ordered = claim.kind === "step";
  // A longer number ("10.") moves its words by one: that is no deeper level.
  const open = levels.filter((level, i) => i === 0 || level.column <= column + 1);
  const deepest = open.at(-1);
  const item: Item = { claim, rest: [], inner: [] };
  const nested = deepest !== undefined && column > deepest.column + 1;
  if (deepest !== undefined && !nested && deepest.ordered === ordered) {
    deepest.list.items.push(item);
    if (Number.isNaN(deepest.column)) deepest.column = column;
    return open;
  }
  const kept = nested ? open : open.slice(0, -1);
  const start = Number(claim.info) || 1;
  const list: Level["list"] = { kind: "list", ordered, start, items: [item] };
  (lastItem(kept)?.inner ?? blocks).push(list);
  return [...kept, { column, ordered, list }];
}

function addBlock(into: Block[], claim: LaidOut, together: boolean): void {
  const last = into.at(-1);
  const { kind } = claim;
  if (kind === "table" || kind === "code") {
    into.push({ kind, claim });
    return;
  }
  const runs = kind === "quote" ? "quote" : "paragraph";
  const before = together && last?.kind === runs ? last.claims.at(-1) : undefined;
  const flows = kind === "quote" ? followsAtOnce : goesOn;
  if (before !== undefined && last?.kind === runs && flows(before, claim)) last.claims.push(claim);
  else into.push({ kind: runs, claims: [claim] });
}

function lastItem(levels: readonly Level[]): Item | undefined {
  return levels.at(-1)?.list.items.at(-1);
}

/** Where the item stands in its line; of what is not the line that is no number, and it is a level with any. */
const columnOf = (claim: LaidOut): number =>
  claim.support === "verbatim" ? (claim.spans[0]?.start ?? 0) : Number.NaN;
