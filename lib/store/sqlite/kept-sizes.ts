import Database from "better-sqlite3";
import type { KeptKind } from "#lib/contracts/activity-store";
import { kinds } from "../rows/kept-kinds.ts";

/** How much is kept of each kind, with its indexes. Looks at every page of the file. */
export function keptSizes(file: string): KeptKind[] {
  const client = new Database(file, { readonly: true });
  try {
    const sizes = new Map<string, number>();
    const pages = client.prepare<[], { table: string; bytes: number }>(
      `SELECT s.tbl_name AS "table", sum(d.pgsize) AS bytes FROM dbstat d
       JOIN sqlite_schema s ON s.name = d.name GROUP BY s.tbl_name`,
    );
    for (const { table, bytes } of pages.all()) sizes.set(table, bytes);
    return (Object.keys(kinds) as KeptKind["kind"][]).map((kind) => {
      const { tables, time } = kinds[kind];
      const [first = ""] = tables;
      const rows = client.prepare<[], number>(`SELECT count(*) FROM ${first}`).pluck().get() ?? 0;
      const oldest =
        kind === "audit"
          ? client.prepare<[], string | null>("SELECT min(at) FROM reads").pluck().get()
          : client
              .prepare<[], string | null>(
                `SELECT ${time} FROM ${first} ORDER BY ${kind === "figures" ? "at" : "rowid"} LIMIT 1`,
              )
              .pluck()
              .get();
      const bytes = tables.reduce((sum, table) => sum + (sizes.get(table) ?? 0), 0);
      return { kind, rows, bytes, ...(typeof oldest === "string" ? { oldest } : {}) };
    });
  } finally {
    client.close();
  }
}
