import type { Check } from "../checks/check.ts";
import { checks } from "../checks.ts";
import type { RestingLine } from "../choose-lines.ts";
import { heldBy } from "../coverage.ts";
import { factsOf, namesIn } from "../facts/facts.ts";
import { entailmentLimits } from "../limits.ts";
import type { SentenceCase } from "../sentence-case.ts";
import type { SentenceFeature } from "./feature.ts";

/** What each check says of the sentence and the lines it is most like: the mildest verdict of these. */
export const checked: readonly SentenceFeature[] = checks.map((check) => ({
  name: check.name,
  value: (one) => severity(check, one),
}));

const worth = { pass: 0, doubt: 1 / 2, refuse: 1 } as const;

function severity(check: Check, one: SentenceCase): number {
  const { sentence, passages, lines } = one;
  const near = nearest(one);
  if (near.length === 0) return 0;
  const facts = factsOf(sentence, new Set(namesIn(passages)));
  return Math.min(
    ...near.map(
      ({ carrier, around }) =>
        worth[
          check.judge({
            ...{ text: sentence, facts, sentence, clause: false, carrier, around },
            elsewhere: lines.map(({ carrier: { text } }) => text).join("\n"),
          })
        ],
    ),
  );
}

function nearest({ sentence, lines }: SentenceCase): RestingLine[] {
  const found = lines
    .map((line) => ({ line, share: heldBy(sentence, line.carrier.words).share }))
    .toSorted((a, b) => b.share - a.share);
  const least = (found[0]?.share ?? 0) * entailmentLimits.nearly_first;
  return found.filter(({ share }) => share > 0 && share >= least).map(({ line }) => line);
}
