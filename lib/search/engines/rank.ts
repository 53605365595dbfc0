import type { Signal } from "#lib/contracts/citation";
import type { QueryTerm } from "#lib/contracts/envelope";
import { alikeness } from "#lib/meaning/comparison";
import { embeddingSignal } from "../signals/embedding.ts";
import { signals as allSignals, meaningSignals } from "../signals/list.ts";
import type { Candidate, Outline, Question, RankingSignal } from "../signals/signal.ts";
import { similarWordsSignal, wordPairs } from "../signals/similar-words.ts";
import { bestFirst } from "./best-first.ts";
import {
  type AskedMeaning,
  compareBy,
  nearestPassages,
  type Place,
  passagesNamed,
  readMeaning,
} from "./by-meaning.ts";
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
import { passagesWith } from "./segment.ts";
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
  const asked = index.meaning && readMeaning(terms, index.meaning);
  const { nearest } = query;
  const further = [
    ...(asked === undefined ? [] : meaningSignals),
    ...(nearest === undefined ? [] : [embeddingSignal]),
  ];
  const alone = further.length === 0;
  const best = keepBest(alone ? query.limit : Math.max(query.limit, pool.by_words));
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
  if (alone)
    return { hits: best.take().map((one) => hitOf(one, question, signals, query)), ...told };
  const segments = index.segments();
  const near = [
    ...(asked === undefined
      ? []
      : nearestPassages(segments, asked, { count: pool.by_meaning, keys: query.keys })),
    ...(nearest === undefined ? [] : passagesNamed(segments, nearest, query.keys)),
  ];
  const complete = completeBy(asked, nearest);
  const ranked = [...best.take(), ...othersOf(near, best.take(), { held, question, signals })]
    .map(({ candidate, values }): Scored => {
      const completed = complete(candidate);
      const all = [...values, ...further.map((one) => one.weight * one.value(completed, question))];
      return { candidate: completed, values: all, score: all.reduce((sum, v) => sum + v, 0) };
    })
    .filter(({ candidate }) => saysAnyOf(candidate, question))
    .sort((a, b) => b.score - a.score || byPlace(a.candidate, b.candidate))
    .slice(0, query.limit);
  const every = [...signals, ...further];
  return {
    hits: ranked.map((one) => hitOf(one, question, every, query)),
    terms: readAsOthers(told.terms, ranked, question, index),
    unknown,
  };
}

/** From so much on a word that no passage holds is read as the one that is nearest to it in what was found. */
const readFrom = 0.7;

/** What of the question no passage holds, as the words that the best passages have for it; words that come to be the same, once. */
function readAsOthers(
  terms: readonly QueryTerm[],
  ranked: readonly Scored[],
  question: Question,
  index: InvertedIndex,
): QueryTerm[] {
  const read = new Map<string, QueryTerm>();
  const others = terms.map(({ passages }, i) => (passages > 0 ? undefined : otherFor(i, ranked)));
  for (const [i, told] of terms.entries()) {
    const other = isWholeWord(i, others, question) ? others[i] : undefined;
    const term = other === undefined ? told.term : index.word(other);
    const before = read.get(term);
    const weight = told.weight + (before?.weight ?? 0);
    if (before !== undefined) read.set(term, { ...before, weight });
    else if (other === undefined) read.set(term, { ...told, weight });
    else {
      const passages = passagesWith(index.segments(), other);
      read.set(term, { term, passages, weight, in_place_of: question.terms[i]?.written ?? "" });
    }
  }
  return [...read.values()];
}

/** Pairs of characters of one word stand for another only together: what one of them means alone the word may not. */
function isWholeWord(
  number: number,
  others: readonly (number | undefined)[],
  { terms, spoken }: Question,
): boolean {
  const own = terms[number];
  const word = spoken.words.find((one) => own && one.start <= own.start && own.end <= one.end);
  if (own === undefined || word === undefined) return false;
  return terms.every(
    ({ start, end }, i) => start < word.start || end > word.end || others[i] === others[number],
  );
}

function otherFor(number: number, ranked: readonly Scored[]): number | undefined {
  let best: { alike: number; id: number } | undefined;
  for (const { candidate } of ranked) {
    const alike = alikeness(candidate.meaning?.near[number] ?? 0);
    if (alike >= readFrom && alike > (best?.alike ?? 0))
      best = { alike, id: candidate.meaning?.by[number] ?? 0 };
  }
  return best?.id;
}

/** Of what was asked, 0 to 1. */
const leastSaidOtherwise = 0.2;

/** So many of the best by words and of the nearest by meaning are ranked by both. */
const pool = { by_words: 40, by_meaning: 70 };

/** The passages that words did not find, each once, with what the signals of words give them. */
function othersOf(
  places: readonly Place[],
  best: readonly Scored[],
  by: { held: readonly Held[]; question: Question; signals: readonly RankingSignal[] },
): Pick<Scored, "candidate" | "values">[] {
  const homes = new Map(by.held.map((home) => [home.segment, home]));
  const known = new Map<Place["segment"], Set<number>>();
  const isNew = ({ segment, passage }: Place) => {
    const passages = known.get(segment) ?? new Set();
    known.set(segment, passages);
    return !passages.has(passage) && passages.add(passage) !== undefined;
  };
  for (const { candidate } of best) isNew(candidate);
  return places.filter(isNew).flatMap(({ segment, passage }) => {
    const home = homes.get(segment);
    if (home === undefined) return [];
    const candidate = candidateAt(home, passage);
    const values = by.signals.map(({ weight, value }) => weight * value(candidate, by.question));
    return [{ candidate, values }];
  });
}

/** Something is always nearest: without a word of the question a passage must say enough of it in other words. */
function saysAnyOf(candidate: Candidate, question: Question): boolean {
  return (
    candidate.counts.some((count) => count > 0) ||
    candidate.embedding !== undefined ||
    similarWordsSignal.value(candidate, question) >= leastSaidOtherwise
  );
}

/** Adds what meaning says of a passage: the table of word meanings, an embedding model, or both. */
function completeBy(
  asked: AskedMeaning | undefined,
  nearest: EngineQuery["nearest"],
): (candidate: Candidate) => Candidate {
  const compare = asked && compareBy(asked);
  const similarities = [...(nearest?.values() ?? [])].flatMap((of) => [...of.values()]);
  const [least, most] = [Math.min(...similarities), Math.max(...similarities)];
  // Models differ in how near they find anything: the least near of the nearest is 0.
  const embeddingOf = ({ segment, passage }: Candidate): number | undefined => {
    const document = segment.documents[segment.document[passage] ?? 0];
    const similarity = nearest?.get(document?.key ?? "")?.get(passage - (document?.first ?? 0));
    return similarity === undefined ? undefined : (similarity - least) / (most - least || 1);
  };
  return (candidate) => {
    const embedding = embeddingOf(candidate);
    return {
      ...candidate,
      ...(compare === undefined ? {} : { meaning: compare(candidate) }),
      ...(embedding === undefined ? {} : { embedding }),
    };
  };
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
