import type { ApprovalShows } from "#lib/contracts/approvals";
import type { GrantResource } from "#lib/contracts/grants";
import type { ToolCallContext, ToolInfo, ToolProgress } from "#lib/contracts/tools";
import type { ReadRow } from "./read-audit.ts";

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
  /** How many calls it takes at once; as many as come where it says nothing. */
  readonly concurrency?: number;
  /** Names of its tools whose calls wait for one another, and take no place of the others. */
  readonly one_by_one?: readonly string[];
  /**
   * Whether a call that failed in passing and changes nothing is made a second time. A provider that starts its own
   * server again says no: the time of a start is longer than a caller should wait unasked.
   */
  readonly repeats?: boolean;
  /**
   * It is part of this program: what it says of a refusal and its rule is believed, it is given no rest, and its schemas
   * need no watch. Of any other, only that a call failed is believed.
   */
  readonly ours?: boolean;
  /** Its tools keep a time of their own, which a person's time over a call of theirs is no part of: only a signal ends them. */
  readonly own_time?: boolean;
  /** Its words go on as they are, secrets too: quotes and hashes of documents are checked against them. */
  readonly verbatim?: boolean;
  /**
   * What a call would touch and what a person is shown of it; nothing and the arguments where it says nothing. Asked
   * of calls that may be made somewhere, before this one is judged, and anew after a person decided. Throws AppError for a call that it would refuse anyway.
   * Only a provider that is part of this program is told who calls.
   */
  touches?(tool: ToolInfo, args: Record<string, unknown>, by?: ToolCallContext): Touches;
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

export type Touches = {
  resource: GrantResource | null;
  cwd: string | null;
  shows: ApprovalShows;
  /** A hash of what the call would change, as it stands now: once that is another, an approval is of something else. */
  bound_to?: string;
  /**
   * Of a guarded tool: `never` where a person's settings have allowed it, `each_time` where no permission of before
   * counts. What an agent may do at all is not touched by it.
   */
  asks?: "never" | "each_time";
};

export type ProviderCall = {
  signal: AbortSignal;
  /** Never more than the tool's own. */
  timeout_ms: number;
  /** By what it was allowed. */
  touches?: Touches;
  /** Whether this call would be allowed there as well, as things stand and with nobody asked. */
  permits?: (touched: Pick<Touches, "resource" | "asks">) => Promise<boolean>;
  /** Who calls and by which right. Only a provider that is part of this program is told. */
  by?: ToolCallContext & { invocation_id: string };
  onProgress?: (progress: ToolProgress) => void;
};

export type ProviderResult = {
  is_error: boolean;
  structured?: unknown;
  text: string;
  stderr?: string;
  /** Of a command. */
  exit_code?: number;
  /** What was read of which file, for the audit; nothing of it is handed to the caller. */
  reads?: readonly ReadRow[];
  /** How long a person took over calls that were made within this one, and what models read and wrote for it. */
  waited_ms?: number;
  tokens?: number;
  /** How many lines the caller wants of `text` at once; the rest is on later pages. */
  page_lines?: number;
};
