import type { Series, SeriesKind, SeriesStep } from "#lib/contracts/activity";
import { quantileOf } from "#lib/platform/log-buckets";

/** One figure as it is kept: what was counted or added up by key, of an hour (its start in UTC) or of a day (its date). */
export type KeptFigure = { at: string; key: string; n: number; sum: number };

/** Which kept figures a chart is made of. */
export const sourceOf = {
  answers: "answers",
  ask_ms: "ask_ms",
  search_ms: "search_ms",
  first_ms: "first_ms",
  hit_rate: "answers",
  refusals: "refusals",
  timeouts: "timeouts",
  calls: "calls",
  tokens: "tokens",
  cost: "cost",
  index_size: "index",
  index_age: "index",
} as const satisfies Record<SeriesKind, string>;

const units: Record<SeriesKind, Series["unit"]> = {
  ...{ answers: "count", ask_ms: "ms", search_ms: "ms", first_ms: "ms", hit_rate: "ratio" },
  ...{ refusals: "count", timeouts: "count", calls: "count", tokens: "tokens", cost: "cost" },
  ...{ index_size: "count", index_age: "seconds" },
};

/** Above this a person waits: the bars that `npm run bench` is held to, and a day without a change of the index. */
const warnings: Partial<Record<SeriesKind, number>> = {
  ask_ms: 1500,
  search_ms: 300,
  first_ms: 1500,
};

const mostKeys = 12;
export const mostPoints = 1000;
/** How far back a chart goes where nothing else is said. */
const back: Record<SeriesStep, number> = { hour: 48, day: 31, week: 26, month: 24 };

/** The starts of the steps of a stretch of time, in the form in which each step is named, and the end of the last. */
export type Steps = { step: SeriesStep; starts: string[]; end: string };

/** Undefined where there are more steps than a chart has room for. */
export function stepsOf(
  step: SeriesStep,
  asked: { from?: Date | undefined; to?: Date | undefined; now: Date },
): Steps | undefined {
  const to = asked.to ?? asked.now;
  const first = startOfStep(
    step,
    asked.from ?? stepped(step, startOfStep(step, to), 1 - back[step]),
  );
  const starts: string[] = [];
  let at = first;
  for (; at < to || starts.length === 0; at = stepped(step, at, 1)) {
    starts.push(nameOf(step, at));
    if (starts.length > mostPoints) return undefined;
  }
  return { step, starts, end: nameOf(step, at) };
}

/** A chart of what is kept for these steps. */
export function seriesOf(
  kind: SeriesKind,
  { step, starts }: Steps,
  kept: readonly KeptFigure[],
): Omit<Series, "counting" | "measured"> {
  const byStart = new Map<string, KeptFigure[]>(starts.map((at) => [at, []]));
  const known = new Map<string, string>(); // the same day comes with every key
  for (const figure of kept) {
    const start = known.get(figure.at) ?? startFor(step, figure.at);
    known.set(figure.at, start);
    byStart.get(start)?.push(figure);
  }
  const read = readers[kind];
  const points = starts.map((at) => ({ at, values: read(byStart.get(at) ?? []) }));
  const total = read(kept);
  const added = kind in added_up;
  const sorted = added
    ? Object.entries(total)
        .sort(([, a], [, b]) => b - a)
        .map(([key]) => key)
    : Object.keys(total);
  const keys = sorted.slice(0, mostKeys);
  const rest = new Set(sorted.slice(mostKeys));
  const warning = warnings[kind];
  return {
    ...{ kind, step, unit: units[kind] },
    keys: rest.size === 0 ? keys : [...keys, "other"],
    points: points.map(({ at, values }) => ({ at, values: gathered(values, rest) })),
    total: gathered(total, rest),
    ...(warning === undefined ? {} : { warning }),
  };
}

type Read = (figures: readonly KeptFigure[]) => Record<string, number>;

const added_up = {
  answers: true,
  refusals: true,
  timeouts: true,
  calls: true,
  tokens: true,
  cost: true,
};

const counts: Read = (figures) => added(figures, ({ n }) => n);
const sums: Read = (figures) => added(figures, ({ sum }) => sum);

const readers: Record<SeriesKind, Read> = {
  ...{ answers: counts, refusals: counts, timeouts: counts, calls: counts },
  ...{ tokens: sums, cost: sums },
  ...{ ask_ms: quantiles, search_ms: quantiles, first_ms: quantiles },
  hit_rate(figures) {
    const { answered = 0, partial = 0, unsure = 0, no_evidence = 0 } = counts(figures);
    const asked = answered + partial + unsure + no_evidence;
    return asked === 0 ? {} : { hit_rate: (answered + partial) / asked, unsure: unsure / asked };
  },
  index_size: (figures) => latest(figures, ["files", "sections", "skipped"]),
  index_age(figures) {
    const { age_s } = latest(figures, ["age_s"]);
    return age_s === undefined ? {} : { age: age_s };
  },
};

function added(
  figures: readonly KeptFigure[],
  value: (figure: KeptFigure) => number,
): Record<string, number> {
  const all = new Map<string, number>();
  for (const figure of figures) all.set(figure.key, (all.get(figure.key) ?? 0) + value(figure));
  return Object.fromEntries(all);
}

function quantiles(figures: readonly KeptFigure[]): Record<string, number> {
  const buckets = new Map<number, number>();
  for (const { key, n } of figures) {
    const bucket = Number(key);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + n);
  }
  const p50 = quantileOf(buckets, 0.5);
  const p95 = quantileOf(buckets, 0.95);
  return p50 === undefined || p95 === undefined ? {} : { p50, p95 };
}

/** They come in the order of time. */
function latest(figures: readonly KeptFigure[], keys: readonly string[]): Record<string, number> {
  const last = new Map<string, number>();
  for (const { key, sum } of figures) if (keys.includes(key)) last.set(key, sum);
  return Object.fromEntries(last);
}

function gathered(
  values: Record<string, number>,
  rest: ReadonlySet<string>,
): Record<string, number> {
  if (rest.size === 0) return values;
  const kept = Object.entries(values).filter(([key]) => !rest.has(key));
  const other = Object.entries(values)
    .filter(([key]) => rest.has(key))
    .reduce((sum, [, value]) => sum + value, 0);
  return { ...Object.fromEntries(kept), ...(other === 0 ? {} : { other }) };
}

function startOfStep(step: SeriesStep, at: Date): Date {
  if (step === "hour") return new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
  const day = new Date(at.getFullYear(), at.getMonth(), step === "month" ? 1 : at.getDate());
  return step === "week" ? stepped("day", day, -((day.getDay() + 6) % 7)) : day;
}

/** Days of the calendar, whichever of them has an hour more or less. */
function stepped(step: SeriesStep, at: Date, by: number): Date {
  if (step === "hour") return new Date(at.getTime() + by * 3_600_000);
  if (step === "month") return new Date(at.getFullYear(), at.getMonth() + by, 1);
  const days = step === "week" ? 7 * by : by;
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);
}

function nameOf(step: SeriesStep, at: Date): string {
  if (step === "hour") return at.toISOString();
  const two = (n: number) => String(n).padStart(2, "0");
  return `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Of the step that an hour or a day belongs to. */
function startFor(step: SeriesStep, at: string): string {
  if (step === "hour" || step === "day") return at;
  const [year = 0, month = 1, day = 1] = at.split("-").map(Number);
  return nameOf(step, startOfStep(step, new Date(year, month - 1, day)));
}
