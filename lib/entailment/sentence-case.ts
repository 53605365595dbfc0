import type { Evidence } from "./carriers.ts";
import type { RestingLine } from "./choose-lines.ts";
import { type Fact, factsOf, namesIn } from "./facts/facts.ts";
import { partsOfSentence } from "./facts/parts.ts";

/** A sentence beside the lines that it rests on, read once. */
export type SentenceCase = {
  sentence: string;
  /** Its clauses. */
  clauses: readonly string[];
  facts: readonly Fact[];
  lines: readonly RestingLine[];
  /** The lines with all that is read with them: leads, headings, what "it" points to. */
  near: string;
  /** All of the passages that it cites, with the headings over them. */
  passages: string;
};

export function readSentence(
  sentence: string,
  lines: readonly RestingLine[],
  standing: readonly Evidence[],
  /** Its names, where a word in front of it tells them. */
  named: readonly string[] = [],
): SentenceCase {
  const passages = standing
    .flatMap(({ above, units }) => [above, ...units.map(({ text }) => text)])
    .join("\n");
  // What the passages write with a capital is a name at the front of a sentence too.
  const names = new Set([...namesIn(passages), ...named]);
  return {
    sentence,
    clauses: partsOfSentence(sentence).map(({ text }) => text),
    facts: factsOf(sentence, names),
    lines,
    near: textOf(lines),
    passages,
  };
}

const textOf = (lines: readonly RestingLine[]): string =>
  [...new Set(lines.flatMap(({ around }) => [around.above, around.statement]))].join("\n");
