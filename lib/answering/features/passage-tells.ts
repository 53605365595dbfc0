import type { Feature } from "../feature.ts";

export const passageTells: Feature = {
  name: "passage-tells",
  meaning: true,
  says: "Its passage tells so much of what is asked about, in the same words or others.",
  value: (c, _, { nearness }) => nearness?.told(c.passage) ?? 0,
};
