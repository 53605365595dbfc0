import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import type { Worker } from "node:worker_threads";
import { type Access, createAccess } from "#lib/access/access";
import type { Allowed } from "#lib/access/verdict";
import { Config } from "#lib/contracts/config";
import { DocsSearchInput } from "#lib/contracts/docs-tools";
import type { Clock } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import type { WatchFolder } from "#lib/platform/watch-folder";
import { createDocsIndex, type DocsIndex } from "#lib/search/docs-index";
import type { DocumentReader } from "#lib/search/document-reader";

/** A temporary folder with roots in it, an index over them, and a clock that stands until it is moved. */
export type ScratchIndex = {
  dir: string;
  write(path: string, text: string | Buffer): string;
  open(
    roots: Record<string, string>,
    settings?: Settings,
    reader?: DocumentReader,
    more?: {
      home?: string;
      log?: Logger;
      watch?: WatchFolder;
      standby?: Worker;
      clock?: Clock;
      hurry_ms?: number;
    },
  ): DocsIndex;
  /** Only the border of these roots. */
  border(roots: Record<string, string>): Access;
  /** Goes on over other roots. */
  adopt(index: DocsIndex, roots: Record<string, string>, settings?: Settings): void;
  /** A file of the index that was opened last, as the border allows it. */
  allowed(path: string, root_id: string): Promise<Allowed>;
  search(
    index: DocsIndex,
    query: string,
    more?: Partial<DocsSearchInput>,
  ): ReturnType<DocsIndex["search"]>;
  /** Lets so much time pass that the next question looks at the files again. */
  later(ms?: number): void;
  remove(): void;
};

type Settings = { doc_access?: object; retrieval?: object; paused?: readonly string[] };

export function createScratchIndex(): ScratchIndex {
  const dir = realpathSync(mkdtempSync(nodePath.join(os.tmpdir(), "docent-search-")));
  const opened: DocsIndex[] = [];
  let now = 0;
  let access: Access | undefined;
  const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
  function border(roots: Record<string, string>, { paused = [], ...settings }: Settings = {}) {
    const config = Config.parse({
      ...settings,
      doc_access: {
        ...settings.doc_access,
        roots: Object.entries(roots).map(([id, path]) => ({
          id,
          label: id.toUpperCase(),
          path: nodePath.join(dir, path),
          paused: paused.includes(id),
        })),
      },
    });
    access = createAccess({
      roots: config.doc_access.roots,
      deny: config.doc_access.deny,
      doc_file_patterns: config.doc_access.doc_file_patterns,
      max_file_bytes: config.doc_access.max_file_bytes,
      allow_outside_project: true,
      project_dir: nodePath.join(dir, "project"),
      home: nodePath.join(dir, "project/.docent"),
    });
    return { access, config };
  }

  return {
    dir,
    write(path, text) {
      const file = nodePath.join(dir, path);
      mkdirSync(nodePath.dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    open(roots, settings, reader, more = {}) {
      for (const path of Object.values(roots))
        mkdirSync(nodePath.join(dir, path), { recursive: true });
      const bordered = border(roots, settings);
      const index = createDocsIndex({
        ...bordered,
        clock: { now: () => new Date(0), monotonic: () => now },
        // The index only writes lines; nothing of pino's own is used.
        log: quiet as unknown as Logger,
        ...more,
        ...(reader === undefined ? {} : { reader }),
      });
      opened.push(index);
      return index;
    },
    border: (roots) => border(roots).access,
    adopt(index, roots, settings) {
      index.adopt(border(roots, settings));
    },
    search: (index, query, more = {}) =>
      index.search(DocsSearchInput.parse({ query, ...more }), new AbortController().signal),
    async allowed(path, root_id) {
      const verdict = await access?.judge(path, root_id);
      if (verdict?.kind !== "allowed") throw new Error(`${path} is not allowed`);
      return verdict;
    },
    later(ms = 10_000) {
      now += ms;
    },
    remove() {
      for (const index of opened) index.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
