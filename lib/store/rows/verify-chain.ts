import type { AuditVerdict, BrokenAudit } from "#lib/contracts/activity-store";
import {
  type AuditedRow,
  type AuditedTable,
  anchorOf,
  auditedTables,
  beginning,
  type ChainLink,
  headOf,
  linkOf,
  linksAfter,
  rowsAfter,
} from "./audit-chain.ts";
import { anchorTool } from "./compaction.ts";
import type { Db } from "./dialect.ts";
import type { Statements } from "./statements.ts";

/** A link that its row does not fit, with what it would have to fit. */
type Misfit = { at: number; before: string; link: ChainLink; row: AuditedRow };

/** The whole chain, of one moment. Undefined where there is none. `anchored`: whether there may be an anchor. */
export function* verifyChain(db: Db, anchored: boolean): Statements<AuditVerdict | undefined> {
  const head = yield* headOf(db);
  if (head === undefined) return undefined;
  const rows = { reads: openRows("reads"), tool_calls: openRows("tool_calls") };
  const broken: BrokenAudit[] = [];
  const misfits: Misfit[] = [];
  const anchor = anchored ? yield* anchorOf(db) : undefined;
  let told = anchor === undefined;
  let before = anchor ?? beginning;
  let last: BrokenAudit = { table: auditedTables[0], row_id: 0, what: "cut" };
  let count = 0;
  for (;;) {
    const links = yield* linksAfter(db, before.seq, pageRows);
    for (const link of links) {
      const { audited: table, row_id } = link;
      const row = rows[table];
      for (let added = yield* row.here(); added !== undefined && added.id < row_id; ) {
        broken.push({ table, row_id: added.id, what: "added" });
        row.next();
        added = yield* row.here();
      }
      const here = yield* row.here();
      const found = here?.id === row_id ? here : undefined;
      if (found === undefined || link.seq !== before.seq + 1) {
        broken.push({ table, row_id, what: "deleted" });
      } else if (linkOf(before.hash, table, row_id, found) !== link.hash) {
        misfits.push({ at: broken.length, before: before.hash, link, row: found });
        broken.push({ table, row_id, what: "changed" });
      } else if (found.tool_id === anchorTool && found.sha256 === anchor?.hash) {
        told = true;
      }
      if (found !== undefined) row.next();
      before = link; // what follows is judged by the link as it stands, so that one break does not hide the next
      last = { table, row_id, what: "cut" };
      count += 1;
    }
    if (links.length < pageRows) break;
  }
  nameSwapped(misfits, broken);
  if (head.seq !== before.seq || head.hash !== before.hash) broken.push(last);
  for (const table of auditedTables) {
    const row = rows[table];
    for (let added = yield* row.here(); added !== undefined; added = yield* row.here()) {
      broken.push({ table, row_id: added.id, what: "added" });
      row.next();
    }
  }
  if (!told) broken.unshift({ table: auditedTables[0], row_id: 0, what: "cut" });
  const removed = anchor && { rows: anchor.seq, until: anchor.until };
  return { rows: count, broken, ...(removed === undefined ? {} : { removed }) };
}

/** So many are in memory at once. */
const pageRows = 1000;

/** Rows one after the other; `here` gives undefined behind the last. */
function openRows(table: AuditedTable) {
  let page: (AuditedRow & { id: number })[] = [];
  let at = 0;
  let ended = false;
  return {
    *here(): Statements<(AuditedRow & { id: number }) | undefined> {
      if (at === page.length && !ended) {
        page = yield* rowsAfter(table, page.at(-1)?.id ?? 0, pageRows);
        at = 0;
        ended = page.length < pageRows;
      }
      return page[at];
    },
    next(): void {
      at += 1;
    },
  };
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
