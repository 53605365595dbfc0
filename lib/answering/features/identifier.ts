import type { Feature } from "../feature.ts";
import { ratio } from "../ratio.ts";

export const identifier: Feature = {
  name: "identifier",
  says: "It holds the identifiers of the question as they are written.",
  value: (c, asked) =>
    ratio(
      asked.identifiers.filter((one) => c.text.toLowerCase().includes(one)).length,
      asked.identifiers.length,
    ),
};
