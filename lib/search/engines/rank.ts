import type { Signal } from "#lib/contracts/citation";
import { signals as allSignals } from "../signals/list.ts";
import type { Candidate, Outline, Question, RankingSignal } from "../signals/signal.ts";
import { bestFirst } from "./best-first.ts";
import { chooseDocuments } from "./choose-documents.ts";
import type { EngineHit, EngineQuery, EngineResult } from "./engine.ts";
import { documentShares, holdTerms, namenessOf, partsOfShare } from "./held.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { judgeBy } from "./judge.ts";
import { keepBest, type Scored } from "./keep-best.ts";
import { openDocument } from "./open-document.ts";
import { readQuestion } from "./question.ts";
import { reasonOf, swapsHeld } from "./reason.ts";

export type RankOptions = {
  signals?: readonly RankingSignal[];
  /** True: every passage that holds a word of the question is looked at. The result is the same. */
  exhaustive?: boolean;
};

/**
 * The best passages of all, every signal counted. First each document gets an upper bound of what one of its passages
 * can score, from its terms alone; then documents are opened by falling bound and their passages scored, until no bound
 * reaches the last place of the list any more. What is never opened could not have come into it.
 */
export function rank(
  index: InvertedIndex,
  query: EngineQuery,
  { signals = allSignals, exhaustive = false }: RankOptions = {},
): EngineResult {
  const { terms, unknown, spoken } = readQuestion(query, index);
  const averages = index.averages();
  const held = holdTerms(index.segments(), terms, averages);
  const length = averages.length.body + averages.length.code;
  const question: Question = {
    terms,
    spoken,
    names: terms.map((_, i) => namenessOf(held, i)),
    averages,
    averageDocument: Math.max(1, (averages.passages * length) / Math.max(1, averages.documents)),
    pairs: terms.reduce((sum, t, i) => sum + Math.min(t.share, terms[i + 1]?.share ?? 0), 0),
  };
  const best = keepBest(query.limit);
  const mayReach = exhaustive ? () => true : best.mayReach;
  const judge = judgeBy(signals, question, mayReach, partsOfShare(held, question.names));
  const shares = documentShares(held, question);

  const take = (candidate: Candidate, outline: Outline) => {
    const values = judge.valuesOf(candidate, outline);
    if (values === undefined) return;
    const score = values.reduce((sum, v) => sum + v, 0);
    best.offer({ candidate, values: [...values], score });
  };
  const openThose = (range: { above: number; most: number }) => {
    const chosen = chooseDocuments(held, shares, range, question, judge, query.keys);
    const next = bestFirst(chosen.reaching, chosen.bounds);
    for (let at = next(); at !== undefined; at = next()) {
      if (!judge.reaches(chosen.bounds[at] ?? 0)) break;
      const home = held[chosen.held[at] ?? 0];
      if (home === undefined) continue;
      openDocument(home, chosen, at, question, judge, take);
    }
  };
  // Some documents that hold much of the question come first: what they reach spares a look at most of the others.
  const much = shareOfTheFirst(shares, firstDocuments * query.limit);
  openThose({ above: much, most: Number.POSITIVE_INFINITY });
  // Of the rest those that hold too little of it can bring nothing.
  openThose({ above: judge.tooLittle(0), most: much });
  return {
    hits: best.take().map((scored) => hitOf(scored, question, signals, query)),
    terms: terms.map(({ term, passages, share }) => ({ term, passages, weight: share })),
    unknown,
  };
}

/** For each place of the list so many documents are looked at first. */
const firstDocuments = 16;

/** A share that so many documents lie above, about; 0 when there are not so many. */
function shareOfTheFirst(shares: Float64Array, wanted: number): number {
  const steps = 256;
  const counts = new Uint32Array(steps + 1); // of shares between a step and the next
  for (let i = 0; i < shares.length; i++) {
    const step = Math.min(steps, Math.trunc((shares[i] ?? 0) * steps));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let count = 0;
  for (let step = steps; step > 0; step--) {
    count += counts[step] ?? 0;
    if (count >= wanted) return step / steps;
  }
  return 0;
}

function hitOf(
  { candidate, values }: Scored,
  question: Question,
  signals: readonly RankingSignal[],
  query: EngineQuery,
): EngineHit {
  const breakdown = signals.flatMap((signal, i): Signal[] => {
    const value = values[i] ?? 0;
    if (value === 0) return [];
    return [{ signal: signal.name, value, ...signal.explain(candidate, question, query.lang) }];
  });
  const { segment, passage } = candidate;
  const document = segment.documents[segment.document[passage] ?? 0];
  return {
    key: document?.key ?? "",
    passage: passage - (document?.first ?? 0),
    score: breakdown.reduce((sum, s) => sum + s.value, 0),
    breakdown,
    reason: reasonOf(candidate, question, query),
    ...(swapsHeld(candidate, question).length === 0 ? {} : { swapped: true }),
  };
}
