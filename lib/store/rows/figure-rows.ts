import { and, desc, eq, gte, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Figure, FigureSeries } from "#lib/contracts/activity-store";
import { onePerson } from "#lib/contracts/people";
import type { Span } from "#lib/contracts/ports";
import { bucketOf } from "#lib/platform/log-buckets";
import type { Db } from "./dialect.ts";
import { locks } from "./locks.ts";
import { mine } from "./owner.ts";
import { figures, spans } from "./schema.ts";
import { all, type Conflict, get, insertAll, raw, type Statements, write } from "./statements.ts";
import { getUpkeep, setUpkeep } from "./upkeep-rows.ts";

/**
 * Figures of spans by hour and by day, added up as the spans are written and in the same transaction: a year of them is
 * read without a look at the spans, and they stay when the spans go. Times are counted in buckets.
 */
type Cell = { series: FigureSeries; key: string; n: number; sum: number };

const SpanFigures = z
  .object({
    answer: z.string(),
    first_ms: z.number(),
    provider_id: z.string(),
    input: z.number(),
    output: z.number(),
    cost: z.number(),
  })
  .partial();

type Counted = Pick<Span, "name" | "started_at" | "ms"> & {
  kind: string;
  status: string;
  tool_id?: string | null;
  deny_reason?: string | null;
  attributes: unknown;
  owner: string;
};

/** What one span adds. */
function cellsOf(span: Counted): Cell[] {
  const told = SpanFigures.safeParse(span.attributes).data ?? {};
  const one = (series: FigureSeries, key: string): Cell => ({ series, key, n: 1, sum: 0 });
  const time = (series: FigureSeries, ms: number): Cell => ({
    ...{ series, key: String(bucketOf(ms)), n: 1, sum: ms },
  });
  if (span.kind === "request" && span.name === "ask") {
    const answer = told.answer ?? span.status;
    return [
      one("answers", answer),
      ...(answer === "cancelled" ? [] : [time("ask_ms", span.ms)]),
      ...(told.first_ms === undefined ? [] : [time("first_ms", told.first_ms)]),
      ...(answer === "timeout" ? [one("timeouts", "ask")] : []),
      // The refusals of tools are counted where they happen.
      ...(span.deny_reason === "outside_scope" ? [one("refusals", "outside_scope")] : []),
    ];
  }
  if (span.kind === "tool_call") {
    const tool = span.tool_id ?? "unknown";
    return [
      one("calls", told.provider_id ?? "none"),
      ...(tool === "mcp.docs.docs_search" && span.status !== "denied"
        ? [time("search_ms", span.ms)]
        : []),
      ...(span.status === "timeout" ? [one("timeouts", tool)] : []),
      ...(typeof span.deny_reason === "string" ? [one("refusals", span.deny_reason)] : []),
    ];
  }
  if (span.kind !== "model") return [];
  const tokens = (told.input ?? 0) + (told.output ?? 0);
  return [
    { series: "tokens", key: span.name, n: 1, sum: tokens },
    ...(told.cost === undefined
      ? []
      : [{ series: "cost" as const, key: span.name, n: 1, sum: told.cost }]),
  ];
}

/** `times`: -1 takes back what was counted. The caller holds the transaction. */
export function* addFigures(spans: readonly Counted[], times: 1 | -1 = 1): Statements<void> {
  const added = new Map<string, FigureRow>();
  for (const span of spans) {
    const at = new Date(span.started_at);
    for (const { series, key, n, sum } of cellsOf(span)) {
      for (const step of ["hour", "day"] as const) {
        const place = step === "hour" ? hourOf(at) : dayOf(at);
        const { owner } = span;
        const name = [owner, series, step, place, key].join("\n");
        const row = added.get(name) ?? { owner, series, step, at: place, key, n: 0, sum: 0 };
        added.set(name, { ...row, n: row.n + times * n, sum: row.sum + times * sum });
      }
    }
  }
  if (added.size === 0) return;
  // In one order, so that two programs that add to the same rows do not wait for each other.
  const rows = [...added].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  yield* insertAll(figures, rows, adding);
}
type FigureRow = typeof figures.$inferInsert;
const key = [figures.owner, figures.series, figures.step, figures.at, figures.key];
const adding: Conflict = {
  key,
  set: { n: sql`${figures.n} + excluded.n`, sum: sql`${figures.sum} + excluded.sum` },
};
const instead: Conflict = { key, set: { sum: sql`excluded.sum` } };

