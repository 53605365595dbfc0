import { type FollowUpModel, leaningOf, mixedShares } from "../../lib/answering/follow-up.ts";
import { MAY_BE_PLACES } from "../../lib/contracts/limits.ts";
import { tableOf } from "../answers/fit-tables.ts";
import { fitChoice } from "../answers/linear-models.ts";
import type { Turn } from "./matrix.ts";

/** The file's content. */
export function followUpModelOf({ date, turns }: { date: string; turns: readonly Turn[] }) {
  const about = "Whether a question leans on the one before it, and what answers it where it does.";
  const projects = new Set(turns.map(({ project }) => project)).size;
  return { about, ...fitFollowUps(turns), fitted: { date, projects, questions: turns.length } };
}

/** Penalty on the sum of squared weights, beside the mean loss of a question. */
const ridge = 0.001;
const digits = 4;

type Numbers = Pick<FollowUpModel, "leaning" | "unit">;

/** Questions that stand alone beside the first; the others cannot be understood without it. */
const standsAlone = new Set<Turn["kind"]>(["fresh", "more"]);

export function fitFollowUps(turns: readonly Turn[]): Numbers {
  // Of two, one of which has no features: a logistic regression. As many lean as do not.
  const alone = turns.filter(({ kind }) => standsAlone.has(kind)).length;
  const { weights: leans } = fitChoice(
    turns.map(({ kind, points_back, many_words, many_things }) => ({
      values: Float64Array.from([1, points_back, many_words, many_things, 0, 0, 0, 0]),
      units: 2,
      answers: [standsAlone.has(kind) ? 1 : 0],
      weight: 1 / (standsAlone.has(kind) ? alone : turns.length - alone),
    })),
    4,
    ridge,
  );
  const { weights: unit } = fitChoice(
    turns
      .filter(({ kind, units }) => kind !== "fresh" && units.some(([, , , answers]) => answers))
      .map(({ units }) => ({
        values: Float64Array.from(units.flatMap((one) => one.slice(0, 3))),
        units: units.length,
        answers: units.flatMap(([, , , answers], i) => (answers ? [i] : [])),
        weight: 1,
      })),
    3,
    ridge,
  );
  const at = (weights: Float64Array, i: number) => Number((weights[i] ?? 0).toFixed(digits));
  return {
    leaning: {
      ...{ bias: at(leans, 0), points_back: at(leans, 1) },
      ...{ many_words: at(leans, 2), many_things: at(leans, 3) },
    },
    unit: { alone: at(unit, 0), together: at(unit, 1), cited_page: at(unit, 2) },
  };
}

export type FollowUpFigures = {
  kind: string;
  questions: number;
  /** An answering line in the place shown first, and in one of three: by itself, together with the question before, by both. */
  first: [alone: number, together: number, both: number];
  in_three: [alone: number, together: number, both: number];
};

/** Each project by the numbers of all others. */
export function heldOutFollowUps(turns: readonly Turn[]): FollowUpFigures[] {
  const judged = [...Map.groupBy(turns, ({ project }) => project)].flatMap(([project, own]) => {
    const numbers = fitFollowUps(turns.filter((one) => one.project !== project));
    return own
      .filter(({ absent }) => !absent)
      .map((turn) => ({ turn, ranks: ranksOf(turn, numbers) }));
  });
  const kinds = [...new Set(judged.map(({ turn }) => turn.kind)), "all"];
  return kinds.map((kind) => {
    const some = judged.filter(({ turn }) => kind === "all" || turn.kind === kind);
    const within = (most: number) =>
      ([0, 1, 2] as const).map(
        (way) => some.filter(({ ranks }) => (ranks[way] ?? Infinity) < most).length,
      ) as [number, number, number];
    return { kind, questions: some.length, first: within(1), in_three: within(MAY_BE_PLACES) };
  });
}

/** As a table. */
export function followUpTable(figures: readonly FollowUpFigures[]): string {
  const head = ["by itself", "together with the question before", "by both"];
  return [
    "Second questions of conversations that their folder answers, each project by the numbers of all others: an answering line in the place shown first, and in one of three. " +
      "`fresh` is about another thing, and `more` names its own.",
    tableOf(
      `kind | questions | ${head.map((way) => `first, ${way}`).join(" | ")} | ${head.map((way) => `in three, ${way}`).join(" | ")}`,
      figures.map(({ kind, questions, first, in_three }) => [
        ...[kind, questions],
        ...[...first, ...in_three],
      ]),
    ),
  ].join("\n\n");
}

/** The place of the first section that answers, from 0, by each way. */
function ranksOf({ units, ...turn }: Turn, { leaning, unit }: Numbers): number[] {
  const { points_back, many_words, many_things } = turn;
  const leans = leaningOf([points_back, many_words, many_things], leaning);
  const read = units.map(([alone, together, cited]) => ({ alone, together, cited: cited === 1 }));
  const ways = [
    read.map(({ alone }) => alone),
    read.map(({ together }) => together),
    mixedShares(read, leans, { unit }),
  ];
  return ways.map((odds) => {
    const sections = new Map<number, { sum: number; answers: boolean }>();
    for (const [i, [, , , answers, section]] of units.entries()) {
      const one = sections.get(section) ?? { sum: 0, answers: false };
      one.sum += Math.exp(odds[i] ?? 0);
      one.answers ||= answers === 1;
      sections.set(section, one);
    }
    const at = [...sections.values()].sort((a, b) => b.sum - a.sum).findIndex((one) => one.answers);
    return at === -1 ? Infinity : at;
  });
}
