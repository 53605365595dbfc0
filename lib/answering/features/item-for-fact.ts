import type { Feature } from "../feature.ts";

export const itemForFact: Feature = {
  name: "item-for-fact",
  says: "One fact is asked for, and it is an item of a list.",
  value: (c, asked) =>
    Number(
      (asked.kind === "value" ||
        asked.kind === "default" ||
        asked.kind === "definition" ||
        asked.kind === "reason" ||
        asked.kind === "time" ||
        asked.kind === "place" ||
        asked.kind === "person" ||
        asked.kind === "yes_no") &&
        c.unit.kind === "list_item",
    ),
};
