import path from "node:path";
import { verifyAuditExport } from "#lib/store/audit-export";
import { sentences } from "../bootstrap/sentences.mjs";

/** So many places are named; that there are more is said. */
const mostNamed = 20;

/** Whether an export of the audit is as it was written. A relative name is relative to where the person stands. */
export async function checkAuditFile(given: string | boolean): Promise<number> {
  if (typeof given !== "string" || given === "") {
    console.error(sentences.auditFileUsage());
    return 1;
  }
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  let verdict: Awaited<ReturnType<typeof verifyAuditExport>>;
  try {
    verdict = await verifyAuditExport(file);
  } catch {
    console.error(sentences.auditFileNone(given));
    return 1;
  }
  if (verdict.kind === "no_export") {
    console.error(sentences.auditFileForeign(given, verdict.line));
    return 1;
  }
  const { rows, broken, removed, exported_at } = verdict;
  const gone =
    removed === undefined ? "" : sentences.doctorAuditRemoved(removed.rows, removed.until);
  if (broken.length === 0) {
    console.log(sentences.auditFileWhole(rows, exported_at) + gone);
    return 0;
  }
  console.log(sentences.auditFileBroken(broken.length));
  for (const { line, table, row_id, what } of broken.slice(0, mostNamed)) {
    console.log(sentences.auditFilePlace(line, `${table} ${row_id}`, what));
  }
  if (broken.length > mostNamed) console.log(sentences.auditFileMore(broken.length - mostNamed));
  return 1;
}
