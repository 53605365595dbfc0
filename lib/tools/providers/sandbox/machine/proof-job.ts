import type { SandboxJob } from "../backend.ts";

/** A script of a shell under small limits, with more time than it needs on the slowest machine. */
export function proofJob(code: string): SandboxJob {
  const MiB = 1024 ** 2;
  return {
    ...{ language: "shell", code, files: [], args: [], stdin: "" },
    signal: new AbortController().signal,
    limits: {
      ...{ timeout_ms: 30_000, cpu_ms: 20_000, memory_mb: 128, output_bytes: MiB },
      ...{ files: 10, file_bytes: MiB, total_bytes: MiB, processes: 16 },
    },
  };
}
