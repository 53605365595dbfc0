import Database from "better-sqlite3";
import type { AuditVerdict } from "#lib/contracts/activity-store";
import { verifyChain } from "./rows/verify-chain.ts";
import { over } from "./sqlite/open-database.ts";
import { runStatements } from "./sqlite/run-statements.ts";
import { sizeOf } from "./sqlite/size-of.ts";

/**
 * Opens the file to read alone, beside a running server too. Undefined where nothing was audited yet; throws what SQLite
 * says of a file that cannot be read.
 */
export function verifyAudit(file: string): AuditVerdict | undefined {
  if (sizeOf(file) <= 0) return undefined;
  const client = new Database(file, { readonly: true });
  try {
    const opened = over(client);
    // Of an older version there may be no table of links, or none of anchors.
    const has = (table: string) =>
      client.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== undefined;
    const verify = () => runStatements(opened, () => verifyChain(opened.db, has("audit_anchor")));
    // One moment of the file, while others go on writing.
    return client.transaction(() => (has("audit_head") ? verify() : undefined))();
  } finally {
    client.close();
  }
}
