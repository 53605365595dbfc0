import { alone, type Rows } from "./statements.ts";

/**
 * What is decided by one at a time, each until the transaction of the caller ends. Who takes several of them takes them in
 * this order, so that no two wait for each other.
 */
export const locks = {
  compaction: () => alone("compaction"),
  /** Beside others who add to conversations, and while nobody takes conversations away. */
  addToConversations: () => alone("conversations", { shared: true }),
  takeConversations: () => alone("conversations"),
  run: (run_id: string) => alone(`run ${run_id}`),
  key: (key: string) => alone(`key ${key}`),
  thread: (thread_id: string) => alone(`thread ${thread_id}`),
  task: (task_id: string) => alone(`task ${task_id}`),
  approvals: () => alone("approvals"),
  concepts: () => alone("concepts"),
  figures: () => alone("figures"),
  audit: () => alone("audit"),
} satisfies Record<string, (of: string) => Rows<void>>;
