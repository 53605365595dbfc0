import path from "node:path";
import Database from "better-sqlite3";
import type { AuditVerdict, BrokenAudit } from "#lib/contracts/activity-store";
import { verifyAudit } from "#lib/store/verify-audit";
import { sentences } from "../bootstrap/sentences.mjs";
import type { Finding } from "./finding.ts";

/** Whether the record of reads and acts stands as it was written. */
export function checkAudit(home: string): Finding {
  const what = sentences.doctorAudit();
  try {
    return auditFinding(verifyAudit(path.join(home, "docent.db")));
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return { what, said: sentences.doctorAuditUnread(error.code), mark: "note" };
  }
}

export function auditFinding(verdict: AuditVerdict | undefined): Finding {
  const what = sentences.doctorAudit();
  if (verdict === undefined) return { what, said: sentences.doctorAuditNone(), mark: "ok" };
  const { rows, broken, removed } = verdict;
  const gone = removed && sentences.doctorAuditRemoved(removed.rows, removed.until);
  const [first, ...others] = broken;
  if (first === undefined) {
    return { what, said: sentences.doctorAuditWhole(rows) + (gone ?? ""), mark: "ok" };
  }
  const more = others.length === 0 ? "" : sentences.doctorAuditMore(others.length);
  return { what, said: said(first) + more, mark: "missed" };
}

function said({ table, row_id, what }: BrokenAudit): string {
  const row = `${table} ${row_id}`;
  switch (what) {
    case "changed":
      return sentences.doctorAuditChanged(row);
    case "deleted":
      return sentences.doctorAuditDeleted(row);
    case "added":
      return sentences.doctorAuditAdded(row);
    case "swapped":
      return sentences.doctorAuditSwapped(row);
    case "cut":
      return sentences.doctorAuditCut(row);
  }
}
