import type { Lang } from "#lib/contracts/answer";
import type { SandboxRunLimits } from "#lib/contracts/sandbox";
import { say } from "#lib/platform/say";
import type { SandboxRun } from "./backend.ts";

const MB = 1_000_000;

/** How a run ended that did not end well, in one sentence; undefined for exit code 0. */
export function endSentence(
  { ended, exit_code }: Pick<SandboxRun, "ended" | "exit_code">,
  limits: SandboxRunLimits,
  lang: Lang,
): string | undefined {
  switch (ended) {
    case "exit":
      if (exit_code === null) return say(lang, "snippet.end.lost");
      return exit_code === 0 ? undefined : say(lang, "snippet.end.exit", { code: exit_code });
    case "timeout":
      return say(lang, "snippet.end.timeout", { seconds: limits.timeout_ms / 1000 });
    case "processor":
      return say(lang, "snippet.end.processor", { seconds: limits.cpu_ms / 1000 });
    case "memory":
      return say(lang, "snippet.end.memory", { mib: limits.memory_mb });
    case "output":
      return say(lang, "snippet.end.output", { mb: limits.output_bytes / MB });
    case "files":
      return say(lang, "snippet.end.files", {
        files: limits.files,
        mb: limits.total_bytes / MB,
      });
    case "processes":
      return say(lang, "snippet.end.processes", { most: limits.processes });
    case "cancelled":
      return say(lang, "snippet.cancelled");
  }
}
