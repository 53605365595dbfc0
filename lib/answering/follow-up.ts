import { z } from "zod";
import type { DocumentPlace } from "#lib/contracts/citation";
import type { SearchReading } from "#lib/contracts/envelope";
import type { QuestionAnalysis } from "#lib/contracts/question";
import type { Unit } from "#lib/markdown/units";
import type { AskedQuestion } from "./asked-question.ts";
import type { Candidate, Field, Source } from "./candidates.ts";
import { LEAST_LEANING, MANY_THINGS, MANY_WORDS } from "./limits.ts";
import { modelFile, probability, readModelFile } from "./models.ts";
import type { AnswerPlace } from "./place.ts";

/**
 * A question in a conversation may go on from the one before it or be about something else, and its words seldom tell which. So it
 * is judged by itself and together with that question, and both are weighed by how likely each is: what answers its own words
 * in the matter of the question before, on the pages that answered that one, comes first where it leans on it.
 */
export type FollowUp = {
  alone: Pick<SearchReading, "found">;
  together: Pick<SearchReading, "found" | "terms"> & { analysis: QuestionAnalysis };
  cited_before: readonly DocumentPlace[];
};

/** Written by `npm run fit -- --follow-ups`. */
export const FollowUpModel = z.object({
  /** Whether a question leans on the one before it, as log-odds. */
  leaning: z.object({
    ...{ bias: z.number(), points_back: z.number() },
    ...{ many_words: z.number(), many_things: z.number() },
  }),
  /** Log-odds of a unit where it leans: its share by itself, together with the question before, and on a page cited before. */
  unit: z.object({ alone: z.number(), together: z.number(), cited_page: z.number() }),
  fitted: z.looseObject({ date: z.string() }),
});
export type FollowUpModel = z.infer<typeof FollowUpModel>;

let model: FollowUpModel | undefined;
/** Read once. Throws as `readModelFile`. */
export function followUpModel(): FollowUpModel {
  model ??= readModelFile(modelFile("follow-up.json"), FollowUpModel);
  return model;
}

/** 0 to 1: how likely a question leans on the one before it, where as many do as do not. */
export const leaning = (analysis: QuestionAnalysis): number =>
  leaningOf(leaningFeatures(analysis), followUpModel().leaning);

export const leaningOf = (
  [points_back, many_words, many_things]: readonly [number, number, number],
  weights: FollowUpModel["leaning"],
): number =>
  probability(
    weights.bias +
      weights.points_back * points_back +
      weights.many_words * many_words +
      weights.many_things * many_things,
  );

/** It may lean on the one before it: likely enough to be searched for together with that as well. */
export const mayLean = (analysis: QuestionAnalysis): boolean => leaning(analysis) >= LEAST_LEANING;

/** It rather leans on the one before it than not. */
export function isLeaning(analysis: QuestionAnalysis): boolean {
  const likely = leaning(analysis);
  return likely > 1 - likely;
}

/** Whether it points back, how many words it has and how many things it names, 1 where they are many. */
export const leaningFeatures = ({ follow_up, words, terms }: QuestionAnalysis) =>
  [
    follow_up === undefined ? 0 : 1,
    Math.min(1, words.length / MANY_WORDS),
    Math.min(1, terms.filter((term) => term.class === "thing").length / MANY_THINGS),
  ] as const;

/** The sources that a reading of the question found, with the scores and in the order that it found them in. */
export function sourcesOf(sources: readonly Source[], { found }: FollowUp["alone"]): Source[] {
  const known = new Map(sources.map((source) => [source.citation.id, source]));
  return found.flatMap(({ citation_id, score }, rank) => {
    const source = known.get(citation_id);
    return source === undefined
      ? []
      : [{ ...source, rank, citation: { ...source.citation, score } }];
  });
}

/** What one reading makes of a field. */
export type JudgedReading = {
  asked: AskedQuestion;
  field: Field;
  places: readonly AnswerPlace[];
  answerable: number;
  confidence: number;
};

/** A unit with its share of all likelihood in each reading, as logarithms. */
export type ReadUnit = { candidate: Candidate; alone: number; together: number; cited: boolean };

export function readUnits(
  { alone, together, leans }: { alone: JudgedReading; together: JudgedReading; leans: boolean },
  cited_before: FollowUp["cited_before"],
): ReadUnit[] {
  const shares = [logShares(alone), logShares(together)] as const;
  const candidates = new Map<Unit, Candidate>();
  for (const { field } of leans ? [alone, together] : [together, alone])
    for (const one of field.candidates) candidates.set(one.unit, one);
  const pages = new Set(
    cited_before.map((one) => JSON.stringify([one.root_id, one.relative_path])),
  );
  return [...candidates.values()].map((candidate) => {
    const { root_id, relative_path } = candidate.source.citation;
    return {
      candidate,
      alone: shares[0](candidate.unit),
      together: shares[1](candidate.unit),
      cited: pages.has(JSON.stringify([root_id, relative_path])),
    };
  });
}

/** What a reading did not find is less likely than all that it found. */
function logShares({ places }: JudgedReading): (unit: Unit) => number {
  const odds = new Map(places.flatMap((place) => [...place.odds]));
  const all = logSum([...odds.values()]);
  const least = Math.min(...odds.values()) - 1;
  return (unit) => (odds.get(unit) ?? least) - all;
}

/** Shares of the units, in their order and as logarithms: by itself and leaning, each by how likely it is. */
export function mixedShares(
  units: readonly Pick<ReadUnit, "alone" | "together" | "cited">[],
  leans: number,
  { unit }: Pick<FollowUpModel, "unit"> = followUpModel(),
): number[] {
  const leaning = units.map(
    (one) =>
      unit.alone * one.alone + unit.together * one.together + (one.cited ? unit.cited_page : 0),
  );
  const all = logSum(leaning);
  return units.map(({ alone }, i) =>
    logSum([Math.log(leans) + (leaning[i] ?? 0) - all, Math.log(1 - leans) + alone]),
  );
}

/** Logarithm of the sum of what these are logarithms of. */
function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  if (most === -Infinity) return most;
  return most + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - most), 0));
}
