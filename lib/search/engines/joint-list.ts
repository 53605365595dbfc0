import { embeddingSignal } from "../signals/embedding.ts";
import { meaningSignals } from "../signals/list.ts";
import type { Candidate, Question, RankingSignal } from "../signals/signal.ts";
import { similarWordsSignal } from "../signals/similar-words.ts";
import { type AskedMeaning, compareBy } from "./by-meaning.ts";
import { candidateAt } from "./candidate-at.ts";
import type { EngineQuery } from "./engine.ts";
import type { Held } from "./held.ts";
import { keepBest, type Scored } from "./keep-best.ts";
import { nearestPassages, type Place, passagesNamed } from "./nearest-passages.ts";

/** So many of the best by words and of the nearest by meaning are ranked by both. */
export const pool = { by_words: 40, by_meaning: 70 };

/** What there is beside words to rank by: the table of word meanings, the nearest by an embedding model, both or none. */
export type Means = { asked: AskedMeaning | undefined; nearest: EngineQuery["nearest"] };

export const byMeaning = ({ asked, nearest }: Means) =>
  asked !== undefined || nearest !== undefined;

/** A passage with what the signals of words give it. */
export type Weighed = Pick<Scored, "candidate" | "values">;

/** The passages that are nearest by meaning, of those that words did not find. */
export function nearBy(
  best: readonly Scored[],
  { asked, nearest }: Means,
  by: {
    held: readonly Held[];
    question: Question;
    signals: readonly RankingSignal[];
    keys: EngineQuery["keys"];
  },
): Weighed[] {
  const { keys } = by;
  const segments = by.held.map(({ segment }) => segment);
  const near = [
    ...(asked === undefined
      ? []
      : nearestPassages(segments, asked, { count: pool.by_meaning, keys })),
    ...(nearest === undefined ? [] : passagesNamed(segments, nearest, keys)),
  ];
  return othersOf(near, best, by);
}

/** The best by words and the nearest by meaning in one list, each scored by all signals, with the signals that the values belong to. */
export function rankJointly(
  candidates: readonly Weighed[],
  { asked, nearest }: Means,
  by: { question: Question; signals: readonly RankingSignal[]; limit: number },
): { ranked: readonly Scored[]; signals: RankingSignal[] } {
  const { question, signals } = by;
  const further = [
    ...(asked === undefined ? [] : meaningSignals),
    ...(nearest === undefined ? [] : [embeddingSignal]),
  ];
  const complete = completeBy(asked, nearest);
  const list = keepBest(by.limit);
  const most = mostBy(further, asked, question);
  for (const { candidate, values } of candidates) {
    if (!list.mayReach(sumOf(values) + most(candidate))) continue;
    const completed = complete(candidate);
    if (!saysAnyOf(completed, question)) continue;
    const all = [...values, ...further.map((one) => one.weight * one.value(completed, question))];
    list.offer({ candidate: completed, values: all, score: sumOf(all) });
  }
  return { ranked: list.take(), signals: [...signals, ...further] };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0);

/** What the further signals can give to a passage at most: no word that it holds, and none that is fixed, is said in other words. */
function mostBy(
  further: readonly RankingSignal[],
  asked: AskedMeaning | undefined,
  { terms }: Question,
): (candidate: Candidate) => number {
  const others = further.filter((one) => one !== similarWordsSignal);
  const fixed = others.reduce((sum, { weight }) => sum + weight, 0);
  return ({ counts }) => {
    let share = 0;
    for (let i = 0; i < terms.length; i++)
      if ((counts[i] ?? 0) === 0 && asked?.comparison.compares(i) === true)
        share += terms[i]?.share ?? 0;
    return fixed + similarWordsSignal.weight * share;
  };
}

/** The passages that words did not find, each once, with what the signals of words give them. */
function othersOf(
  places: readonly Place[],
  best: readonly Scored[],
  by: { held: readonly Held[]; question: Question; signals: readonly RankingSignal[] },
): Weighed[] {
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

/** Of what was asked, 0 to 1. */
const leastSaidOtherwise = 0.2;

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
