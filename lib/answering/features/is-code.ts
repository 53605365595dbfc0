import type { Feature } from "../feature.ts";

export const isCode: Feature = {
  name: "is-code",
  says: "It is code.",
  value: (c) => Number(c.unit.kind === "code"),
};
