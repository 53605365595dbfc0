import type { SandboxArguments, SandboxRunLimits } from "#lib/contracts/sandbox";

const MB = 1_000_000;

/** Beside what is set: of output, of what is left behind, and of processes where the backend knows such. */
const fixed = {
  output_bytes: MB,
  files: 100,
  file_bytes: 16 * MB,
  total_bytes: 64 * MB,
  processes: 32,
} as const;

/** What is set is what a run has where it asks for nothing, and the most that it can ask for. */
export function runLimits(
  set: { timeout_ms: number; memory_mb: number },
  asked: Pick<SandboxArguments, "timeout_ms" | "memory_mb"> = {},
): SandboxRunLimits {
  const timeout_ms = Math.min(asked.timeout_ms ?? set.timeout_ms, set.timeout_ms);
  const memory_mb = Math.min(asked.memory_mb ?? set.memory_mb, set.memory_mb);
  return { timeout_ms, cpu_ms: timeout_ms, memory_mb, ...fixed };
}
