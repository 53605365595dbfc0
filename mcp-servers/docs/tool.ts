import type { z } from "zod";
import type { DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { CallsUnderWay } from "./calls-under-way.ts";
import type { Shelf } from "./library.ts";

export type ToolInput<N extends DocsToolName> = z.output<(typeof docsTools)[N]["input"]>;
export type ToolOutput<N extends DocsToolName> = z.output<(typeof docsTools)[N]["output"]>;

export type ToolContext = {
  /** The documents as the configuration has them at this call. */
  shelf: Shelf;
  signal: AbortSignal;
  /** Tells a client that asked for it how far the work is; a no-op for one that did not. */
  progress(done: number, total: number | undefined, message: string): void;
  calls: CallsUnderWay;
  call_id: number;
};

/** One tool of the docs server: read-only, and refusing by throwing AppError with the rule. */
export type DocsTool<N extends DocsToolName = DocsToolName> = {
  name: N;
  title: string;
  /** What a model reads to decide when to call it. */
  description: string;
  run(input: ToolInput<N>, context: ToolContext): Promise<ToolOutput<N>>;
  /** The short text part beside the structured content. */
  summarize(output: ToolOutput<N>): string;
};

export function defineTool<N extends DocsToolName>(tool: DocsTool<N>): DocsTool<N> {
  return tool;
}
