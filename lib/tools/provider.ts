import type { ToolInfo, ToolProgress } from "#lib/contracts/tools";

/**
 * A tool as its provider gives it. The registry adds whether it is switched on and, where the provider has none of its
 * own, the hash of its definition.
 */
export type ToolSpec = Omit<ToolInfo, "definition_hash" | "enabled"> & {
  definition_hash?: string;
};

/**
 * Where tools come from. Every tool of an MCP server bears an id that starts with the provider's id and a dot, so that a
 * tool of a server which is down is known to be unavailable rather than unknown; other providers' tools have plain names.
 */
export type ToolProvider = {
  /** `mcp.<server>`, or one word: `builtin`, `stub`, … */
  readonly id: string;
  /** The same array as long as nothing changed. Throws AppError when it cannot tell. */
  listTools(signal: AbortSignal): Promise<readonly ToolSpec[]>;
  /** A refusal is a value with `is_error`. Throws AppError when there is no answer: `timeout`, `cancelled`, `provider_unavailable`, … */
  invoke(
    tool: ToolInfo,
    args: Record<string, unknown>,
    call: ProviderCall,
  ): Promise<ProviderResult>;
  close(): Promise<void>;
};

export type ProviderCall = {
  signal: AbortSignal;
  /** Never more than the tool's own. */
  timeout_ms: number;
  onProgress?: (progress: ToolProgress) => void;
};

export type ProviderResult = { is_error: boolean; structured?: unknown; text: string };
