import Database from "better-sqlite3";
import type { KeptKind } from "#lib/contracts/activity-store";

/** Which tables a kind is kept in; the first is counted, its column says how old a row is. */
const kinds: Record<KeptKind["kind"], { tables: readonly string[]; time: string }> = {
  conversations: {
    tables: [
      ...["messages", "threads", "feedback", "claims", "citations", "claim_citations", "gaps"],
      ...["agent_turns", "runs", "run_events", "kept_results", "episodes", "episode_embeddings"],
    ],
    time: "asked_at",
  },
  concepts: { tables: ["concepts", "forgettings"], time: "created_at" },
  tasks: {
    tables: ["work_tasks", "work_steps", "work_artifacts", "work_events"],
    time: "created_at",
  },
  traces: {
    tables: [
      ...["spans", "traces", "trace_marks", "tasks"],
      ...["trace_words_data", "trace_words_idx"],
    ],
    time: "started_at",
  },
  previews: { tables: ["previews", "replay_cases"], time: "at" },
  audit: { tables: ["audit_chain", "reads", "tool_calls", "audit_head", "audit_anchor"], time: "" },
  network: { tables: ["connections"], time: "at" },
  figures: { tables: ["figures"], time: "at" },
};

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
