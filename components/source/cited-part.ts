import type { LineRange } from "./highlights.ts";

/**
 * What of a rendered document holds the cited lines: its blocks as far as the lines reach, and of one list of which one item
 * is cited, what that item holds.
 */
export function citedPart(root: Element, range: LineRange): Node[] {
  const blocks = [...root.children].filter((block) => touches(block, range));
  const [only] = blocks;
  if (blocks.length !== 1 || only === undefined || !only.matches("ul, ol")) return blocks;
  const items = [...only.children].filter((item) => touches(item, range));
  return items.length === 1 && items[0] !== undefined ? [...items[0].childNodes] : blocks;
}

/** Puts them into a region of that name, which can be given the focus; what it gives takes the region away again. */
export function wrapCited(root: Element, range: LineRange, name: string): () => void {
  const part = citedPart(root, range);
  const first = part[0];
  if (first?.parentNode == null) return () => undefined;
  const region = document.createElement("section");
  region.className = "cited-lines";
  region.tabIndex = -1;
  region.setAttribute("aria-label", name);
  first.parentNode.insertBefore(region, first);
  region.append(...part);
  return () => region.replaceWith(...region.childNodes);
}

function touches(block: Element, range: LineRange): boolean {
  if (!(block instanceof HTMLElement) || block.hidden || block.dataset.line === undefined) {
    return false;
  }
  const line = Number(block.dataset.line);
  const end = Number(block.dataset.lineEnd ?? line);
  return line <= range.line_end && end >= range.line_start;
}
