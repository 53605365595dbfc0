import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { AppError } from "#lib/contracts/errors";
import { saidError } from "#lib/platform/said-error";
import { TransactionEnded } from "../rows/statements.ts";

/** The server is not there, or went away while it was asked. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super("the database server cannot be reached", { cause });
  }
}

/** All connections that there may be are in use, and none came free in time. */
export class AllInUse extends Error {
  constructor(cause: unknown) {
    super("every connection to the database is in use", { cause });
  }
}

/** How a server names its connections, for whoever is refused to know where it runs. */
export function whereOf(name: string | undefined): { pid: string; host: string } {
  const [, pid = "?", host = "?"] = /^docent (\d+) \w+ (\S+)$/.exec(name ?? "") ?? [];
  return { pid, host };
}

/** The connection was lost while the database committed, and whether it did cannot be known now. */
export class OutcomeUnknown extends Error {
  readonly token: string;
  constructor(token: string, cause: unknown) {
    super("the outcome of a transaction is not known", { cause });
    this.token = token;
  }
}

/** Another server uses the database. `who`: as that one names itself, where it can be known. */
export class Taken extends Error {
  readonly who: string | undefined;
  constructor(who: string | undefined) {
    super("another server uses the database");
    this.who = who;
  }
}

/** Servers of another version use it. */
export class OtherServers extends Taken {
  readonly version: string;
  constructor(who: string, version: string) {
    super(who);
    this.version = version;
  }
}

/** Other servers held this one to be gone, and have taken over its work. It is for good. */
export class Replaced extends Error {
  constructor() {
    super("other servers have taken over the work of this one");
  }
}

/** The driver cannot read the address. It holds the password, so nothing of what the driver says goes with this. */
export class BadAddress extends Error {
  constructor() {
    super("the address of the database cannot be read");
  }
}

/** It takes no changes now. */
export class ReadOnly extends Error {}

/** Another database was being copied into this one, and that has not come to its end. */
export class UnfinishedCopy extends Error {}

/**
 * What the database says, bare: the query builder puts the values of the statement, which are a person's words, into the
 * message of its own error.
 */
export function bareFailure(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** What the driver says: it has no class for a connection that is lost, only for what the server told and for faulty values. */
export function failureOfDriver(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    return /^(08|57P)/.test(error.code ?? "") ? new Unreachable(error) : error;
  }
  if (error instanceof URIError) return new BadAddress();
  const known = [
    Taken,
    Replaced,
    OutcomeUnknown,
    Unreachable,
    AllInUse,
    BadAddress,
    TypeError,
    RangeError,
  ];
  return known.some((kind) => error instanceof kind) ? error : new Unreachable(error);
}

/** Two waited for each other, and this one was chosen to give way: it may be done again. */
export function isGivenWay(error: unknown): boolean {
  const fault = error instanceof TransactionEnded ? error.cause : error;
  return fault instanceof pg.DatabaseError && ["40001", "40P01"].includes(fault.code ?? "");
}

/** A value that fits no column, in any state of the database. */
export function isOfRow(error: unknown): boolean {
  const never = [
    TransactionEnded,
    Unreachable,
    AllInUse,
    OutcomeUnknown,
    Taken,
    Replaced,
    BadAddress,
  ];
  if (never.some((kind) => error instanceof kind)) return false;
  return !(error instanceof pg.DatabaseError) || /^(22|23|54)/.test(error.code ?? "");
}

export function faultName(error: unknown): string {
  const fault = error instanceof TransactionEnded ? error.cause : error;
  if (fault instanceof Unreachable) return "unreachable";
  if (fault instanceof OutcomeUnknown) return "outcome_unknown";
  if (fault instanceof Taken) return "taken";
  if (fault instanceof Replaced) return "replaced";
  if (fault instanceof BadAddress) return "bad_address";
  if (fault instanceof AllInUse) return "53300"; // as the server says it of itself
  if (fault instanceof ReadOnly) return "25006"; // as the server says it of a change
  return fault instanceof pg.DatabaseError ? (fault.code ?? "unforeseen") : "unforeseen";
}

/** Its tables are of another version: `step` of the `known` migrations. */
export class OtherVersion extends Error {
  readonly step: number;
  readonly known: number;
  constructor(step: number, known: number) {
    super(`the tables are at migration ${step}, and this version knows ${known}`);
    this.step = step;
    this.known = known;
  }
}

/** By the code that PostgreSQL gives, from its beginning. */
const sentences = [
  { codes: /^57014/, key: "error.database_busy", busy: true, passing: false }, // it had its two minutes
  { codes: /^(53300|55P03|40)/, key: "error.database_busy", busy: true, passing: true },
  { codes: /^28/, key: "error.database_refused", busy: false, passing: false },
  { codes: /^3D000/, key: "error.database_missing", busy: false, passing: false },
  { codes: /^42501/, key: "error.database_forbidden", busy: false, passing: false },
  { codes: /^53/, key: "error.database_full", busy: false, passing: false },
  { codes: /^25006/, key: "error.database_read_only", busy: false, passing: false },
] as const;

/** The sentence for a failure, while opening or later. An AppError passes unchanged. */
export function databaseFailure(error: unknown): AppError {
  const fault = error instanceof TransactionEnded ? error.cause : bareFailure(error);
  if (fault instanceof AppError) return fault;
  if (fault instanceof OtherVersion) {
    const { step, known } = fault;
    const key = step > known ? "error.database_newer" : "error.database_behind";
    return saidError("audit_unavailable", key, { step, known }, { cause: fault });
  }
  if (fault instanceof OtherServers) {
    const params = { ...whereOf(fault.who), version: fault.version };
    return saidError("busy", "error.database_other_servers", params, { cause: fault });
  }
  if (fault instanceof Replaced) {
    return saidError("audit_unavailable", "error.database_replaced", {}, { cause: fault });
  }
  if (fault instanceof Taken) {
    return saidError("busy", "error.database_taken", whereOf(fault.who), { cause: fault });
  }
  if (fault instanceof UnfinishedCopy) {
    return saidError("audit_unavailable", "error.database_copying", {}, { cause: fault });
  }
  const options = { cause: fault, details: { code: faultName(fault) } };
  if (fault instanceof BadAddress) {
    return saidError("audit_unavailable", "error.database_address", {}, options);
  }
  if (fault instanceof OutcomeUnknown) {
    return saidError("audit_unavailable", "error.database_unknown", {}, options);
  }
  if (fault instanceof Unreachable) {
    const again = { ...options, details: { ...options.details, passing: true }, retryable: true };
    return saidError("audit_unavailable", "error.database_unreachable", {}, again);
  }
  const code = faultName(fault);
  const { key, busy, passing } = sentences.find(({ codes }) => codes.test(code)) ?? {
    ...{ key: "error.database_unusable", busy: false, passing: false },
  };
  const details = { ...options.details, ...(passing ? { passing } : {}) };
  return busy
    ? saidError("busy", key, {}, { ...options, details, retryable: true })
    : saidError("audit_unavailable", key, {}, options);
}
