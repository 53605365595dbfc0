import { chooseLines } from "../../lib/entailment/choose-lines.ts";
import { isHardFact, lacking } from "../../lib/entailment/features/fact-places.ts";
import { sentenceFeatures } from "../../lib/entailment/features.ts";
import { isForeign } from "../../lib/entailment/foreign-sentence.ts";
import { sentenceValues } from "../../lib/entailment/judge-sentence.ts";
import { numbersOfAnother } from "../../lib/entailment/number-of-another.ts";
import { readSentence } from "../../lib/entailment/sentence-case.ts";
import { tellsOfAnother } from "../../lib/entailment/subject-of-another.ts";
import { quotableUnits } from "../../lib/markdown/units.ts";
import type { SentenceMatrix } from "./fit-sentences.ts";
import { readSaid, type SaidSentence } from "./read-said.ts";

/** The features of all sentences of these folders. No word of a page is in it. */
export function makeMatrix(folders: readonly string[]): SentenceMatrix {
  const features = sentenceFeatures.map(({ name }) => name);
  const all = folders.flatMap((folder) => [
    ...readSaid(folder, "honest"),
    ...readSaid(folder, "lies"),
  ]);
  return {
    features,
    rows: all.map((one) => {
      const evidence = evidenceOf(one);
      const { lines } = chooseLines(one.text, one.quotes, evidence);
      const read = readSentence(one.text, lines, evidence);
      const values = sentenceValues(read);
      return {
        ...{ project: one.project, kind: one.kind, lie: one.lie },
        hard:
          lines.length === 0 ||
          lacking(read, read.passages).some((fact) => isHardFact(fact, read.passages)) ||
          numbersOfAnother(read.clauses, evidence).length > 0 ||
          tellsOfAnother(read.sentence, evidence) ||
          isForeign(read.sentence, read.passages),
        values: features.map((name) => Number((values[name] ?? 0).toFixed(digits))),
      };
    }),
  };
}

const digits = 3;

const evidenceOf = ({ passages }: SaidSentence) =>
  passages.map(({ text, line_start, inside_fence, title, breadcrumb }, i) => ({
    citation: i + 1,
    units: quotableUnits(text, line_start, inside_fence),
    above: [title, ...breadcrumb].join("\n"),
  }));
