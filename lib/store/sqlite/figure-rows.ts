import type Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Figure, FigureSeries } from "#lib/contracts/activity-store";
import type { Span } from "#lib/contracts/ports";
import { bucketOf } from "#lib/platform/log-buckets";
import type { Db, OpenDatabase } from "./open-database.ts";
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

type Counted = Pick<Span, "kind" | "name" | "started_at" | "ms" | "status"> & {
  tool_id?: string | null;
  deny_reason?: string | null;
  attributes: unknown;
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
export function addFigures(
  client: Database.Database,
  spans: readonly Counted[],
  times: 1 | -1 = 1,
): void {
  const added = new Map<string, [FigureSeries, "hour" | "day", string, string, number, number]>();
  for (const span of spans) {
    const at = new Date(span.started_at);
    for (const { series, key, n, sum } of cellsOf(span)) {
      for (const step of ["hour", "day"] as const) {
        const place = step === "hour" ? hourOf(at) : dayOf(at);
        const name = `${series}\n${place}\n${key}`;
        const before = added.get(name);
        added.set(name, [
          series,
          step,
          place,
          key,
          (before?.[4] ?? 0) + times * n,
          (before?.[5] ?? 0) + times * sum,
        ]);
      }
    }
  }
  const add = adding.get(client) ?? client.prepare(addition);
  adding.set(client, add);
  for (const row of added.values()) add.run(...row);
}
const adding = new WeakMap<Database.Database, Database.Statement<unknown[]>>();
const addition = `INSERT INTO figures (series, step, at, key, n, sum) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET n = n + excluded.n, sum = sum + excluded.sum`;

/** What was counted of a span that is there already and is about to be told anew. The caller holds the transaction. */
export function takeBackFigures(client: Database.Database, span_id: string): void {
  const find = findingOne.get(client) ?? client.prepare<[string], StoredCounted>(finding);
  findingOne.set(client, find);
  const row = find.get(span_id);
  if (row === undefined) return;
  addFigures(client, [countedOf(row)], -1);
  client.exec("DELETE FROM figures WHERE n = 0");
}
const findingOne = new WeakMap<Database.Database, Database.Statement<[string], StoredCounted>>();
const finding = `SELECT kind, name, tool_id, started_at, ms, status, deny_reason, attributes
  FROM spans WHERE span_id = ?`;

type StoredCounted = Counted & { attributes: string };
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
export function noteIndex(
  client: Database.Database,
  at: Date,
  index: { files: number; sections: number; skipped: number; age_s: number },
): void {
  const put = client.prepare(`INSERT INTO figures (series, step, at, key, n, sum)
    VALUES ('index', ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET sum = excluded.sum`);
  for (const [key, value] of Object.entries(index)) {
    put.run("hour", hourOf(at), key, value);
    put.run("day", dayOf(at), key, value);
  }
}

/** In the order of time; `from` inclusive and `to` exclusive, in the form in which the step has its times. */
export function readFigures(
  db: Db,
  series: FigureSeries,
  step: "hour" | "day",
  from: string,
  to: string,
): Figure[] {
  return db.all<Figure>(sql`SELECT at, key, n, sum FROM figures
    WHERE series = ${series} AND step = ${step} AND at >= ${from} AND at < ${to} ORDER BY at`);
}

const Counting = z.object({ todo: z.number().int() });

/** Spans that were there before anything was counted are counted afterwards, from the newest to the oldest. */
export function beginFigures({ db, client }: OpenDatabase): void {
  if (Counting.safeParse(getUpkeep(db, "figures")).success) return;
  const oldest = client
    .prepare<[], string | null>("SELECT min(started_at) FROM spans")
    .pluck()
    .get();
  if (typeof oldest === "string") {
    // What is of before the spans cannot be counted again, and stays.
    const from = new Date(oldest);
    client
      .prepare(
        `DELETE FROM figures WHERE series <> 'index'
          AND ((step = 'hour' AND at >= ?) OR (step = 'day' AND at >= ?))`,
      )
      .run(hourOf(from), dayOf(from));
  }
  const todo = client
    .prepare<[], number>("SELECT coalesce(max(rowid), 0) FROM spans")
    .pluck()
    .get();
  setUpkeep(db, "figures", { todo: todo ?? 0 });
}

/** Whether there is something left to count. */
export function isCounting(db: Db): boolean {
  return (Counting.safeParse(getUpkeep(db, "figures")).data?.todo ?? 0) > 0;
}

/** Counts so many of what is left, and says whether there is more. The caller holds the transaction. */
export function countFigures({ db, client }: OpenDatabase, most: number): boolean {
  const { todo } = Counting.parse(getUpkeep(db, "figures"));
  if (todo <= 0) return false;
  const rows = client
    .prepare<[number, number], StoredCounted & { at: number }>(
      `SELECT rowid AS at, kind, name, tool_id, started_at, ms, status, deny_reason, attributes
       FROM spans WHERE rowid <= ? ORDER BY rowid DESC LIMIT ?`,
    )
    .all(todo, most);
  addFigures(client, rows.map(countedOf));
  const last = rows.length < most ? undefined : rows.at(-1)?.at;
  setUpkeep(db, "figures", { todo: last === undefined ? 0 : last - 1 });
  return last !== undefined;
}
