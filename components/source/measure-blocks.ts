/**
 * Where the lines of a rendered document stand on the page. Every block carries `data-line`; a block whose first line
 * belongs to a block inside it (a list and its first item) leaves the line to the inner one. Heights are counted from
 * `origin`, the upper edge of what the numbers and washes are placed in.
 */
export type PlacedLine = {
  element: HTMLElement;
  line: number;
  /** Last line of the block's own text: the one before whatever comes next. */
  end: number;
  top: number;
  bottom: number;
  /** From the upper edge down to where a number of the usual size stands on the first line. */
  lead: number;
};

export function measureBlocks(root: HTMLElement, origin: number): PlacedLine[] {
  const owners = [...root.querySelectorAll<HTMLElement>("[data-line]")].filter(
    (element) => !element.hidden && ownsItsLine(element),
  );
  return owners.map((element, i) => {
    const next = owners[i + 1];
    const line = lineOf(element);
    const box = element.getBoundingClientRect();
    const nextTop = next?.getBoundingClientRect().top;
    // An item ends where its inner list begins.
    const inside = next !== undefined && element.contains(next);
    const end = inside ? lineOf(next) - 1 : Number(element.dataset.lineEnd ?? line);
    const bottom = inside && nextTop !== undefined ? nextTop : box.bottom;
    return {
      element,
      line,
      end: Math.max(line, end),
      top: box.top - origin,
      bottom: bottom - origin,
      lead: leadOf(element),
    };
  });
}

/** One band over all blocks that a range touches, so that the space between them is marked as well. */
export function bandOf(
  placed: readonly PlacedLine[],
  range: { line_start: number; line_end: number } | undefined,
): { top: number; height: number; blocks: PlacedLine[] } | undefined {
  if (range === undefined) return undefined;
  const blocks = placed.filter(
    (block) => block.line <= range.line_end && block.end >= range.line_start,
  );
  if (blocks.length === 0) return undefined;
  const top = Math.min(...blocks.map((block) => block.top)) - 2;
  const bottom = Math.max(...blocks.map((block) => block.bottom)) + 2;
  return { top, height: bottom - top, blocks };
}

/** A number stands on the baseline of the first line of its block; taller lines push it down. */
function leadOf(element: HTMLElement): number {
  const style = getComputedStyle(element);
  const leading = Number.parseFloat(style.lineHeight);
  return Number.isNaN(leading) ? 0 : (leading - 24) / 2 + Number.parseFloat(style.paddingTop);
}

const lineOf = (element: HTMLElement): number => Number(element.dataset.line);

function ownsItsLine(element: HTMLElement): boolean {
  const inner = element.querySelector<HTMLElement>("[data-line]");
  if (inner === null) return true;
  // A fence's own line holds no text to read; its code lines have numbers of their own.
  return element.tagName !== "PRE" && inner.dataset.line !== element.dataset.line;
}
