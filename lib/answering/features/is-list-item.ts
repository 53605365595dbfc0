import type { Feature } from "../feature.ts";

export const isListItem: Feature = {
  name: "is-list-item",
  says: "It is a item of a list.",
  value: (c) => Number(c.unit.kind === "list_item"),
};
