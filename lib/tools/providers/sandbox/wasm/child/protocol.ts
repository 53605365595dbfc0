import type { SandboxEnd } from "#lib/contracts/sandbox";
import type { SandboxLimits } from "../../backend.ts";

/** What the program tells an instance. The bodies of `job` are the contents of its files, in order. */
export type ToInstance =
  | {
      kind: "job";
      code: string;
      args: readonly string[];
      stdin: string;
      files: readonly { name: string; bytes: number }[];
      limits: SandboxLimits;
      tools: readonly string[];
    }
  /** The answer to a call, as JSON; an error as its sentence. */
  | { kind: "result"; id: number; ok: boolean; json: string }
  | { kind: "probe"; secret: string; port: number };

/**
 * What an instance tells the program. It is read as if the code had written it: see `read-message.ts`. The body of `out`
 * is what was written, that of `end` the contents of its files.
 */
export type FromInstance =
  | { kind: "ready" }
  | { kind: "out"; stream: "stdout" | "stderr" }
  | { kind: "call"; id: number; name: string; json: string }
  | {
      kind: "end";
      ended: SandboxEnd;
      exit_code: number | null;
      files: { name: string; bytes: number }[];
      left_out: { name: string; rule: string }[];
      cpu_ms: number;
    }
  /** What the instance could get hold of, if its wall does not hold; empty otherwise. */
  | { kind: "probed"; found: string[] };

/** Arguments and results of one call of a tool, as JSON. */
export const maxCallBytes = 256 * 1024;
export const maxResultBytes = 1024 * 1024;
/** Tools called in one run; and at once. */
export const maxCalls = 200;
