import { sql } from "drizzle-orm";
import type { Dialect } from "../rows/dialect.ts";
import { PAGE } from "../rows/page-cursor.ts";
import { own, raw } from "../rows/statements.ts";
import { marksOf, traceFilters } from "../rows/trace-index.ts";
import { faultName, isOfRow, OutcomeUnknown } from "./failure.ts";
import { postgresVectors } from "./vectors.ts";

const nothingToDo = () => own(() => undefined);

/** What PostgreSQL says in its own words. */
export const postgresDialect: Dialect = {
  jsonText: (column, key) => sql`(${column}::json ->> ${sql.raw(`'${key}'`)})`,
  jsonPart: (column, key) => sql`(${column}::json -> ${sql.raw(`'${key}'`)})::text`,
  jsonTrue: (column, key) => sql`(${column}::json ->> ${sql.raw(`'${key}'`)}) = 'true'`,
  like: (column, pattern) => sql`${column} ILIKE ${pattern} ESCAPE '\\'`,
  holds: (column, text) => sql`strpos(${column}, ${text}) > 0`,
  before: (column, sign) => sql`split_part(${column}, ${sign}, 1)`,
  // It keeps count itself of which values are rare.
  equal: (_table, wanted) =>
    wanted.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
  traceRows(query, bounds) {
    const like = (pattern: string) => sql`t.title ILIKE ${pattern} ESCAPE '\\'`;
    const filters = [sql`true`, ...bounds, ...traceFilters(query, marksOf(query), sql`t`, like)];
    return sql`SELECT t.* FROM traces t WHERE ${sql.join(filters, sql` AND `)}
      ORDER BY t.started_at DESC, t.number DESC LIMIT ${PAGE + 1}`;
  },
  titles: {
    forgetLater: (work) => work(),
    merge: () => own(() => false),
    rebuild: nothingToDo,
  },
  vectors: postgresVectors,
  // The server gives its pages out again by itself, and writes over what was deleted in its own time.
  release: () => own(() => 0),
  scrub: () => own(() => true),
  *bytes() {
    const [found] = yield* raw<{ file: number }>(
      sql`SELECT pg_database_size(current_database()) AS file`,
    );
    return { file: found?.file ?? 0, free: 0 };
  },
  isOfRow,
  faultName,
  doubtful: (error) => (error instanceof OutcomeUnknown ? error.token : undefined),
};
