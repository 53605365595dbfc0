import type { Signal } from "#lib/contracts/citation";
import type { QueryTerm } from "#lib/contracts/envelope";
import { signals as allSignals, meaningSignals } from "../signals/list.ts";
import type { Candidate, Outline, Question, RankingSignal } from "../signals/signal.ts";
import { wordPairs } from "../signals/similar-words.ts";
import { bestFirst } from "./best-first.ts";
import { compareBy, nearestPassages, readMeaning } from "./by-meaning.ts";
import { byPlace } from "./by-place.ts";
import { candidateAt } from "./candidate-at.ts";
import { chooseDocuments } from "./choose-documents.ts";
import type { EngineHit, EngineQuery, EngineResult } from "./engine.ts";
import { type Held, holdTerms, namenessOf } from "./held.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { judgeBy } from "./judge.ts";
import { keepBest, type Scored } from "./keep-best.ts";
import { openDocument } from "./open-document.ts";
import { type QuestionTerm, readQuestion } from "./question.ts";
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
    wordOf: index.word,
  };
  const { meaning } = index;
  const asked = meaning && readMeaning(terms, meaning);
  const best = keepBest(asked === undefined ? query.limit : Math.max(query.limit, pool.by_words));
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
  const told = { terms: terms.map(termOf), unknown };
  if (meaning === undefined || asked === undefined)
    return { hits: best.take().map((one) => hitOf(one, question, signals, query)), ...told };
  const every = [...signals, ...meaningSignals];
  const compare = compareBy(asked, meaning);
  const places = nearestPassages(index.segments(), asked, meaning, {
    count: pool.by_meaning,
    keys: query.keys,
  });
  const hits = withMeaning(best.take(), candidatesAt(places, held), {
    compare,
    question,
    signals,
  }).slice(0, query.limit);
  return { hits: hits.map((one) => hitOf(one, question, every, query)), ...told };
}

/** So many of the best by words and of the nearest by meaning are ranked by both. */
const pool = { by_words: 60, by_meaning: 60 };

function candidatesAt(
  places: ReturnType<typeof nearestPassages>,
  held: readonly Held[],
): Candidate[] {
  const homes = new Map(held.map((home) => [home.segment, home]));
  return places.flatMap(({ segment, passage }) => {
    const home = homes.get(segment);
    return home === undefined ? [] : [candidateAt(home, passage)];
  });
}

/** Both lists as one, by what words and meaning give together; equals by place. */
function withMeaning(
  best: readonly Scored[],
  near: readonly Candidate[],
  by: {
    compare: ReturnType<typeof compareBy>;
    question: Question;
    signals: readonly RankingSignal[];
  },
): Scored[] {
  const { compare, question, signals } = by;
  const known = new Map<Candidate["segment"], Set<number>>();
  for (const { candidate } of best) {
    const passages = known.get(candidate.segment) ?? new Set();
    known.set(candidate.segment, passages.add(candidate.passage));
  }
  const others = near
    .filter(({ segment, passage }) => known.get(segment)?.has(passage) !== true)
    .map((candidate) => ({
      candidate,
      values: signals.map(({ weight, value }) => weight * value(candidate, question)),
    }));
  return [...best, ...others]
    .map(({ candidate, values }) => {
      const compared = { ...candidate, meaning: compare(candidate) };
      const more = meaningSignals.map(({ weight, value }) => weight * value(compared, question));
      const all = [...values, ...more];
      return { candidate: compared, values: all, score: all.reduce((sum, v) => sum + v, 0) };
    })
    .sort((a, b) => b.score - a.score || byPlace(a.candidate, b.candidate));
}

function termOf({ term, passages, told, written, read_as, swap }: QuestionTerm): QueryTerm {
  const stands = read_as === undefined ? swap?.written : written;
  return { term, passages, weight: told, ...(stands === undefined ? {} : { in_place_of: stands }) };
}

/** For each place of the list so many documents are looked at first. */
const firstDocuments = 3;

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
