import type { ReplayComparison } from "#lib/contracts/activity";

/** Things done again, wherever the program runs that does it. Methods throw AppError with its sentence. */
export type ReplayClient = {
  replay(trace_id: string, model: "recorded" | "live"): Promise<ReplayComparison>;
  /** The cases that are kept, then what was asked since then and answered, oldest first. */
  since(since: string): Promise<string[]>;
  close(): Promise<void>;
};
