import type { ServerStatus } from "#lib/contracts/http";
import type { NewId } from "#lib/platform/ids";
import type { DocsCalls } from "./docs-calls.ts";

/**
 * Whether the folders have been read once since this server started. Until then a question is answered from a part of them,
 * and where other servers have them all it had better go there. A docs server that is down or refuses is no reason to wait:
 * each answer says so, and this would not pass by waiting.
 */
export function createFoldersRead(deps: {
  docs: Pick<DocsCalls, "status">;
  /** Of the docs server. */
  state: () => Promise<ServerStatus["state"] | undefined>;
  ids: NewId;
}): () => Promise<boolean> {
  const { docs, state, ids } = deps;
  let read = false;
  return async () => {
    if (read) return true;
    if ((await state()) === "starting") return false;
    const signal = AbortSignal.timeout(LOOK_MS);
    const caller = { agent_id: "person", trace_id: ids("trace"), signal } as const;
    const status = await docs.status({ ...caller, timeout_ms: LOOK_MS });
    if (!status.ok) return status.failure.code !== "timeout";
    read = status.value.coverage.state !== "building";
    return read;
  };
}

const LOOK_MS = 1_000;
