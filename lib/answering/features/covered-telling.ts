import type { Feature } from "../feature.ts";

export const coveredTelling: Feature = {
  name: "covered-telling",
  says: "It holds this share of the words that tell what is asked about.",
  value: (c) => c.telling,
};
