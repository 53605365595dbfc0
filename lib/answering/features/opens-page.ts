import type { Feature } from "../feature.ts";
import { OPENING_LINES, OPENING_UNITS } from "../limits.ts";

export const opensPage: Feature = {
  name: "opens-page",
  says: "It stands at the beginning of its page.",
  value: (c) =>
    Number(c.source.citation.locator.line_start < OPENING_LINES && c.index < OPENING_UNITS),
};
