import type { Feature } from "../feature.ts";

const onlyLink = /^[^\p{L}\p{N}]*\[[^\]]*\]\([^)]*\)[^\p{L}\p{N}]*$/u;

export const isLink: Feature = {
  name: "is-link",
  says: "It is a link and nothing else.",
  value: (c) => Number(onlyLink.test(c.unit.text)),
};
