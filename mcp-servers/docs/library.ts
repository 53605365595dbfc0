import { isDeepStrictEqual } from "node:util";
import { type Access, createAccess } from "#lib/access/access";
import type { AccessRoot } from "#lib/access/resolve-root";
import type { Config } from "#lib/contracts/config";
import type { Clock } from "#lib/contracts/ports";
import type { ConfigFile } from "#lib/platform/config-file";
import type { Logger } from "#lib/platform/logger";
import { createDocsIndex, type DocsIndex } from "#lib/search/docs-index";

type Settings = Pick<Config, "doc_access" | "retrieval">;

/** What one call works with: the border, the index and the settings as they were when it began. */
export type Shelf = {
  access: Access;
  index: DocsIndex;
  settings: Settings;
  /** Resolves when the first crawl of this index has ended, well or badly. */
  first_build: Promise<void>;
  /** The sentence about an invalid configuration file; the last good one is in force then. */
  config_error?: string;
};

/**
 * Keeps border and index in step with the configuration: it is looked at anew at every call, so a folder added or
 * taken away is seen by the next one. An index that was replaced is closed when the last call that uses it has ended.
 */
export type Library = {
  /** The shelf for one call; `release` must be called when it ends. */
  borrow(): { shelf: Shelf; release(): void };
  close(): void;
};

type Held = { shelf: Shelf; borrowed: number; retired: boolean; stop: AbortController };

export function createLibrary(deps: {
  config_file: ConfigFile;
  /** From `--root`; when there are any they stand in place of the configured roots. */
  given_roots: readonly AccessRoot[];
  project_dir: string;
  home: string;
  clock: Clock;
  log: Logger;
}): Library {
  let held: Held | undefined;

  function open(settings: Settings): Held {
    const { doc_access } = settings;
    const access = createAccess({
      roots: deps.given_roots.length > 0 ? deps.given_roots : doc_access.roots,
      deny: doc_access.deny,
      doc_file_patterns: doc_access.doc_file_patterns,
      max_file_bytes: doc_access.max_file_bytes,
      allow_outside_project: doc_access.allow_outside_project,
      project_dir: deps.project_dir,
      home: deps.home,
    });
    for (const root of access.roots) {
      if (root.state === "unhealthy")
        deps.log.warn({ root_id: root.id, rule: root.rule }, root.message);
    }
    const index = createDocsIndex({ access, config: settings, clock: deps.clock, log: deps.log });
    const stop = new AbortController();
    const first_build = index.refresh(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted)
        deps.log.error({ err: error }, "the first build of the index failed");
    });
    return { shelf: { access, index, settings, first_build }, borrowed: 0, retired: false, stop };
  }

  function current(): Held {
    const loaded = deps.config_file.current();
    const { doc_access, retrieval } = loaded.config;
    const settings = { doc_access, retrieval };
    if (held === undefined || !isDeepStrictEqual(held.shelf.settings, settings)) {
      if (held !== undefined) retire(held);
      held = open(settings);
    }
    if (loaded.error === undefined) delete held.shelf.config_error;
    else held.shelf.config_error = loaded.error;
    return held;
  }

  function retire(old: Held) {
    old.retired = true;
    old.stop.abort();
    if (old.borrowed === 0) old.shelf.index.close();
  }

  return {
    borrow() {
      const mine = current();
      mine.borrowed += 1;
      return {
        shelf: mine.shelf,
        release() {
          mine.borrowed -= 1;
          if (mine.retired && mine.borrowed === 0) mine.shelf.index.close();
        },
      };
    },
    close() {
      if (held !== undefined) retire(held);
      held = undefined;
    },
  };
}
