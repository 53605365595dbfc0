import type { Feature } from "../feature.ts";

export const itemForList: Feature = {
  name: "item-for-list",
  says: "A list is asked for, and it is an item.",
  value: (c, asked) => Number(asked.kind === "list" && c.unit.kind === "list_item"),
};
