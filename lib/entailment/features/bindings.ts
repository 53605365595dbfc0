import type { RestingLine } from "../choose-lines.ts";
import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { hitsOf } from "../facts/cues.ts";
import { type Fact, factsOf, holdsFact, indexFacts, namesIn } from "../facts/facts.ts";
import { termsOf } from "../facts/single-words.ts";
import { aboutOf } from "../facts/subject.ts";
import { heldByMeaning } from "../meaning-held.ts";
import type { SentenceCase } from "../sentence-case.ts";
import type { SentenceFeature } from "./feature.ts";

/** What a sentence says of what: told of another thing, of the other side, or for a reason that the lines do not give. */
export const bindings: readonly SentenceFeature[] = [
  { name: "predicate_elsewhere", value: (one) => worst(one, predicateElsewhere) },
  { name: "clause_fact_apart", value: (one) => worst(one, factApart) },
  { name: "crossed_sides", value: crossedSides },
  { name: "reason_held", value: reasonHeld },
  {
    name: "worst_clause_by_meaning",
    value: (one) => 1 - worst(one, (clause) => 1 - heldByMeaning(clause, one.near).share),
  },
];

const worst = (one: SentenceCase, value: (clause: string, one: SentenceCase) => number): number =>
  Math.max(0, ...one.clauses.map((clause) => value(clause, one)));

const said = ({ carrier, around }: RestingLine): string =>
  `${carrier.text}\n${around.above}\n${around.leads.join("\n")}`;

/** How much more of what a clause says of its subject stands in a line that does not name it than in one that does. */
function predicateElsewhere(clause: string, { lines }: SentenceCase): number {
  const subject = aboutOf(clause);
  if (contentWeight(subject) === 0) return 0;
  const rest = clause.slice(clause.indexOf(subject) + subject.length);
  if (contentWeight(rest) < 1) return 0;
  let own = 0;
  let other = 0;
  for (const line of lines) {
    const share = heldBy(rest, line.carrier.words).share;
    const named = heldBy(subject, wordsHeld(said(line))).share;
    own = Math.max(own, share * named);
    other = Math.max(other, share * (1 - named));
  }
  return Math.max(0, other - own);
}

/** How little of a clause the best line holds that has its number or name. */
function factApart(clause: string, { lines, passages }: SentenceCase): number {
  const facts: Fact[] = factsOf(clause, new Set(namesIn(passages)));
  let apart = 0;
  for (const fact of facts) {
    const holding = lines.filter((line) => holdsFact(indexFacts(said(line)), fact));
    if (holding.length === 0) continue;
    const held = Math.max(...holding.map((line) => heldBy(clause, wordsHeld(said(line))).share));
    apart = Math.max(apart, 1 - held);
  }
  return apart;
}

/** Words that stand between two sides, and those that turn them round. */
const links: readonly { cue: string; turned: string }[] = [
  { cue: "before", turned: "after" },
  { cue: "after", turned: "before" },
  { cue: "link-before", turned: "link-after" },
  { cue: "link-after", turned: "link-before" },
];

/** How far what stands before and behind a word like "before" stands on the other sides of it in a line. */
function crossedSides({ sentence, lines }: SentenceCase): number {
  let crossed = 0;
  for (const { cue, turned } of links) {
    const mine = sidesOf(sentence, cue);
    for (const line of lines) {
      const same = sidesOf(line.carrier.text, cue);
      const other = sidesOf(line.carrier.text, turned);
      for (const own of mine) {
        for (const there of same)
          crossed = Math.max(
            crossed,
            alike(own.left, there.right) +
              alike(own.right, there.left) -
              alike(own.left, there.left) -
              alike(own.right, there.right),
          );
        for (const there of other)
          crossed = Math.max(
            crossed,
            alike(own.left, there.left) +
              alike(own.right, there.right) -
              alike(own.left, there.right) -
              alike(own.right, there.left),
          );
      }
    }
  }
  return Math.min(1, Math.max(0, crossed / 2));
}

const sidesOf = (text: string, cue: string) =>
  hitsOf(text, cue).map(({ start, end }) => ({
    left: new Set(termsOf(text.slice(0, start))),
    right: new Set(termsOf(text.slice(end))),
  }));

function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0) return 0;
  return [...one].filter((term) => other.has(term)).length / one.size;
}

/** Of a reason that a sentence gives, how much its lines hold; 1 where it gives none. */
function reasonHeld({ sentence, near }: SentenceCase): number {
  const reasons = hitsOf(sentence, "cause").map(({ start, end }) =>
    start === 0 ? (sentence.slice(end).split(/[,，]/)[0] ?? "") : sentence.slice(end),
  );
  const shares = reasons
    .filter((reason) => contentWeight(reason) >= 1)
    .map((reason) => heldByMeaning(reason, near).share);
  return Math.min(1, ...shares);
}
