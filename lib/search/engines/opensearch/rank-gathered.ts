import { signals } from "../../signals/list.ts";
import type { Candidate, Question } from "../../signals/signal.ts";
import type { EngineHit, EngineQuery } from "../engine.ts";
import { byMeaning, type Means, pool, rankJointly, type Weighed } from "../joint-list.ts";
import { keepBest, type Scored } from "../keep-best.ts";
import { hitOf } from "../rank.ts";
import { countsOf, type Gathered } from "./gathered.ts";
import { passageId } from "./passage-record.ts";

/** What a document holds of each word of the question, by its id. */
export type Occurrences = (id: string) => readonly number[];

/**
 * Candidates by all signals, as they are ranked where the whole index is here: the best by words, then these and the nearest by
 * meaning together. `by_words`, `near`: ids of passages.
 */
export function rankGathered(
  gathered: Gathered,
  {
    by_words,
    near,
    occurrences,
  }: {
    by_words: ReadonlySet<string>;
    near: ReadonlySet<string>;
    occurrences: Occurrences;
  },
  { question, means, query }: { question: Question; means: Means; query: EngineQuery },
): { hits: EngineHit[]; ranked: readonly Scored[] } {
  const { segment, records } = gathered;
  const jointly = byMeaning(means);
  const best = keepBest(jointly ? Math.max(query.limit, pool.by_words) : query.limit);
  const others: Weighed[] = [];
  const inDocuments = new Map<string, readonly number[]>();
  for (const [passage, record] of records.entries()) {
    if (record === undefined) continue;
    let inDocument = inDocuments.get(record.of);
    if (inDocument === undefined) {
      inDocument = occurrences(record.of);
      inDocuments.set(record.of, inDocument);
    }
    const counts = countsOf(segment, passage, question.terms);
    const candidate: Candidate = {
      ...{ segment, passage, counts, inDocument },
      documentLength: record.length,
    };
    const values = signals.map(({ weight, value }) => weight * value(candidate, question));
    const id = passageId(record.of, record.number);
    if (near.has(id)) others.push({ candidate, values });
    if (!by_words.has(id) || counts.every((count) => count === 0)) continue;
    best.offer({ candidate, values, score: values.reduce((sum, v) => sum + v, 0) });
  }
  const words = best.take();
  const taken = new Set(words.map(({ candidate }) => candidate.passage));
  const joint = jointly
    ? rankJointly(
        [...words, ...others.filter(({ candidate }) => !taken.has(candidate.passage))],
        means,
        { question, signals, limit: query.limit },
      )
    : { ranked: words, signals };
  return {
    ranked: joint.ranked,
    hits: joint.ranked.map((one) => ({
      ...hitOf(one, question, joint.signals, query),
      passage: records[one.candidate.passage]?.number ?? 0,
    })),
  };
}
