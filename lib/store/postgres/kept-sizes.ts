import { sql } from "drizzle-orm";
import type { KeptKind } from "#lib/contracts/activity-store";
import { kinds } from "../rows/kept-kinds.ts";
import { raw, type Statements } from "../rows/statements.ts";

/** How much is kept of each kind, with its indexes. */
export function* keptSizes(): Statements<KeptKind[]> {
  const found: KeptKind[] = [];
  for (const kind of Object.keys(kinds) as KeptKind["kind"][]) {
    const { tables, time } = kinds[kind];
    const [first = ""] = tables;
    // The head of the audit has no time of its own; the oldest read stands for it.
    const [timed, column] = kind === "audit" ? ["reads", "at"] : [first, time];
    const names = sql.join(
      tables.map((name) => sql`${name}`),
      sql`, `,
    );
    const [size] = yield* raw<{ rows: number; bytes: number; oldest: string | number | null }>(
      sql`SELECT (SELECT count(*) FROM ${sql.identifier(first)}) AS rows,
        (SELECT min(${sql.identifier(column)}) FROM ${sql.identifier(timed)}) AS oldest,
        (SELECT coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)
          FROM unnest(ARRAY[${names}]::text[]) AS name) AS bytes`,
    );
    const { rows = 0, bytes = 0, oldest = null } = size ?? {};
    found.push({ kind, rows, bytes, ...(typeof oldest === "string" ? { oldest } : {}) });
  }
  return found;
}
