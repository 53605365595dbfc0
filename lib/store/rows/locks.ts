import { lock, type Statements } from "./statements.ts";

/**
 * What is decided by one at a time, each until the transaction of the caller ends. Who takes several of them takes them in
 * this order, so that no two wait for each other.
 */
export const locks = {
  compaction: () => lock("compaction"),
  /** Beside others who add to conversations, and while nobody takes conversations away. */
  addToConversations: () => lock("conversations", { shared: true }),
  takeConversations: () => lock("conversations"),
  run: (run_id: string) => lock(`run ${run_id}`),
  key: (key: string) => lock(`key ${key}`),
  thread: (thread_id: string) => lock(`thread ${thread_id}`),
  task: (task_id: string) => lock(`task ${task_id}`),
  signIn: (hash: string) => lock(`sign-in ${hash}`),
  person: (id: string) => lock(`person ${id}`),
  approvals: () => lock("approvals"),
  concepts: () => lock("concepts"),
  figures: () => lock("figures"),
  audit: () => lock("audit"),
} satisfies Record<string, (of: string) => Statements<void>>;
