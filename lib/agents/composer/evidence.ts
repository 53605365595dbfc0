import { type Asked, share } from "./asked.ts";
import { type Candidate, type Source, sourceShare } from "./candidates.ts";
import type { NamedThings } from "./named-things.ts";
import { wordsNowhere } from "./question-words.ts";

/**
 * Decides whether what was found answers the question, by words alone: how good the best passage is against the
 * question's own best possible score, how much of the question stands in the best unit, under its headings and in its
 * passage, and how far the best passage stands out. A name that stands nowhere is never answered. It cannot tell a question that only sounds answerable.
 */
export type Verdict = { confidence: number; answered: boolean; missing: string[] };

/** What the decision rests on. All but `short` are shares of the question's weight or of its best possible score. */
export type Signs = {
  /** The best passage's score; 1 would be every word of the question in the best place. */
  score: number;
  /** How far it stands above the third best. */
  margin: number;
  /** Of the question, what stands in the best unit or in the headings above it. */
  unit: number;
  /** … and in its passage. */
  passage: number;
  /** What no passage holds. */
  unknown: number;
  /** One over the number of words: a short question reaches a high score easily. */
  short: number;
  /** A Chinese question: pairs of characters reach lower scores than words. */
  chinese: number;
};

/** Fitted on the shared query sets, absent articles and projects against present ones, adversarial questions left out. */
const model: Record<keyof Signs, number> = {
  score: 11.3,
  margin: 4.5,
  unit: 1.5,
  passage: 2.5,
  unknown: -4,
  short: -6,
  chinese: 1.1,
};
const bias = -4.1;

/** Below this confidence the answer is "no evidence". */
export const answerThreshold = 0.5;

/** In a question of few words each is what the question is about: "add a user" is not answered by "add a folder". */
const fewWords = 4;
const leastOfFew = 0.5;

export function judgeEvidence(
  asked: Asked,
  ranked: Candidate[],
  sources: Source[],
  named: NamedThings,
): Verdict {
  const nowhere = wordsNowhere(asked.question, asked.terms);
  const missing = [...new Set([...named.missing, ...nowhere])];
  if (ranked.length === 0) return { confidence: 0, answered: false, missing };
  const signs = readSigns(asked, ranked, sources);
  const lacksObject =
    asked.terms.length <= fewWords && Math.max(signs.unit, signs.passage) < leastOfFew;
  const sum = Object.entries(model).reduce(
    // The keys of `model` are those of Signs by its type.
    (all, [name, weight]) => all + weight * signs[name as keyof Signs],
    bias,
  );
  const likely = 1 / (1 + Math.exp(-sum));
  const lacksName = named.missing.length > 0 && named.found === 0;
  const confidence = lacksObject || lacksName ? Math.min(likely, answerThreshold / 2) : likely;
  return { confidence, answered: confidence >= answerThreshold, missing };
}

export function readSigns(asked: Asked, ranked: Candidate[], sources: Source[]): Signs {
  const best = ranked[0];
  const scores = sources.map((s) => s.citation.score).sort((a, b) => b - a);
  const unknown = new Set(asked.terms.flatMap((t, i) => (t.passages === 0 ? [i] : [])));
  return {
    score: scores[0] ?? 0,
    margin: (scores[0] ?? 0) - (scores[2] ?? 0),
    unit: best === undefined ? 0 : share(best.hitsWithHeading, asked),
    passage: best === undefined ? 0 : sourceShare(best.source, ranked, asked),
    unknown: share(unknown, asked),
    short: 1 / Math.max(1, asked.terms.length),
    chinese: asked.lang === "zh-CN" ? 1 : 0,
  };
}
