import type { Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import type { ToolCallContext } from "#lib/contracts/tools";
import type { DocsCalls } from "../docs-calls.ts";
import type { SelectionLimits } from "./select-passages.ts";

/** One way to get from a question to evidence with the docs tools. `direct` needs no model. */
export type RetrievalStrategy = {
  readonly name: string;
  retrieve(request: TaskRequest, io: RetrievalIo): Promise<TaskResult>;
};

export type RetrievalIo = {
  docs: DocsCalls;
  /** Any tool by its id, under the task's grant: what the grant does not hold is refused and traced. */
  tools: ToolRuntime;
  context: ToolCallContext;
  clock: Clock;
  limits: SelectionLimits;
  /** What is said of what is found, in this language; the question is read in its own. */
  lang: Lang;
  /** Tells which files are about to be read, the hits they were chosen by, and what was searched for in place of the query. */
  onCandidates(
    files: { display_path: string; line_start: number; line_end: number }[],
    hits?: Citation[],
    queries?: string[],
  ): void;
};
