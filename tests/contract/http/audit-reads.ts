import { AuditTrailPage } from "#lib/contracts/activity";
import type { AuditRow } from "#lib/contracts/records";
import type { Http } from "./open-http.ts";

/** One page of what was read and refused, without the tool calls beside it. */
export async function readsOf(
  http: Http,
  query = "",
): Promise<{ rows: AuditRow[]; next?: string }> {
  const response = await http.get(`/api/audit?kind=read${query === "" ? "" : `&${query}`}`);
  const { rows, next_cursor } = AuditTrailPage.parse(await response.json());
  const reads = rows.flatMap((row) => {
    if (row.kind !== "read") return [];
    const { kind: _, ...read } = row;
    return [read];
  });
  return { rows: reads, ...(next_cursor === undefined ? {} : { next: next_cursor }) };
}
