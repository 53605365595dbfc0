import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Worker } from "node:worker_threads";
import { type Access, createAccess } from "#lib/access/access";
import type { ClientFolders } from "#lib/access/client-folders";
import type { AccessRoot } from "#lib/access/resolve-root";
import type { RootConfig } from "#lib/contracts/config";
import { mayRead, onePerson } from "#lib/contracts/people";
import type { Clock } from "#lib/contracts/ports";
import { webRootId } from "#lib/contracts/web";
import type { ConfigFile } from "#lib/platform/config-file";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { watchFolder } from "#lib/platform/watch-folder";
import { savedPagesFolder } from "#lib/platform/web-folder";
import { createDocsIndex, type DocsIndex, type DocsIndexConfig } from "#lib/search/docs-index";
import { doneWithin } from "#lib/search/done-within";
import type { SharedEngine } from "#lib/search/shared-engine";
import type { ClientRoots } from "./client-roots.ts";
import { lookAtDisk } from "./look-at-disk.ts";
import { keepsIndex } from "./settings-change.ts";

/** What one call works with: the border, the index and the settings as they were when it began. */
export type Shelf = {
  access: Access;
  index: DocsIndex;
  settings: DocsIndexConfig;
  /**
   * Resolves when the folders have been read for the first time with these settings, or `search_timeout_ms` after the
   * first call that waited, so that only the first question waits so long. Rejects when the call is cancelled.
   */
  untilRead(signal: AbortSignal): Promise<void>;
  /** Whether they have been read; then nobody needs to wait. */
  isRead(): boolean;
  /** The sentence about an invalid configuration file; the last good one is in force then. */
  config_error?: string;
};

/**
 * Keeps border and index in step with the configuration: it is looked at anew at every call, so a folder added or
 * taken away is seen by the next one. The index goes on with what is still right in it where that can be; one that was
 * replaced is closed when the last call that uses it has ended.
 */
export type Library = {
  /** The shelf for one call; `release` must be called when it ends. */
  borrow(): { shelf: Shelf; release(): void };
  /** From now on only what also lies in the client's folders is read. */
  narrow(client: ClientRoots): void;
  /** Writes what the index has learnt since the last time for the next start. */
  keep(): Promise<void>;
  close(): void;
};

type Held = {
  shelf: Shelf;
  lent: Lent;
  client: ClientRoots | undefined;
  saved_pages: boolean;
};
type Lent = {
  index: DocsIndex;
  borrowed: number;
  /** Why it is closed when nobody uses it: another one took its place, or the program ends. */
  retired?: "replaced" | "ending";
};

