import type { Feature } from "../feature.ts";

export const announcesForList: Feature = {
  name: "announces-for-list",
  says: "A list or a way is asked for, and it announces one.",
  value: (c, asked) =>
    Number((asked.kind === "list" || asked.kind === "procedure") && c.unit.announces),
};
