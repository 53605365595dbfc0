import Database from "better-sqlite3";
import {
  type AuditedTable,
  auditedTables,
  beginning,
  linkOf,
  rowsOf,
} from "./sqlite/audit-chain.ts";
import { sizeOf } from "./sqlite/open-database.ts";

/** Whether the audit stands as it was written; `broken` is the first row of which that is not so. */
export type AuditVerdict = { rows: number; broken?: BrokenAudit };
export type BrokenAudit = {
  table: AuditedTable;
  /** Its number in the table. */
  row_id: number;
  /** `cut`: what came behind it is gone. `deleted`: it was there, or something between it and the row before. */
  what: "changed" | "deleted" | "added" | "cut";
};

/**
 * Opens the file to read alone, beside a running server too. Undefined where nothing was audited yet; throws what SQLite
 * says of a file that cannot be read.
 */
export function verifyAudit(file: string): AuditVerdict | undefined {
  if (sizeOf(file) <= 0) return undefined;
  const client = new Database(file, { readonly: true });
  try {
    // One moment of the file, while others go on writing.
    return client.transaction(() => (hasChain(client) ? verify(client) : undefined))();
  } finally {
    client.close();
  }
}

type Head = { seq: number; hash: string };
type Link = Head & { audited: AuditedTable; row_id: number };

function hasChain(client: Database.Database): boolean {
  const table = client.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_head'").get();
  return table !== undefined && client.prepare("SELECT 1 FROM audit_head").get() !== undefined;
}

function verify(client: Database.Database): AuditVerdict {
  const rows = new Map(auditedTables.map((table) => [table, rowsOf(client, table)]));
  const next = (table: AuditedTable) => rows.get(table)?.next().value;
  let before: Head = beginning;
  let last: BrokenAudit | undefined;
  for (const link of linksOf(client)) {
    const { audited: table, row_id } = link;
    const broken = (what: BrokenAudit["what"], id = row_id): AuditVerdict => ({
      rows: before.seq,
      broken: { table, row_id: id, what },
    });
    const found = next(table);
    if (found !== undefined && found.id < row_id) return broken("added", found.id);
    if (found === undefined || found.id > row_id || link.seq !== before.seq + 1) {
      return broken("deleted");
    }
    if (linkOf(before.hash, table, row_id, found.row) !== link.hash) return broken("changed");
    before = link;
    last = { table, row_id, what: "cut" };
  }
  const head = client.prepare<[], Head>("SELECT seq, hash FROM audit_head").get();
  const end = { rows: before.seq };
  if (head?.seq !== before.seq || head.hash !== before.hash) {
    return { ...end, broken: last ?? { table: auditedTables[0], row_id: 0, what: "cut" } };
  }
  for (const table of auditedTables) {
    const left = next(table);
    if (left) return { ...end, broken: { table, row_id: left.id, what: "added" } };
  }
  return end;
}

function* linksOf(client: Database.Database): Generator<Link> {
  const page = client.prepare<[number], Link>(
    "SELECT seq, audited, row_id, hash FROM audit_chain WHERE seq > ? ORDER BY seq LIMIT 1000",
  );
  for (let last = 0; ; ) {
    const links = page.all(last);
    yield* links;
    const end = links.at(-1);
    if (end === undefined) return;
    last = end.seq;
  }
}
