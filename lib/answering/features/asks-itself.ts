import type { Feature } from "../feature.ts";

const endsAsking = /[?？][^\p{L}\p{N}]*$/u;

export const asksItself: Feature = {
  name: "asks-itself",
  says: "It is a question itself.",
  value: (c) => Number(endsAsking.test(c.text)),
};
