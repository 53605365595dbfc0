import type { Signal } from "#lib/contracts/citation";
import type { QueryTerm } from "#lib/contracts/envelope";
import { signals as allSignals } from "../signals/list.ts";
import type { Candidate, Outline, Question, RankingSignal } from "../signals/signal.ts";
import { wordPairs } from "../signals/similar-words.ts";
import { bestFirst } from "./best-first.ts";
import { readMeaning } from "./by-meaning.ts";
import { chooseDocuments } from "./choose-documents.ts";
import type { EngineHit, EngineQuery, EngineResult } from "./engine.ts";
import { holdTerms, namenessOf } from "./held.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { byMeaning, type Means, nearBy, pool, rankJointly } from "./joint-list.ts";
import { judgeBy } from "./judge.ts";
import { keepBest, type Scored } from "./keep-best.ts";
import { openDocument } from "./open-document.ts";
import { type QuestionTerm, readQuestion } from "./question.ts";
import { readAsOthers } from "./read-as-others.ts";
import { reasonOf, swapsHeld } from "./reason.ts";
import { termSets } from "./term-sets.ts";

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
  const read = readQuestion(query, index);
  const { terms, unknown } = read;
  const told = terms.map(termOf);
  // Asked of no document, it only tells which words it does not know.
  if (query.keys?.size === 0 && query.nearest === undefined)
    return { hits: [], terms: told, unknown };
  const averages = index.averages();
  const held = holdTerms(index.segments(), terms, averages);
  const names = terms.map((_, i) => namenessOf(held, i));
  const question = questionOf(read, { names, averages, wordOf: index.word });
  const means: Means = {
    asked: query.keys?.size === 0 ? undefined : index.meaning && readMeaning(terms, index.meaning),
    nearest: query.nearest,
  };
  const best = keepBest(byMeaning(means) ? Math.max(query.limit, pool.by_words) : query.limit);
  const mayReach = exhaustive ? () => true : best.mayReach;
  const judge = judgeBy(signals, question, mayReach);
  const sets = termSets(held, question, judge);

  const take = (candidate: Candidate, outline: Outline) => {
    const values = judge.valuesOf(candidate, outline);
    if (values === undefined) return;
    const score = values.reduce((sum, v) => sum + v, 0);
    best.offer({ candidate, values: [...values], score });
  };
  const openThose = (wanted: Uint8Array) => {
    const chosen = chooseDocuments(held, { sets, wanted }, question, judge, query.keys);
    const next = bestFirst(chosen.reaching, chosen.bounds);
    for (let at = next(); at !== undefined; at = next()) {
      if (!judge.reaches(chosen.bounds[at] ?? 0)) break;
      const home = held[chosen.held[at] ?? 0];
      if (home === undefined) continue;
      openDocument(home, chosen, at, question, judge, take);
    }
  };
  // Some documents that hold much of the question come first: what they reach spares a look at most of the others.
  const first = sets.best(firstDocuments * query.limit);
  openThose(first);
  openThose(sets.reaching(first));
  if (!byMeaning(means)) {
    const hits = best.take().map((one) => hitOf(one, question, signals, query));
    return { hits, terms: told, unknown };
  }
  const words = best.take();
  const near = nearBy(words, means, { held, question, signals, keys: query.keys });
  const joint = rankJointly([...words, ...near], means, { question, signals, limit: query.limit });
  return {
    hits: joint.ranked.map((one) => hitOf(one, question, joint.signals, query)),
    terms: readAsOthers(told, joint.ranked, question, index),
    unknown,
  };
}

/** A question that was read, with what the whole collection says of its words. */
export function questionOf(
  { terms, spoken }: Pick<Question, "terms" | "spoken">,
  by: Pick<Question, "names" | "averages" | "wordOf">,
): Question {
  const { length, passages, documents } = by.averages;
  const words = passages * (length.body + length.code);
  return {
    ...by,
    terms,
    spoken,
    averageDocument: Math.max(1, words / Math.max(1, documents)),
    pairs: terms.reduce((sum, t, i) => sum + Math.min(t.share, terms[i + 1]?.share ?? 0), 0),
  };
}

export function termOf({ term, passages, told, written, read_as, swap }: QuestionTerm): QueryTerm {
  const stands = read_as === undefined ? swap?.written : written;
  return { term, passages, weight: told, ...(stands === undefined ? {} : { in_place_of: stands }) };
}

/** For each place of the list so many documents are looked at first. */
const firstDocuments = 3;

export function hitOf(
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
  const pairs = candidate.meaning === undefined ? [] : wordPairs(candidate, question);
  const document = segment.documents[segment.document[passage] ?? 0];
  return {
    key: document?.key ?? "",
    passage: passage - (document?.first ?? 0),
    score: breakdown.reduce((sum, s) => sum + s.value, 0),
    breakdown,
    reason: reasonOf(candidate, question, query),
    ...(swapsHeld(candidate, question).length === 0 ? {} : { swapped: true }),
    ...(pairs.length === 0 ? {} : { similar: pairs }),
  };
}
