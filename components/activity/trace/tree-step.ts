import type { ShownRow } from "./waterfall-rows.ts";

export type TreeStep =
  | { kind: "go"; to: number }
  | { kind: "fold"; folded: boolean }
  | { kind: "open" };

const PAGE_ROWS = 12;

/** What a key does at a row of the tree, as the practice for trees has it; undefined for a key that is none of the tree's. */
export function treeStep(
  key: string,
  shown: readonly ShownRow[],
  at: number,
): TreeStep | undefined {
  const here = shown[at];
  if (here === undefined) return undefined;
  const go = (to: number): TreeStep => ({
    kind: "go",
    to: Math.max(0, Math.min(shown.length - 1, to)),
  });
  switch (key) {
    case "ArrowDown":
      return go(at + 1);
    case "ArrowUp":
      return go(at - 1);
    case "PageDown":
      return go(at + PAGE_ROWS);
    case "PageUp":
      return go(at - PAGE_ROWS);
    case "Home":
      return go(0);
    case "End":
      return go(shown.length - 1);
    case "ArrowRight":
      if (here.folded === true) return { kind: "fold", folded: false };
      return go(here.folded === false ? at + 1 : at);
    case "ArrowLeft": {
      if (here.folded === false) return { kind: "fold", folded: true };
      const parent = shown.findLastIndex(({ row }, i) => i < at && row.depth < here.row.depth);
      return go(parent < 0 ? at : parent);
    }
    case "Enter":
    case " ":
      return { kind: "open" };
    default:
      return undefined;
  }
}
