import type { AuditVerdict, KeptKind } from "#lib/contracts/activity-store";
import type { Db } from "./dialect.ts";
import type { Statements } from "./statements.ts";

/** What runs the generators of this folder on a database. */
export type Engine = {
  db: Db;
  /** Each statement by itself. Rejects with AppError where the database fails, here and below. */
  run<T>(work: () => Statements<T>, how?: Writing): Promise<T>;
  /** Of one moment. */
  read<T>(work: () => Statements<T>): Promise<T>;
  /** All of it or nothing. */
  write<T>(work: () => Statements<T>, how?: Writing): Promise<T>;
  /** Does this as the last thing, and closes the database. */
  close(work: () => Statements<void>): Promise<void>;
};

/** `durable`: it outlives a failure of the machine that comes right after it. */
export type Writing = { durable?: true };

/** What needs a look at the whole database, and so is read beside the program's own work. */
export type Beside = {
  audit(): Promise<AuditVerdict | undefined>;
  sizes(): Promise<KeptKind[]>;
};
