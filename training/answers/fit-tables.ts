import { z } from "zod";

/**
 * The figures of a fit as the tables of `docs/answer-figures.md`: what projects that were left out of the fit got, and what each
 * feature is worth, with `more` behind them. Written and compared by `npm run fit`; everything around the two marks is left as it is.
 */
const Worth = z.array(z.object({ name: z.string(), worth: z.number() }));
const Decision = z.object({
  auroc: z.number(),
  error: z.number(),
  bins: z.array(z.tuple([z.number(), z.number()])),
});
const Figures = z.object({
  name: z.string(),
  questions: z.number(),
  reached: z.number(),
  plain_first: z.number(),
  unit_first: z.number(),
  place_first: z.number(),
  place_in_three: z.number(),
  answered: z.number(),
  sure: z.number(),
  sure_and_right: z.number(),
  useful: z.number(),
});
const Extents = z.array(
  z.object({
    set: z.string(),
    places: z.number(),
    whole: z.number(),
    recall: z.number(),
    precision: z.number(),
    characters: z.number(),
  }),
);
const HeldOut = z.object({
  date: z.string(),
  folds: z.number(),
  projects: z.number(),
  choices: z.number(),
  decisions: z.number(),
  working_points: z.object({
    answers: z.number(),
    sure: z.number(),
    extent: z.number(),
  }),
  answerability: Decision,
  confidence: Decision,
  worth: z.object({ choice: Worth, answerability: Worth, confidence: Worth }),
  sets: z.array(Figures),
  by_project: z.array(Figures),
  extents: z.object({ alone: Extents, shown: Extents, of_several: Extents }),
  lengths: z
    .array(
      z.object({ set: z.string(), answered: z.number(), answer: z.number(), beside: z.number() }),
    )
    .default([]),
});
type HeldOut = z.infer<typeof HeldOut>;
type SetFigures = z.infer<typeof Figures>;

const [opening, closing] = ["<!-- fit:table -->", "<!-- /fit:table -->"];

/** The page with the tables of these figures between its marks. Throws where the marks are missing. */
export function withTables(page: string, held_out: unknown, more: string): string {
  const from = page.indexOf(opening);
  const to = page.indexOf(closing);
  if (from === -1 || to < from)
    throw new Error(`The page has no section from ${opening} to ${closing}.`);
  const tables = `${renderTables(HeldOut.parse(held_out))}\n\n${more}`;
  return `${page.slice(0, from + opening.length)}\n\n${tables}\n\n${page.slice(to)}`;
}

function renderTables(held_out: HeldOut): string {
  const { date, folds, projects, choices, decisions, working_points } = held_out;
  const sets = held_out.sets.map((one) => {
    const [condition = "", ...name] = one.name.split(" ").reverse();
    return { ...one, set: name.reverse().join(" "), condition };
  });
  const here = sets.filter(({ condition }) => ["own", "all"].includes(condition));
  const unanswered = absent.filter((one) => sets.some(({ condition }) => condition === one));
  const known = new Set(held_out.lengths.map(({ set }) => set));
  const largest = held_out.by_project.filter(({ questions }) => questions >= fewestOfProject);
  return [
    `Fitted ${date}: ${projects} projects in ${folds} groups, ${choices} questions for the choice, ${decisions} cases for the decisions. ` +
      `Answers from ${short(working_points.answers)}, sure from ${short(working_points.sure)}.`,
    "Questions that the folder answers, in %:",
    tableOf(
      `set | folder | questions | ${figureNames}`,
      here.map((one) => [one.set, one.condition, one.questions, ...answerableFigures(one)]),
    ),
    "Questions that the folder does not answer, in % answered (and sure):",
    tableOf(
      `set | ${unanswered.join(" | ")}`,
      [...Map.groupBy(sets, ({ set }) => set)]
        .map(([set, some]) => [set, ...absentFigures(some, unanswered)])
        .filter(([, ...figures]) => figures.some((figure) => figure !== none)),
    ),
    `Projects of documentation with at least ${fewestOfProject} questions, in %:`,
    tableOf(
      `project | questions | ${figureNames}`,
      largest.map((one) => [one.name, one.questions, ...answerableFigures(one)]),
    ),
    `How much of an answer is shown where its place is right, in %: all of it, its characters, and of those shown how many are of the answer; mean characters. A unit belongs from ${short(working_points.extent)}.`,
    tableOf(
      "set | shown | places | all of it | of its characters | of those shown | characters",
      held_out.extents.shown.flatMap(({ set }, i) =>
        (["alone", "shown", "of_several"] as const).flatMap((how) => {
          const one = held_out.extents[how][i];
          if (one === undefined) return [];
          const { places, whole, recall, precision, characters } = one;
          return [
            [set, howShown[how], places, ...[whole, recall, precision].map(percent), characters],
          ];
        }),
      ),
    ),
    "Median characters of an answer, and of all that is shown beside it:",
    tableOf(
      "set | answered | answer | beside",
      held_out.lengths
        .filter(({ set }) => set.endsWith(" own") || !known.has(set.replace(/ all$/, " own")))
        .map(({ set, answered, answer, beside }) => [set, answered, answer, beside]),
    ),
    "Calibration: of answers said to be so probable, so many are right.",
    calibrationTable(held_out),
    "What a feature is worth: the loss without it, in thousandths (choice: questions with an answering line first; decisions: AUROC).",
    worthTable(held_out.worth),
  ].join("\n\n");
}