/** What was counted of a span that is there already and is about to be told anew. The caller holds the transaction. */
export function* takeBackFigures(db: Db, span_id: string): Statements<void> {
  const row = yield* get(db.select(counted).from(spans).where(eq(spans.span_id, span_id)));
  if (row === undefined) return;
  yield* addFigures([countedOf(row)], -1);
  yield* write(db.delete(figures).where(eq(figures.n, 0)));
}
const { owner, kind, name, tool_id, started_at, ms, status, deny_reason, attributes } = spans;
const counted = { owner, kind, name, tool_id, started_at, ms, status, deny_reason, attributes };

type StoredCounted = Omit<Counted, "attributes"> & { attributes: string };
const countedOf = (row: StoredCounted): Counted => ({
  ...row,
  attributes: JSON.parse(row.attributes) as unknown,
});

/** The start of an hour, in UTC. */
export function hourOf(at: Date): string {
  return `${at.toISOString().slice(0, 13)}:00:00.000Z`;
}

/** The date where the program runs. */
export function dayOf(at: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** How the index stands now; of an hour and of a day the last word counts. */
export function* noteIndex(
  at: Date,
  index: { files: number; sections: number; skipped: number; age_s: number },
): Statements<void> {
  const owner = onePerson; // whoever looks
  const rows = Object.entries(index).flatMap(([key, sum]) => [
    { owner, series: "index", step: "hour" as const, at: hourOf(at), key, n: 1, sum },
    { owner, series: "index", step: "day" as const, at: dayOf(at), key, n: 1, sum },
  ]);
  yield* insertAll(figures, rows, instead);
}

/** In the order of time; `from` inclusive and `to` exclusive, in the form in which the step has its times. */
export function* readFigures(
  db: Db,
  series: FigureSeries,
  step: "hour" | "day",
  from: string,
  to: string,
): Statements<Figure[]> {
  const { at, key } = figures;
  const whose = series === "index" ? undefined : mine(db, figures);
  const which = and(
    whose,
    eq(figures.series, series),
    eq(figures.step, step),
    gte(at, from),
    lt(at, to),
  );
  const n = sql<number>`CAST(sum(${figures.n}) AS bigint)`;
  const sum = sql<number>`sum(${figures.sum})`;
  const rows = db.select({ at, key, n, sum }).from(figures).where(which);
  return yield* all(rows.groupBy(at, key).orderBy(at, key));
}

const Counting = z.object({ todo: z.number().int() });

/** Spans that were there before anything was counted are counted afterwards, from the newest to the oldest. */
export function* beginFigures(db: Db): Statements<void> {
  yield* locks.figures();
  if (Counting.safeParse(yield* getUpkeep(db, "figures")).success) return;
  const [{ oldest, todo } = { oldest: null, todo: 0 }] = yield* raw<{
    oldest: string | null;
    todo: number;
  }>(sql`SELECT min(started_at) AS oldest, coalesce(max(rowid), 0) AS todo FROM spans`);
  if (oldest !== null) {
    // What is of before the spans cannot be counted again, and stays.
    const from = new Date(oldest);
    const { series, step, at } = figures;
    const since = or(
      and(eq(step, "hour"), gte(at, hourOf(from))),
      and(eq(step, "day"), gte(at, dayOf(from))),
    );
    yield* write(db.delete(figures).where(and(ne(series, "index"), since)));
  }
  yield* setUpkeep(db, "figures", { todo });
}

/** Whether there is something left to count. */
export function* isCounting(db: Db): Statements<boolean> {
  return (Counting.safeParse(yield* getUpkeep(db, "figures")).data?.todo ?? 0) > 0;
}

/** Counts so many of what is left, and says whether there is more. The caller holds the transaction. */
export function* countFigures(db: Db, most: number): Statements<boolean> {
  yield* locks.figures();
  const { todo } = Counting.parse(yield* getUpkeep(db, "figures"));
  if (todo <= 0) return false;
  const number = sql<number>`rowid`;
  const rows = yield* all(
    db
      .select({ ...counted, number })
      .from(spans)
      .where(sql`${number} <= ${todo}`)
      .orderBy(desc(number))
      .limit(most),
  );
  yield* addFigures(rows.map(countedOf));
  const last = rows.length < most ? undefined : rows.at(-1)?.number;
  yield* setUpkeep(db, "figures", { todo: last === undefined ? 0 : last - 1 });
  return last !== undefined;
}
