/** Where the card of a chip opens, as the popper takes it. */
export type CardPlace = {
  side: "top" | "bottom";
  sideOffset: number;
  collisionPadding: { top: number; bottom: number; left: number; right: number };
};

const gap = 8;
const edge = 12;
/** Room that a card of a few lines takes; with less below, it opens where there is more. Pixels. */
const usualHeight = 300;
/** No card fits there: keeps the popper from turning it over its sentence by itself. */
const never = 100_000;

/**
 * Under the line of the chip, which ends its sentences; where there is no room, above the block they stand in, so that it
 * never lies over them.
 */
export function placeOfCard(chip: Element): CardPlace {
  const { top, bottom } = chip.getBoundingClientRect();
  const block = chip.closest("p, li, blockquote, table, pre, article") ?? chip;
  const start = Math.min(top, block.getBoundingClientRect().top);
  const below = window.innerHeight - bottom - gap - edge;
  const above = start - gap - edge;
  const collisionPadding = { top: edge, bottom: edge, left: edge, right: edge };
  return below >= usualHeight || below >= above
    ? { side: "bottom", sideOffset: gap, collisionPadding: { ...collisionPadding, top: never } }
    : {
        side: "top",
        sideOffset: gap + top - start,
        collisionPadding: { ...collisionPadding, bottom: never },
      };
}
