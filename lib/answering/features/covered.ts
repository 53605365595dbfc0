import type { Feature } from "../feature.ts";

export const covered: Feature = {
  name: "covered",
  says: "It holds this share of the question.",
  value: (c) => c.covered,
};
