import { setTimeout as delay } from "node:timers/promises";
import type { DocsServer } from "./docs-server.ts";

/** Waits until the docs server has read and kept everything. Throws when it then knows another number of files. */
export async function untilRead(
  docs: Pick<DocsServer, "status">,
  files: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { coverage } = await docs.status(signal);
    if (coverage.state === "ready") {
      if (coverage.files_searchable === files) return;
      throw new Error(`${coverage.files_searchable} of ${files} files can be searched.`);
    }
    await delay(25, undefined, { signal });
  }
}
