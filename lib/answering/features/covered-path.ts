import { tellingCoverage } from "../asked-question.ts";
import type { Feature } from "../feature.ts";
import { pathWords } from "../path-words.ts";
import { termsOf } from "../unit-words.ts";

export const coveredPath: Feature = {
  name: "covered-path",
  says: "The names of its folders and file hold this share of the question.",
  value: (c, asked) => tellingCoverage(termsOf(pathWords(c.source.citation.relative_path)), asked),
};
