import { type SQL, sql } from "drizzle-orm";
import { raw, type Statements } from "./statements.ts";

/** So many at a time: a statement has room for so many values. */
const NAMED_AT_ONCE = 500;

export type Named = readonly (number | string)[];

/** The values in pieces, each as the list of an IN. */
export function* listsOf(values: Named): Generator<SQL> {
  for (let from = 0; from < values.length; from += NAMED_AT_ONCE) {
    const some = values.slice(from, from + NAMED_AT_ONCE).map((value) => sql`${value}`);
    yield sql`(${sql.join(some, sql`, `)})`;
  }
}

/** Takes away the rows whose `key` is one of these. How many there were. */
export function* dropIn(table: string, key: string, values: Named): Statements<number> {
  let rows = 0;
  for (const list of listsOf(values)) {
    const gone = sql`DELETE FROM ${sql.identifier(table)} WHERE ${sql.identifier(key)} IN ${list}`;
    rows += (yield* raw(sql`${gone} RETURNING 1`)).length;
  }
  return rows;
}
