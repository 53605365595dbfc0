import { type HeldWords, heldBy } from "../coverage.ts";
import { has, opening } from "../facts/cues.ts";
import { factsOf, holdsFact, indexFacts } from "../facts/facts.ts";
import { piecesOf } from "../facts/pieces.ts";
import { entailmentLimits } from "../limits.ts";
import { heldByMeaning } from "../meaning-held.ts";
import { negations } from "../negations.ts";

/**
 * What is left to be judged of "If your playlists are not shown, check the logs": its first clause is a condition, or tells
 * the person, and only says again what they have said or under which condition the lines stand. `known`: these, each by
 * itself. Undefined where the first clause says anything else, or what the lines themselves say.
 */
export function withoutSaidAgain(
  sentence: string,
  known: readonly string[],
  lines: readonly HeldWords[],
): { front: string; rest: string } | undefined {
  const [front, next] = piecesOf(sentence);
  if (front === undefined || next === undefined) return undefined;
  const { said_again } = entailmentLimits;
  const leads =
    has(front.text, "to-person") ||
    opening(front.text, "fronting", "han-fronting", "condition") !== undefined;
  if (!leads || opening(front.text, "answer-yes", "answer-no") !== undefined) return undefined;
  if (lines.some((one) => heldBy(front.text, one).share >= said_again)) return undefined;
  const denies = negations(front.text) > 0;
  const isSaid = known.some(
    (said) => negations(said) > 0 === denies && heldByMeaning(front.text, said).share >= said_again,
  );
  const all = indexFacts(known.join("\n"));
  if (!isSaid || !factsOf(front.text).every((fact) => holdsFact(all, fact))) return undefined;
  return { front: front.text, rest: sentence.slice(next.start).trim() };
}
