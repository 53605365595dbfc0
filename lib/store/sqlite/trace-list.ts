import { type SQL, sql } from "drizzle-orm";
import type { BetterSQLite3Database as Builder } from "drizzle-orm/better-sqlite3";
import type { TraceListQuery } from "#lib/contracts/activity";
import { PAGE } from "../rows/page-cursor.ts";
import { isMark, type Mark, marksOf, traceFilters, wordsOf } from "../rows/trace-index.ts";
import { enough, few } from "./rarest-first.ts";

/** Where rows are looked up: how many there are, as far as they are counted, and the condition that this place answers. */
type Lead = { n: number; from: SQL; where: SQL; of: "t" | "m"; mark?: Mark };

/**
 * One row more than a page. What the fewest have is looked up, and the rest is held against that: a filter that lets few
 * rows or none through costs no look at the others. Where all let many through, they are found soon in the order of time.
 */
export function traceRows(builder: Builder, query: TraceListQuery, bounds: readonly SQL[]): SQL {
  const { status, kind } = query;
  const marks = marksOf(query);
  const words = wordsOf(query);
  const leads = [
    ...marks.map((mark) => markLead(builder, mark)),
    ...(status === undefined ? [] : [columnLead(builder, "status", status)]),
    ...(kind === undefined ? [] : [columnLead(builder, "kind", kind)]),
    ...wordsLead(builder, words),
  ];
  const [rarest] = leads.toSorted((a, b) => a.n - b.n);
  const lead =
    rarest !== undefined && (rarest.n < enough || words.length === 0) ? rarest : byTime(words);
  const at = sql.raw(lead.of);
  const others = marks.filter((mark) => mark !== lead.mark);
  const like = (pattern: string) => sql`t.title LIKE ${pattern} ESCAPE '\\'`;
  const filters = [lead.where, ...bounds, ...traceFilters(query, others, at, like)];
  return sql`SELECT t.* FROM ${lead.from} WHERE ${sql.join(filters, sql` AND `)}
    ORDER BY ${at}.started_at DESC, ${at}.number DESC LIMIT ${PAGE + 1}`;
}

/** Of all; where words are looked for, without a look at anything but the titles. */
function byTime(words: readonly string[]): Lead {
  const by = words.length === 0 ? "traces_started" : "traces_title";
  return { n: enough, from: sql.raw(`traces t INDEXED BY ${by}`), where: sql`true`, of: "t" };
}

function markLead(builder: Builder, mark: Mark): Lead {
  return {
    n: few(builder, sql`trace_marks WHERE ${isMark(mark)}`, enough),
    from: sql`trace_marks m CROSS JOIN traces t ON t.number = m.number`,
    where: isMark(mark, "m"),
    ...{ of: "m", mark },
  };
}

function columnLead(builder: Builder, column: "status" | "kind", value: string): Lead {
  const from = sql.raw(`traces t INDEXED BY traces_${column}`);
  const where = sql`t.${sql.raw(column)} = ${value}`;
  return { n: few(builder, sql`${from} WHERE ${where}`, enough), from, where, of: "t" };
}

/** The full-text table knows every three letters in a row. It does not go by time: of words that many have it is no lead. */
function wordsLead(builder: Builder, words: readonly string[]): Lead[] {
  // Any letter may stand for a sign of the pattern: the titles themselves are held against the words afterwards.
  const long = words
    .map((word) => word.replaceAll("%", "_"))
    .filter((word) => /[^_]{3}/u.test(word));
  if (long.length === 0) return [];
  const where = sql.join(
    long.map((word) => sql`f.title LIKE ${`%${word}%`}`),
    sql` AND `,
  );
  const n = few(builder, sql`trace_words f WHERE ${where}`, enoughWords);
  if (n === enoughWords) return [];
  const from = sql`trace_words f CROSS JOIN traces t ON t.number = f.rowid`;
  return [{ n, from, where, of: "t" }];
}

/** Each of these has its title looked at, and they are sorted by time. */
const enoughWords = 2000;
