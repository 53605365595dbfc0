import { type SQL, sql } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/**
 * Conditions of a table, so ordered that what the fewest rows have is looked up in its index and the rest is held against
 * them: the database itself does not know which of two values is the rarer. A column behind a plus sign is not looked up.
 */
export function rarestFirst(
  builder: BetterSQLite3Database,
  table: string,
  wanted: readonly (readonly [column: string, value: string])[],
  bounds: readonly SQL[],
): SQL[] {
  const conditions = wanted.map(([column, value]) => {
    const is = sql`${sql.raw(column)} = ${value}`;
    return { is, held: sql`+${is}` };
  });
  if (conditions.length < 2) return conditions.map(({ is }) => is);
  const counted = conditions.map((one) => {
    const where = sql.join([one.is, ...bounds], sql` AND `);
    return { ...one, n: few(builder, sql`${sql.raw(table)} WHERE ${where}`, enough) };
  });
  const [rarest, ...others] = counted.sort((a, b) => a.n - b.n);
  return [...(rarest === undefined ? [] : [rarest.is]), ...others.map(({ held }) => held)];
}

/** More than these are counted as many. */
export const enough = 20_000;

/** How many rows there are, counted no further than `most`. */
export function few(builder: BetterSQLite3Database, from: SQL, most: number): number {
  const found = builder.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ${most})`,
  );
  return found.n;
}
