import type { z } from "zod";
import type { DocsAnswering, docsAsk } from "#lib/contracts/docs-ask";
import type { DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { EmbeddingToolName, embeddingTools } from "#lib/contracts/embedding";
import type { CallsUnderWay } from "./calls-under-way.ts";
import type { Shelf } from "./library.ts";

/** Every tool by name with its schemas, listed or not. */
type Contracts = typeof docsTools & typeof docsAsk & typeof embeddingTools;
export type ToolName = keyof Contracts;

export type ToolInput<N extends ToolName> = z.output<Contracts[N]["input"]>;
export type ToolOutput<N extends ToolName> = z.output<Contracts[N]["output"]>;

export type ToolContext = {
  /** The documents as the configuration has them at this call. */
  shelf: Shelf;
  signal: AbortSignal;
  /** Tells a client that asked for it how far the work is; a no-op for one that did not. */
  progress(done: number, total: number | undefined, message: string): void;
  calls: CallsUnderWay;
  call_id: number;
  /** There for a server that answers questions. */
  answering: DocsAnswering | undefined;
};

type Run<N extends ToolName> = {
  name: N;
  /** Refuses by throwing AppError with the rule. */
  run(input: ToolInput<N>, context: ToolContext): Promise<ToolOutput<N>>;
  /** The short text part beside the structured content. */
  summarize(output: ToolOutput<N>, context: ToolContext): string;
};

/** One tool of the docs server, read-only. */
export type DocsTool<N extends Exclude<ToolName, EmbeddingToolName> = DocsToolName> = Run<N> & {
  title: string;
  /** What a model reads to decide when to call it. */
  description: string;
};

export function defineTool<N extends Exclude<ToolName, EmbeddingToolName>>(
  tool: DocsTool<N>,
): DocsTool<N> {
  return tool;
}

/** A tool that is in no list: the web server alone calls it, by a docs server that it has started for itself. */
export type UnlistedTool<N extends EmbeddingToolName = EmbeddingToolName> = Run<N>;

export function defineUnlistedTool<N extends EmbeddingToolName>(
  tool: UnlistedTool<N>,
): UnlistedTool<N> {
  return tool;
}
