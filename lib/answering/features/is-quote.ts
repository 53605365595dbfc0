import type { Feature } from "../feature.ts";

export const isQuote: Feature = {
  name: "is-quote",
  says: "It is a quotation.",
  value: (c) => Number(c.unit.kind === "quote"),
};
