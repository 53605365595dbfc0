import type { KeptKind } from "#lib/contracts/activity-store";

/** Which tables a kind is kept in; the first is counted, its column says how old a row is. */
export const kinds: Record<KeptKind["kind"], { tables: readonly string[]; time: string }> = {
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
