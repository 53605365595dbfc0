import { setTimeout as delay } from "node:timers/promises";
import type { DocsServer } from "./docs-server.ts";

/** Waits until the docs server has read everything; resolves to how many files can be searched. */
export async function untilRead(
  docs: Pick<DocsServer, "status">,
  signal: AbortSignal,
): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    const { coverage } = await docs.status(signal);
    if (coverage.state === "ready") {
      if (coverage.files_searchable > 0) return coverage.files_searchable;
      throw new Error("None of the files can be searched.");
    }
    await delay(25, undefined, { signal });
  }
}
