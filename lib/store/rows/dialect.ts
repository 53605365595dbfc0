import type { Column, SQL } from "drizzle-orm";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type { TraceListQuery } from "#lib/contracts/activity";
import type { BackgroundCosine, NearQuestion, VectorRow } from "#lib/contracts/ports";
import type { Statements } from "./statements.ts";
import type { Owner } from "./whose.ts";

/**
 * The query builder with the tables of `schema.ts`, and what each database says in its own words. Its type is that of a
 * builder whose answers come later, so that one who asks it without `yield*` is told by the compiler.
 */
export type Db = Pick<
  BaseSQLiteDatabase<"async", { changes: number }>,
  "select" | "selectDistinct" | "insert" | "update" | "delete"
> & { sqlDialect: Dialect; owner: Owner };

/** What each database says in its own words. */
export type Dialect = {
  /** A value of a JSON object as text; NULL where it is not there. */
  jsonText(column: Column, key: string): SQL<string | null>;
  /** The same of an object or a list, as JSON. */
  jsonPart(column: Column, key: string): SQL<string | null>;
  /** Does a value of a JSON object say `true`? */
  jsonTrue(column: Column, key: string): SQL;
  /** Whatever the case of its letters; a backslash before a sign of the pattern is not part of it. */
  like(column: Column, pattern: string): SQL;
  /** What a text has before the first of these signs. */
  before(column: Column, sign: string): SQL;
  /** To the letter. */
  holds(column: Column, text: string): SQL;
  /** The conditions that are all to hold; `bounds` hold besides. */
  equal(
    table: string,
    wanted: readonly (readonly [column: string, value: string])[],
    bounds: readonly SQL[],
  ): SQL[];
  /** Of the list of traces, one more than a page. */
  traceRows(query: TraceListQuery, bounds: readonly SQL[]): SQL;
  /** The index of the words of titles, where there is one beside the table. */
  titles: {
    /** What `work` takes away may stay in the index until it is merged or made anew. The caller holds the transaction. */
    forgetLater(work: () => Statements<void>): Statements<void>;
    /** A piece of the merging; whether there is more to do. */
    merge(begin: boolean): Statements<boolean>;
    rebuild(): Statements<void>;
  };
  vectors: {
    /** Whether vectors can be compared. */
    usable(): boolean;
    after(whose: Owner, made_by: string, after: number, limit: number): Statements<VectorRow[]>;
    nearest(
      whose: Owner,
      model: string,
      vector: readonly number[],
      which: { among: readonly number[] } | { limit: number },
    ): Statements<NearQuestion[]>;
    background(
      whose: Owner,
      model: string,
      vector: readonly number[],
      limit: number,
    ): Statements<BackgroundCosine[]>;
  };
  /** Gives room back to the disk, so many pages at a time; how many are left. */
  release(most: number): Statements<number>;
  /** What was deleted is left nowhere, where that is the work of the program; whether that could be done now. */
  scrub(): Statements<boolean>;
  bytes(): Statements<{ file: number; free: number }>;
  /** A fault of the row itself, in any state of the database. */
  isOfRow(error: unknown): boolean;
  faultName(error: unknown): string;
  /** The token of the transaction, where it is not known whether that was committed. */
  doubtful(error: unknown): string | undefined;
};
