import type { Citation } from "#lib/contracts/citation";
import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";
import { pathWords } from "../path-words.ts";

/** Read once for all units of a passage. */
const told = new WeakMap<Citation, boolean>();

function tellsOfRelease(citation: Citation): boolean {
  const known = told.get(citation);
  if (known !== undefined) return known;
  const { relative_path, title, breadcrumb } = citation;
  const place = [pathWords(relative_path), title, ...breadcrumb].join("\n");
  const tells = holdsCue(place, "release");
  told.set(citation, tells);
  return tells;
}

export const releasePage: Feature = {
  name: "release-page",
  says: "Its page tells of a release or a change, and the question asks for none.",
  value: (c, asked) => Number(!asked.analysis.asks_change && tellsOfRelease(c.source.citation)),
};
