import path from "node:path";
import type { AuditVerdict } from "#lib/contracts/activity-store";
import { AppError } from "#lib/contracts/errors";
import type { Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { saidError } from "#lib/platform/said-error";
import { openSource, type Source } from "./copying/source.ts";
import { type CopiedTable, copiedTables } from "./copying/tables.ts";
import { openTarget, type Target } from "./copying/target.ts";
import { databaseFailure, faultName, isOfRow } from "./postgres/failure.ts";
import { openPool } from "./postgres/open-pool.ts";
import { createSoleUse } from "./postgres/sole-use.ts";

/** What was copied, each table compared row by row with what it was copied from. */
export type CopiedState = {
  tables: { name: string; rows: number }[];
  audit: AuditVerdict | undefined;
};

/**
 * Copies the rows of a SQLite file into an empty PostgreSQL database, so many at a time as memory holds easily, and compares
 * them afterwards. The file is read alone. A copy that is broken off, however that comes about, goes on where it was when
 * this is called again. Rejects with AppError and a sentence.
 */
export async function copyState(deps: {
  file: string;
  /** As PostgreSQL has it: postgres://name:password@host:port/database */
  url: string;
  log: Logger;
  /** Told of each table when it is copied, and again when it is compared. It is waited for. */
  tell: (done: { what: "copied" | "compared"; table: string; rows: number }) => unknown;
  signal: AbortSignal;
}): Promise<CopiedState> {
  const { file, url, log, tell, signal } = deps;
  const migrations = (folder: string) => path.join(projectDir(), "lib/store", folder);
  const source = openSource(file, migrations("migrations"));
  const sole = createSoleUse(url);
  const pool = openPool(url, log, sole);
  let target: Target | undefined;
  try {
    const folder = migrations("postgres/migrations");
    target = await openTarget({ pool, sole, migrationsFolder: folder, stamp: source.stamp });
    for (const table of copiedTables) {
      await copyTable(source, target, table, signal);
      await tell({ what: "copied", table: table.name, rows: source.count(table) });
    }
    const tables: CopiedState["tables"] = [];
    for (const table of copiedTables) {
      const rows = await compareTable(source, target, table, signal);
      tables.push({ name: table.name, rows });
      await tell({ what: "compared", table: table.name, rows });
    }
    const audit = await compareAudit(source, target);
    if (source.changed())
      throw saidError("conflict", "copy.changed", { file: path.basename(file) });
    await target.finish();
    return { tables, audit };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof AppError)) log.error({ code: faultName(error) }, "a copy failed");
    throw databaseFailure(error);
  } finally {
    target?.close();
    source.close();
    await pool.end();
    await sole.release();
  }
}

async function copyTable(
  source: Source,
  target: Target,
  table: CopiedTable,
  signal: AbortSignal,
): Promise<void> {
  for (let at = await target.copiedTo(table); ; ) {
    signal.throwIfAborted();
    const rows = source.rowsAfter(table, at);
    const last = rows.at(-1);
    if (last === undefined) break;
    try {
      await target.add(table, rows);
    } catch (cause) {
      if (!isOfRow(cause)) throw cause;
      const where = { table: table.name, from: rows[0]?.at ?? at, to: last.at };
      const params = { ...where, code: faultName(cause) };
      throw saidError("conflict", "copy.unfit", params, { cause });
    }
    at = last.at;
  }
  await target.continueAfter(table, source.highest(table));
}

/** Each row here is there as it is here, and there are no others: the keys of a table tell its rows apart. */
async function compareTable(
  source: Source,
  target: Target,
  table: CopiedTable,
  signal: AbortSignal,
): Promise<number> {
  let rows = 0;
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const page = source.rowsAfter(table, at);
    const last = page.at(-1);
    if (last === undefined) break;
    const [differing] = await target.differing(table, page);
    if (differing !== undefined) {
      throw saidError("conflict", "copy.differs", { table: table.name, row: differing.at });
    }
    rows += page.length;
    at = last.at;
  }
  const there = await target.count(table);
  if (there !== rows) {
    throw saidError("conflict", "copy.counts", { table: table.name, here: rows, there });
  }
  return rows;
}

/** The links of the copy are computed anew over its rows: a chain that stands here stands there, and one that is broken is broken alike. */
async function compareAudit(source: Source, target: Target): Promise<AuditVerdict | undefined> {
  const here = source.audit();
  const there = await target.audit();
  if (JSON.stringify(here) !== JSON.stringify(there)) throw saidError("conflict", "copy.audit");
  return there;
}