export function createLibrary(deps: {
  config_file: ConfigFile;
  /** From `--root`; when there are any they stand in place of the configured roots. */
  given_roots: readonly AccessRoot[];
  /** Whose saved pages of the web are a root too, once there are any; absent: nobody's. */
  pages_of?: string;
  /** Whether vectors that another server keeps of passages are read. */
  vectors?: boolean;
  /** The groups of those who ask; absent: every root is open. */
  groups?: readonly string[];
  project_dir: string;
  home: string;
  /** Makes an index that lives elsewhere; absent: it is in this process. */
  engine?: SharedEngine | undefined;
  /** A thread that was started to read what was kept; the first index that keeps something has it. */
  standby?: Worker;
  clock: Clock;
  log: Logger;
}): Library {
  let { standby } = deps;
  let held: Held | undefined;
  let client: ClientRoots | undefined;

  /** The folder of saved pages, which comes with the first of them. */
  function savedPages(): AccessRoot | undefined {
    if (deps.pages_of === undefined) return undefined;
    const path = savedPagesFolder(deps.home, deps.pages_of);
    if (!existsSync(path)) return undefined;
    return { id: webRootId, label: say("en", "web.label"), path, saved_pages: true };
  }

  function current(): Held {
    const { config, error } = deps.config_file.current();
    const settings = { doc_access: config.doc_access, retrieval: config.retrieval };
    if (
      held === undefined ||
      held.client !== client ||
      held.saved_pages !== (savedPages() !== undefined) ||
      !isDeepStrictEqual(held.shelf.settings, settings)
    ) {
      held = arrange(settings);
    }
    const { config_error: _, ...shelf } = held.shelf;
    held.shelf = error === undefined ? shelf : { ...shelf, config_error: error };
    return held;
  }

  function arrange(settings: DocsIndexConfig): Held {
    const pages = savedPages();
    const access = openBorder(settings, pages);
    const lent = goOn(access, settings) ?? buildAnew(access, settings);
    const { index } = lent;
    let isRead = false;
    const read = lookAtDisk(index).then(() => {
      isRead = true;
    });
    let waitingSince: number | undefined;
    const untilRead = async (signal: AbortSignal) => {
      const now = deps.clock.monotonic();
      waitingSince ??= now;
      const left = settings.doc_access.search_timeout_ms - (now - waitingSince);
      await doneWithin(left, read, signal);
    };
    const saved_pages = pages !== undefined;
    const shelf = { access, index, settings, untilRead, isRead: () => isRead };
    return { shelf, lent, client, saved_pages };
  }

  function openBorder({ doc_access }: DocsIndexConfig, pages: AccessRoot | undefined): Access {
    const configured = deps.given_roots.length > 0 ? [] : doc_access.roots;
    const isOpen = (root: RootConfig) => mayRead({ groups: deps.groups ?? "all" }, root);
    const folders = deps.given_roots.length > 0 ? deps.given_roots : configured.filter(isOpen);
    const roots = pages === undefined ? folders : [...folders, pages];
    const access = createAccess({
      roots,
      closed: configured.filter((root) => !isOpen(root)),
      deny: doc_access.deny,
      doc_file_patterns: doc_access.doc_file_patterns,
      max_file_bytes: doc_access.max_file_bytes,
      allow_outside_project: doc_access.allow_outside_project,
      project_dir: deps.project_dir,
      home: deps.home,
      client_folders: client && clientFolders(client, folders),
    });
    for (const root of access.roots) {
      if (root.state === "ok") continue;
      deps.log.warn({ root_id: root.id, rule: root.rule }, root.message);
    }
    return access;
  }

  function goOn(access: Access, settings: DocsIndexConfig): Lent | undefined {
    if (held === undefined) return undefined;
    const before = { roots: held.shelf.access.roots, settings: held.shelf.settings };
    if (!keepsIndex(before, { roots: access.roots, settings })) return undefined;
    held.lent.index.adopt({ access, config: settings });
    return held.lent;
  }

  function buildAnew(access: Access, settings: DocsIndexConfig): Lent {
    if (held !== undefined) retire(held.lent, "replaced");
    const { clock, log, home } = deps;
    // What a client's folders, or groups, leave of the roots, or one of several people saved, is read for these alone and not kept.
    const pagesOfAll = deps.pages_of === undefined || deps.pages_of === onePerson;
    const ofAll = client === undefined && deps.groups === undefined && pagesOfAll;
    const vectors = deps.vectors === true ? { vectors_home: home } : {};
    const kept = ofAll ? { home, ...(standby && { standby }) } : vectors;
    if (!ofAll) void standby?.terminate();
    standby = undefined;
    const index = createDocsIndex({
      access,
      config: settings,
      clock,
      log,
      watch: watchFolder,
      engine: deps.engine,
      ...kept,
    });
    return { index, borrowed: 0 };
  }

  function retire(lent: Lent, why: "replaced" | "ending") {
    lent.retired = why;
    closeUnused(lent);
  }

  /** What was kept of folders and rules that are no longer asked about does not stay on the disk. */
  function closeUnused({ index, borrowed, retired }: Lent) {
    if (retired !== undefined && borrowed === 0) index.close({ forget: retired === "replaced" });
  }

  return {
    borrow() {
      const { shelf, lent } = current();
      lent.borrowed += 1;
      return {
        shelf,
        release() {
          lent.borrowed -= 1;
          closeUnused(lent);
        },
      };
    },
    narrow(next) {
      client = next;
    },
    keep: async () => held?.lent.index.keep(),
    close() {
      if (held !== undefined) retire(held.lent, "ending");
      held = undefined;
    },
  };
}

/** The client's folders for the border, with the sentence for when they and the roots do not meet. */
function clientFolders(client: ClientRoots, roots: readonly AccessRoot[]): ClientFolders {
  const ours = roots.map((root) => root.label).join(", ");
  if (client.kind === "silent")
    return { paths: [], apart: say("en", "docs.client_silent", { ours }) };
  const { folders } = client;
  const theirs = folders.map((folder) => folder.name).join(", ");
  const apart =
    folders.length === 0
      ? say("en", "docs.client_without_folders", { ours })
      : say("en", "docs.client_apart", { ours, theirs });
  return { paths: folders.map((folder) => folder.path), apart };
}
