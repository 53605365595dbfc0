import type {
  SandboxAround,
  SandboxBackendId,
  SandboxEnd,
  SandboxLanguage,
} from "#lib/contracts/sandbox";
import type { MessageKey } from "#lib/platform/say";

/**
 * Something that can run code behind a wall. One file each beside this one. Every run is in an instance of its own, which
 * ends with it; nothing of the host is in its sight but the files that are handed in.
 */
export type SandboxBackend = {
  readonly id: SandboxBackendId;
  readonly languages: readonly SandboxLanguage[];
  /** Whether a sandbox can be made at all: one was, and looked whether its wall holds. Never throws. */
  state(): Promise<BackendState>;
  /** Whether a language can be run: a program in it was, and could reach nothing outside. Never throws. */
  proven(language: SandboxLanguage): Promise<LanguageState>;
  /** Languages that have been proven so far; nothing is tried for it. */
  provenNow(): readonly SandboxLanguage[];
  /**
   * Throws AppError `sandbox_unavailable` where no wall can be raised or the language is not proven, `approval_mismatch`
   * where another stands around it than was shown; never runs anything bare.
   */
  run(job: SandboxJob): Promise<SandboxRun>;
  /** Ends what runs and what is kept warm. */
  close(): Promise<void>;
};

/** `around`: what stands around the code beside the engine that runs it. */
export type BackendState = { kind: "ready"; around: SandboxAround } | Missing;
/** `by`: the program that runs it. */
export type LanguageState = { kind: "ready"; by: string } | Missing;
export type Missing = {
  kind: "none";
  why: Extract<MessageKey, `sandbox.${string}`>;
  values: Record<string, string>;
};

export type SandboxLimits = {
  timeout_ms: number;
  cpu_ms: number;
  memory_mb: number;
  /** Of stdout and stderr together. */
  output_bytes: number;
  /** Of what it leaves. */
  files: number;
  file_bytes: number;
  total_bytes: number;
  processes: number;
};

export type SandboxJob = {
  language: SandboxLanguage;
  code: string;
  /** Relative names with `/`, judged before. They stand in the folder that the code starts in. */
  files: readonly { name: string; content: Uint8Array }[];
  args: readonly string[];
  stdin: string;
  limits: SandboxLimits;
  /** What a person was shown to stand around it: it is run behind that or not at all. Absent: behind what there is. */
  around?: SandboxAround;
  signal: AbortSignal;
  /** What JavaScript may call as `tools.<id>(args)`; absent where the grant has none. It resolves with what the code sees. */
  host?: { names: readonly string[]; call(name: string, args: unknown): Promise<unknown> };
};

export type SandboxRun = {
  ended: SandboxEnd;
  /** Null where the code did not end by itself. */
  exit_code: number | null;
  stdout: string;
  stderr: string;
  /** Bytes of output that were not kept. */
  output_left_out: number;
  /** Regular files that are new or changed, by name. */
  files: readonly { name: string; content: Uint8Array }[];
  /** What it left that is not handed over, with the rule. */
  left_out: readonly { name: string; rule: string }[];
  wall_ms: number;
  cpu_ms: number | null;
};
