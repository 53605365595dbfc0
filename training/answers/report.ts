import { auroc, calibration, pointOfGain, pointOfShare, round } from "./figures.ts";
import type { FieldRows } from "./read-fields.ts";

/** A question with what models that had not seen its project say of it. */
export type Judged = {
  field: FieldRows;
  /** The likeliest first. */
  places: readonly { number: number; share: number }[];
  /** Whether the chosen unit answers; the plainest engine's. */
  right: boolean;
  plain: boolean;
  /** Of the first three places, whether each holds an answer. */
  shown: readonly boolean[];
  answerable: number;
  confident: number;
  weight: number;
};

export type WorkingPoints = { answers: number; sure: number; related: number };

/** What is told as sure stands at the right place so often, all such answers together, those to absent questions among them. */
const sureShare = 5 / 6;
/** A further place is shown as related where such places hold an answer this often. */
const relatedShare = 0.25;
/**
 * What an answer is worth to a reader, beside a refusal with the nearest lines. A shown place that answers is worth what an
 * answer to an absent question costs; lines that do not answer are as little use as a refusal where the documents do answer.
 */
const worth = { useful: 1, useless: 0, absent: -1 };

/** Sets of questions that people wrote, in their own words: nearest to what is asked of the program. */
const byPeople = ({ field: { set } }: Judged): boolean => /typed|handmade|written/.test(set);

/**
 * The likelihoods from which on something is shown as an answer, alone, or beside it. Whether to answer is chosen on what people
 * wrote, for there words and pages meet the least.
 */
export function workingPoints(judged: readonly Judged[]): WorkingPoints {
  const asked = judged.filter(({ field }) => field.source !== "about");
  const answers = pointOfGain(
    asked.filter(byPeople).map(({ field, shown, answerable, weight }) => ({
      likely: answerable,
      gain:
        weight *
        (!field.answerable ? worth.absent : shown.includes(true) ? worth.useful : worth.useless),
    })),
  );
  const sure = pointOfShare(
    asked
      .filter(({ answerable }) => answerable >= answers)
      .map(({ confident, shown, weight }) => ({
        likely: confident,
        yes: shown[0] === true,
        weight,
      })),
    sureShare,
  );
  const related = pointOfShare(
    asked.flatMap(({ field, places, shown }) =>
      field.answerable
        ? places
            .slice(1, 3)
            .map(({ share }, i) => ({ likely: share, yes: shown[i + 1] === true, weight: 1 }))
        : [],
    ),
    relatedShare,
  );
  return { answers: round(answers), sure: round(sure), related: round(related) };
}

const columns = [
  "questions",
  "reached",
  "plain_first",
  "unit_first",
  "place_first",
  "place_in_three",
  "answered",
  "sure",
  "sure_and_right",
  "useful",
] as const;
type Row = { name: string } & Record<(typeof columns)[number], number>;

/** Shares of questions, by whatever they are grouped by. */
export function shares(
  judged: readonly Judged[],
  points: WorkingPoints,
  nameOf: (one: Judged) => string | undefined,
): Row[] {
  const groups = Map.groupBy(judged, (one) => nameOf(one) ?? "");
  groups.delete("");
  const isAnswered = ({ answerable }: Judged) => answerable >= points.answers;
  const isSure = (one: Judged) => isAnswered(one) && one.confident >= points.sure;
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, some]) => {
      const share = (yes: (one: Judged) => boolean) => round(some.filter(yes).length / some.length);
      return {
        name,
        questions: some.length,
        reached: share(({ field }) => field.answers.length > 0),
        plain_first: share(({ plain }) => plain),
        unit_first: share(({ right }) => right),
        place_first: share(({ shown }) => shown[0] === true),
        place_in_three: share(({ shown }) => shown.includes(true)),
        answered: share(isAnswered),
        sure: share(isSure),
        sure_and_right: share((one) => isSure(one) && one.shown[0] === true),
        useful: share(
          (one) =>
            isAnswered(one) && (isSure(one) ? one.shown[0] === true : one.shown.includes(true)),
        ),
      };
    });
}

/** A set by where it was asked; of the public sets also by where its questions are from. */
export const setOf = ({ field: { set, source, condition } }: Judged): string =>
  `${set}${set === "en" || set === "zh" ? ` ${source}` : ""} ${condition}`;

/** Projects of documentation with their language, asked in their own folder. */
export const projectOf = ({ field }: Judged): string | undefined =>
  field.condition === "own" ? `${field.group} ${field.lang}` : undefined;

export function decisionFigures(judged: readonly Judged[]) {
  // Whether a folder answers without the pages of the answer nobody knows; and who names a folder is answered.
  const known = judged.filter(({ field }) => !["near", "named"].includes(field.condition));
  const of = (likelyOf: (one: Judged) => number, isSo: (one: Judged) => boolean) => ({
    auroc: round(auroc(known.map(likelyOf), known.map(isSo))),
    ...calibration(
      judged.map((one) => ({ likely: likelyOf(one), yes: isSo(one), weight: one.weight })),
    ),
  });
  return {
    answerability: of(
      ({ answerable }) => answerable,
      ({ field }) => field.answerable,
    ),
    confidence: of(
      ({ confident }) => confident,
      ({ right }) => right,
    ),
  };
}

/** Rows as lines of cells with tabs between, the names of the columns first. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    ["", ...columns].join("\t"),
    ...rows.map((row) => [row.name, ...columns.map((one) => row[one])].join("\t")),
  ].join("\n");
