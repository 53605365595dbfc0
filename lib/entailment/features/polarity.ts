import type { RestingLine } from "../choose-lines.ts";
import { heldBy } from "../coverage.ts";
import { has } from "../facts/cues.ts";
import { denialsIn } from "../negations.ts";
import type { SentenceCase } from "../sentence-case.ts";
import { is, type SentenceFeature } from "./feature.ts";

/** What a clause and the line nearest to it deny. */
export const polarity: readonly SentenceFeature[] = [
  {
    name: "denies_alone",
    value: (one) =>
      is(
        one.clauses.some((clause) => {
          if (denialsIn(clause).least === 0) return false;
          const line = nearestTo(clause, one);
          return line !== undefined && denialsOf(line).most === 0;
        }),
      ),
  },
  {
    name: "denied_there",
    value: (one) =>
      is(
        one.clauses.some((clause) => {
          if (denialsIn(clause).most > 0) return false;
          const line = nearestTo(clause, one);
          return line !== undefined && denialsOf(line).least > 0;
        }),
      ),
  },
  {
    name: "denies_nowhere",
    value: ({ sentence, passages }) =>
      is(denialsIn(sentence).least > 0 && denialsIn(passages).most === 0),
  },
];

const denialsOf = ({ carrier, around }: RestingLine) => {
  const { least, most } = denialsIn(carrier.text);
  const other = has(around.statement, "denying") ? 1 : 0;
  return { least: least + around.denials, most: most + around.denials + other };
};

export function nearestTo(clause: string, { lines }: SentenceCase): RestingLine | undefined {
  let best: { line: RestingLine; share: number } | undefined;
  for (const line of lines) {
    const { share } = heldBy(clause, line.carrier.words);
    if (share > (best?.share ?? 0)) best = { line, share };
  }
  return best?.line;
}
