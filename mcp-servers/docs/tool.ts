import type { z } from "zod";
import type { DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { EmbeddingToolName, embeddingTools } from "#lib/contracts/embedding";
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

/** A tool that is in no list: the web server alone calls it, by a docs server that it has started for itself. */
export type UnlistedTool<N extends EmbeddingToolName = EmbeddingToolName> = {
  name: N;
  run(
    input: z.output<(typeof embeddingTools)[N]["input"]>,
    context: ToolContext,
  ): Promise<z.output<(typeof embeddingTools)[N]["output"]>>;
  summarize(output: z.output<(typeof embeddingTools)[N]["output"]>): string;
};

export function defineUnlistedTool<N extends EmbeddingToolName>(
  tool: UnlistedTool<N>,
): UnlistedTool<N> {
  return tool;
}