const howShown = {
  alone: "the unit alone",
  shown: "as one place",
  of_several: "as one of several",
};

/** The page tells projects from so many questions on; `held-out.json` has all. */
const fewestOfProject = 80;
const figureNames =
  "line found | plainest first | line first | place first | place in three | answered | sure | sure and right | useful";

const none = "–";

const answerableFigures = (one: SetFigures): string[] =>
  [
    one.reached,
    one.plain_first,
    one.unit_first,
    one.place_first,
    one.place_in_three,
    one.answered,
    one.sure,
    one.sure_and_right,
    one.useful,
  ].map(percent);

const absent = ["absent", "other", "cross", "far", "near"];

function absentFigures(
  some: readonly (SetFigures & { condition: string })[],
  columns: readonly string[],
): string[] {
  return columns.map((wanted) => {
    const one = some.find(({ condition }) => condition === wanted);
    return one === undefined ? none : `${percent(one.answered)} (${percent(one.sure)})`;
  });
}

function calibrationTable(held_out: HeldOut): string {
  const rows = (["answerability", "confidence"] as const).map((name) => {
    const { bins, error, auroc } = held_out[name];
    const figures = bins.map(([said, held]) => `${percent(said)}: ${percent(held)}`);
    return [name, short(auroc), short(error), ...figures];
  });
  const bins = held_out.confidence.bins.map((_, i) => `bin ${i + 1}`).join(" | ");
  return tableOf(`model | AUROC | error | ${bins}`, rows);
}

/** Three features a row: the page stays short. */
const perRow = 3;

function worthTable(worth: HeldOut["worth"]): string {
  const valuesOf = (of: z.infer<typeof Worth>) =>
    new Map(of.map((one) => [one.name.replace(/^chosen: /, ""), one.worth]));
  const models = [worth.choice, worth.answerability, worth.confidence].map(valuesOf);
  const names = [...new Set(models.flatMap((values) => [...values.keys()]))];
  const cells = names.map((name) => [
    name,
    ...models.map((values) => thousandths(values.get(name))),
  ]);
  const rows = [];
  for (let from = 0; from < cells.length; from += perRow)
    rows.push(cells.slice(from, from + perRow).flat());
  const head = "feature | choice | answ. | conf.";
  return tableOf(Array.from({ length: perRow }, () => head).join(" | "), rows);
}

export function tableOf(head: string, rows: readonly (readonly (string | number)[])[]): string {
  const columns = head.split(" | ").length;
  const line = (cells: readonly (string | number)[]) =>
    `| ${Array.from({ length: columns }, (_, i) => cells[i] ?? "").join(" | ")} |`;
  return [`| ${head} |`, `|${" --- |".repeat(columns)}`, ...rows.map(line)].join("\n");
}

const percent = (share: number): string => String(Math.round(share * 100));
const short = (share: number): string => share.toFixed(3).replace(/^0/, "");
const thousandths = (worth: number | undefined): string =>
  worth === undefined ? none : (worth * 1000).toFixed(1).replace(/^-0\.0$/, "0.0");
