import type { Citation } from "#lib/contracts/citation";
import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";
import { pathWords } from "../path-words.ts";

const placeText = ({ relative_path, title, breadcrumb }: Citation): string =>
  [pathWords(relative_path), title, ...breadcrumb].join("\n");

export const releasePage: Feature = {
  name: "release-page",
  says: "Its page tells of a release or a change, and the question asks for none.",
  value: (c, asked) =>
    Number(!asked.analysis.asks_change && holdsCue(placeText(c.source.citation), "release")),
};
