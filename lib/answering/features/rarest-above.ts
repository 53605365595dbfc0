import type { Feature } from "../feature.ts";

export const rarestAbove: Feature = {
  name: "rarest-above",
  says: "It or a heading above it holds the word that tells most.",
  value: (c, asked) =>
    Number(
      asked.rarest !== undefined && (c.words.terms.has(asked.rarest) || c.above.has(asked.rarest)),
    ),
};
