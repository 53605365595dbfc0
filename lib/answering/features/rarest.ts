import type { Feature } from "../feature.ts";

export const rarest: Feature = {
  name: "rarest",
  says: "It holds the word that tells most.",
  value: (c, asked) => Number(asked.rarest !== undefined && c.words.terms.has(asked.rarest)),
};
