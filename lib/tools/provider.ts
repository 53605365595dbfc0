import type { ToolInfo, ToolProgress } from "#lib/contracts/tools";

/**
 * Where tools come from. Every tool of a provider bears an id that starts with the provider's name and a dot, so that a
 * tool of a provider which is down is known to be unavailable rather than unknown.
 */
export type ToolProvider = {
  readonly name: string;
  /** The longest a call may take, whatever deadline the caller has. */
  readonly timeout_ms: number;
  listTools(signal: AbortSignal): Promise<ToolInfo[]>;
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
  timeout_ms: number;
  onProgress?: (progress: ToolProgress) => void;
};

export type ProviderResult = { is_error: boolean; structured?: unknown; text: string };
