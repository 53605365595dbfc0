import { afterEach, expect, it, vi } from "vitest";
import { placeOfCard } from "../../components/answer/card-place.ts";

/** A chip on a line of a block, in a window of 700 pixels. */
function chipAt(line: number, block: { top: number }): Element {
  vi.stubGlobal("window", { innerHeight: 700 });
  const rect = (top: number, bottom: number) => () => ({ top, bottom });
  const around = { getBoundingClientRect: rect(block.top, line + 20) };
  const chip = { getBoundingClientRect: rect(line, line + 20), closest: () => around };
  return chip as unknown as Element; // of an element nothing else is looked at
}
afterEach(() => vi.unstubAllGlobals());

it("opens under the line of its chip where there is room, and nowhere else then", () => {
  const place = placeOfCard(chipAt(200, { top: 150 }));
  expect([place.side, place.sideOffset]).toEqual(["bottom", 8]);
  expect(place.collisionPadding.top).toBeGreaterThan(700);
});

it("opens above the first line of its sentences where there is none, never over them", () => {
  const place = placeOfCard(chipAt(620, { top: 540 }));
  expect(place.side).toBe("top");
  // The popper counts from the top of the chip.
  expect(620 - place.sideOffset).toBe(540 - 8);
  expect(place.collisionPadding.bottom).toBeGreaterThan(700);
});

it("opens below sentences that fill the window, and scrolls within itself", () => {
  expect(placeOfCard(chipAt(600, { top: -400 })).side).toBe("bottom");
});
