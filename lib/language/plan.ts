import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { askLimits } from "./limits.ts";
import { planners } from "./planners/list.ts";

/**
 * What is asked, as questions that can each be searched for alone. One question stays one, word for word. With
 * `compared` the first is the question itself and the others are a way round, for where it finds nothing that speaks of both.
 */
export type QuestionPlan = {
  parts: [QuestionText, ...QuestionText[]];
  compared?: readonly [string, string];
  /** For a part, what was put into it so that it can be understood alone: its answer has to speak of that. */
  leans?: ReadonlyMap<QuestionText, string>;
  /** The parts are the things that are asked about, and no one place is looked for that speaks of all. */
  apart?: true;
};

export const mostParts = askLimits.parts;

export function planQuestion(question: string): QuestionPlan {
  if (question.length <= askLimits.planned_chars) {
    for (const planner of planners) {
      const plan = planner.plan(question);
      if (plan === undefined) continue;
      const { compared, apart, leans = new Map() } = plan;
      const asked = [...new Set(compared ? [question, ...plan.parts] : plan.parts)];
      const [first, ...others] = asked.length > mostParts ? foldRest(asked) : asked;
      if (first !== undefined && others.length > 0) {
        return {
          parts: [asQuestion(first), ...others.map(asQuestion)],
          ...(compared === undefined ? {} : { compared }),
          ...(leans.size === 0
            ? {}
            : { leans: new Map([...leans].map(([part, on]) => [asQuestion(part), on])) }),
          ...(apart === undefined ? {} : { apart }),
        };
      }
    }
  }
  return { parts: [asQuestion(question)] };
}

/** What goes beyond the most parts is asked together in the last one: nothing that was asked is dropped. */
function foldRest(asked: readonly string[]): string[] {
  const kept = asked.slice(0, mostParts - 1);
  return [...kept, asked.slice(mostParts - 1).join(" ")];
}
