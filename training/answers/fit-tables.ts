import { z } from "zod";

/**
 * The figures of a fit as the tables of `docs/answers.md`: what projects that were left out of the fit got, and what each
 * feature is worth. Written and compared by `npm run fit`; everything around the two marks is left as it is.
 */
const Worth = z.array(z.object({ name: z.string(), worth: z.number() }));
const Calibration = z.object({
  error: z.number(),
  bins: z.array(z.tuple([z.number(), z.number()])),
});
const HeldOut = z.object({
  date: z.string(),
  folds: z.number(),
  projects: z.number(),
  choices: z.number(),
  decisions: z.number(),
  working_points: z.object({ answers: z.number(), sure: z.number() }),
  auroc: z.object({ answerability: z.number(), confidence: z.number() }),
  calibration: z.object({ answerability: Calibration, confidence: Calibration }),
  worth: z.object({ choice: Worth, answerability: Worth, confidence: Worth }),
  sets: z.array(
    z.object({
      set: z.string(),
      questions: z.number(),
      reached: z.number(),
      plain_first: z.number(),
      unit_first: z.number(),
      place_first: z.number(),
      place_in_three: z.number(),
      answered: z.number(),
      sure: z.number(),
      sure_and_right: z.number(),
    }),
  ),
});
type HeldOut = z.infer<typeof HeldOut>;
type SetFigures = HeldOut["sets"][number];

const [opening, closing] = ["<!-- fit:table -->", "<!-- /fit:table -->"];

/** The page with the tables of these figures between its marks. Throws where the marks are missing. */
export function withTables(page: string, held_out: unknown): string {
  const from = page.indexOf(opening);
  const to = page.indexOf(closing);
  if (from === -1 || to < from)
    throw new Error(`The page has no section from ${opening} to ${closing}.`);
  const tables = renderTables(HeldOut.parse(held_out));
  return `${page.slice(0, from + opening.length)}\n\n${tables}\n\n${page.slice(to)}`;
}

function renderTables(held_out: HeldOut): string {
  const { date, folds, projects, choices, decisions, auroc, working_points } = held_out;
  const sets = held_out.sets.map((one) => {
    const [condition = "", ...name] = one.set.split(" ").reverse();
    return { ...one, set: name.reverse().join(" "), condition };
  });
  const here = sets.filter(({ condition }) => condition === "own" || condition === "all");
  return [
    `Fitted ${date}: ${projects} projects in ${folds} groups, ${choices} questions for the choice, ${decisions} cases for the decisions. ` +
      `AUROC: answerability ${short(auroc.answerability)}, confidence ${short(auroc.confidence)}. ` +
      `Answers from ${short(working_points.answers)}, sure from ${short(working_points.sure)}.`,
    "Questions that the folder answers, in %:",
    tableOf(
      "set | folder | questions | line found | plainest first | line first | place first | place in three | answered | sure | sure and right",
      here.map((one) => [one.set, one.condition, one.questions, ...answerableFigures(one)]),
    ),
    "Questions that the folder does not answer, in % answered (and sure):",
    tableOf(
      "set | other thing | other projects | other pages",
      [...Map.groupBy(sets, ({ set }) => set)]
        .map(([set, some]) => [set, ...absentFigures(some)])
        .filter(([, ...figures]) => figures.some((figure) => figure !== none)),
    ),
    "Calibration: of answers said to be so probable, so many are right.",
    calibrationTable(held_out),
    "What a feature is worth: the loss without it, in thousandths (choice: questions with an answering line first; decisions: AUROC).",
    worthTable(held_out.worth),
  ].join("\n\n");
}

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
  ].map(percent);

function absentFigures(some: readonly (SetFigures & { condition: string })[]): string[] {
  return ["other", "far", "near"].map((wanted) => {
    const one = some.find(({ condition }) => condition === wanted);
    return one === undefined ? none : `${percent(one.answered)} (${percent(one.sure)})`;
  });
}

function calibrationTable({ calibration, auroc }: HeldOut): string {
  const rows = (["answerability", "confidence"] as const).map((name) => {
    const { bins, error } = calibration[name];
    const figures = bins.map(([said, held]) => `${percent(said)}: ${percent(held)}`);
    return [name, short(auroc[name]), short(error), ...figures];
  });
  const bins = calibration.confidence.bins.map((_, i) => `bin ${i + 1}`).join(" | ");
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

function tableOf(head: string, rows: readonly (readonly (string | number)[])[]): string {
  const columns = head.split(" | ").length;
  const line = (cells: readonly (string | number)[]) =>
    `| ${Array.from({ length: columns }, (_, i) => cells[i] ?? "").join(" | ")} |`;
  return [`| ${head} |`, `|${" --- |".repeat(columns)}`, ...rows.map(line)].join("\n");
}

const percent = (share: number): string => String(Math.round(share * 100));
const short = (share: number): string => share.toFixed(3).replace(/^0/, "");
const thousandths = (worth: number | undefined): string =>
  worth === undefined ? none : (worth * 1000).toFixed(1).replace(/^-0\.0$/, "0.0");
