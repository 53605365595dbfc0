import { type Asked, type Candidate, type Source, share } from "./candidates.ts";
import { wordsNowhere } from "./question-words.ts";

/**
 * Decides whether what was found answers the question. Lexical evidence only: how good the best passage is measured
 * against the question's own best possible score, how much of the question's weight stands in the best unit and under
 * its headings, and how much of it no passage holds at all.
 */
export type Verdict = { confidence: number; answered: boolean; missing: string[] };

export type Signs = {
  /** Score of the best passage; about 0 to 1. */
  score: number;
  /** Weight covered by the best unit; by it and its headings; by its passage and its headings. */
  unit: number;
  heading: number;
  passage: number;
  /** Weight of words that no passage holds. */
  unknown: number;
};

const model = { bias: -3.2, score: 4, unit: 1.5, heading: 1.5, passage: 2, unknown: -1 };
export const answerThreshold = 0.5;

export function judgeEvidence(asked: Asked, ranked: Candidate[], sources: Source[]): Verdict {
  const best = ranked[0];
  if (best === undefined)
    return { confidence: 0, answered: false, missing: wordsNowhere(asked.question, asked.terms) };
  const signs = readSigns(asked, ranked, sources);
  const z =
    model.bias +
    model.score * signs.score +
    model.unit * signs.unit +
    model.heading * signs.heading +
    model.passage * signs.passage +
    model.unknown * signs.unknown;
  const confidence = 1 / (1 + Math.exp(-z));
  return {
    confidence,
    answered: confidence >= answerThreshold,
    missing: wordsNowhere(asked.question, asked.terms),
  };
}

export function readSigns(asked: Asked, ranked: Candidate[], sources: Source[]): Signs {
  const best = ranked[0];
  const unknown = new Set<number>();
  asked.terms.forEach((t, i) => {
    if (t.passages === 0) unknown.add(i);
  });
  if (best === undefined) return { score: 0, unit: 0, heading: 0, passage: 0, unknown: 1 };
  return {
    score: Math.max(...sources.map((s) => s.citation.score)),
    unit: best.covered,
    heading: best.coveredWithHeading,
    passage: share(passageHits(best.source, ranked), asked),
    unknown: share(unknown, asked),
  };
}

function passageHits(source: Source, ranked: Candidate[]): Set<number> {
  const hits = new Set<number>();
  for (const c of ranked) if (c.source === source) for (const i of c.hits) hits.add(i);
  return hits;
}
