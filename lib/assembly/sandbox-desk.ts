import type { Lang } from "#lib/contracts/answer";
import type { SandboxArtifact, SandboxReport } from "#lib/contracts/sandbox";
import { isLive } from "#lib/contracts/tasks";
import type { ToolInfo } from "#lib/contracts/tools";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import type { Sandbox } from "#lib/tools/sandbox";
import type { SandboxOutputs } from "#lib/tools/sandbox-outputs";
import type { KeptStore } from "./keep-store.ts";

/** The sandbox as a person meets it: what can be run here, and what runs left that no task has collected. */
export type SandboxDesk = {
  report(signal: AbortSignal, lang: Lang): Promise<SandboxReport>;
  /** A file of a run that a conversation or the person made. Throws `not_found` and `path_changed`. */
  file(
    run: { invocation_id: string; thread_id?: string | undefined },
    sha256: string,
  ): Promise<{ artifact: SandboxArtifact; bytes: Buffer }>;
};

export function createSandboxDesk(deps: {
  sandbox: Sandbox;
  outputs: SandboxOutputs;
  toolsThere: (signal: AbortSignal) => Promise<readonly ToolInfo[]>;
}): SandboxDesk {
  const { sandbox, outputs, toolsThere } = deps;
  return {
    async report(signal, lang) {
      return sandbox.report(lang, await toolsThere(signal));
    },
    async file({ invocation_id, thread_id: id }, sha256) {
      const owner =
        id === undefined ? { kind: "person" as const } : { kind: "thread" as const, id };
      const { outcome } = await outputs.list(owner, invocation_id);
      const artifact = outcome.artifacts.find((one) => one.sha256 === sha256);
      if (artifact === undefined) throw saidError("not_found", "snippet.run_gone");
      return { artifact, bytes: await outputs.read(owner, invocation_id, sha256) };
    },
  };
}

/** What runs of before left whose task has ended or whose conversation is gone. Never throws. */
export async function sweepRuns(deps: {
  outputs: SandboxOutputs;
  store: Pick<KeptStore, "everyone">;
  log: Logger;
}): Promise<void> {
  const { outputs, store, log } = deps;
  try {
    await outputs.sweep(async () => {
      const live = await (await store.everyone.get()).tasks.live();
      return {
        tasks: live.flatMap(({ task_id, state }) => (isLive(state) ? [task_id] : [])),
        threads: await (await store.everyone.get()).threadIds(),
      };
    });
  } catch (error) {
    log.warn(faultOf(error), "what runs of code left could not be cleared away");
  }
}
