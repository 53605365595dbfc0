import Database from "better-sqlite3";
import type { AuditVerdict, BrokenAudit } from "#lib/contracts/activity-store";
import {
  type AuditedRow,
  type AuditedTable,
  anchorOf,
  auditedTables,
  beginning,
  linkOf,
  rowsOf,
} from "./sqlite/audit-chain.ts";
import { anchorTool } from "./sqlite/compaction.ts";
import { sizeOf } from "./sqlite/open-database.ts";

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
/** A link that its row does not fit, with what it would have to fit. */
type Misfit = { at: number; before: string; link: Link; row: AuditedRow };
type Link = Head & { audited: AuditedTable; row_id: number };

function hasChain(client: Database.Database): boolean {
  const table = client.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_head'").get();
  return table !== undefined && client.prepare("SELECT 1 FROM audit_head").get() !== undefined;
}

function verify(client: Database.Database): AuditVerdict {
  const rows = new Map(auditedTables.map((table) => [table, openRows(rowsOf(client, table))]));
  const broken: BrokenAudit[] = [];
  const misfits: Misfit[] = [];
  const anchor = hasAnchor(client) ? anchorOf(client) : undefined;
  let told = anchor === undefined;
  let before: Head = anchor ?? beginning;
  let last: BrokenAudit = { table: auditedTables[0], row_id: 0, what: "cut" };
  let count = 0;
  for (const link of linksOf(client)) {
    const { audited: table, row_id } = link;
    const row = rows.get(table);
    while (row?.here !== undefined && row.here.id < row_id) {
      broken.push({ table, row_id: row.here.id, what: "added" });
      row.next();
    }
    const found = row?.here?.id === row_id ? row.here : undefined;
    if (found === undefined || link.seq !== before.seq + 1) {
      broken.push({ table, row_id, what: "deleted" });
    } else if (linkOf(before.hash, table, row_id, found.row) !== link.hash) {
      misfits.push({ at: broken.length, before: before.hash, link, row: found.row });
      broken.push({ table, row_id, what: "changed" });
    } else if (found.row.tool_id === anchorTool && found.row.sha256 === anchor?.hash) {
      told = true;
    }
    if (found !== undefined) row?.next();
    before = link; // what follows is judged by the link as it stands, so that one break does not hide the next
    last = { table, row_id, what: "cut" };
    count += 1;
  }
  nameSwapped(misfits, broken);
  const head = client.prepare<[], Head>("SELECT seq, hash FROM audit_head").get();
  if (head?.seq !== before.seq || head.hash !== before.hash) broken.push(last);
  for (const [table, row] of rows) {
    for (; row.here !== undefined; row.next()) {
      broken.push({ table, row_id: row.here.id, what: "added" });
    }
  }
  if (!told) broken.unshift({ table: auditedTables[0], row_id: 0, what: "cut" });
  const removed = anchor && { rows: anchor.seq, until: anchor.until };
  return { rows: count, broken, ...(removed === undefined ? {} : { removed }) };
}

/** Before this version there was none. */
function hasAnchor(client: Database.Database): boolean {
  return (
    client.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_anchor'").get() !== undefined
  );
}

/** Each pair is tried, so of very many none are. */
const mostTried = 100;

/** Two rows that each fit the other's link. */
function nameSwapped(misfits: readonly Misfit[], broken: BrokenAudit[]): void {
  if (misfits.length > mostTried) return;
  const fits = ({ before, link }: Misfit, { row }: Misfit) =>
    linkOf(before, link.audited, link.row_id, row) === link.hash;
  for (const one of misfits) {
    const other = misfits.find((other) => other !== one && fits(one, other));
    const at = broken[one.at];
    if (other !== undefined && fits(other, one) && at !== undefined) at.what = "swapped";
  }
}

/** Rows one after the other; `here` is undefined behind the last. */
function openRows(rows: ReturnType<typeof rowsOf>) {
  const opened = {
    here: rows.next().value,
    next(): void {
      opened.here = rows.next().value;
    },
  };
  return opened;
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
