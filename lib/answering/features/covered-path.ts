import { tellingCoverage } from "../asked-question.ts";
import type { Feature } from "../feature.ts";
import { termsOf } from "../unit-words.ts";

const folded = (path: string): string => path.replace(/[/\\._-]+/g, " ");

export const coveredPath: Feature = {
  name: "covered-path",
  says: "The names of its folders and file hold this share of the question.",
  value: (c, asked) => tellingCoverage(termsOf(folded(c.source.citation.relative_path)), asked),
};
