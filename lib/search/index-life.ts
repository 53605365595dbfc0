import type { Worker } from "node:worker_threads";
import type { Access } from "#lib/access/access";
import type { HealthyRoot, ResolvedRoot } from "#lib/access/resolve-root";
import type { Coverage } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { Clock } from "#lib/contracts/ports";
import { wordTable } from "#lib/meaning/word-table";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import type { WatchFolder } from "#lib/platform/watch-folder";
import { createAwayRoots } from "./away-roots.ts";
import { createCatalogue } from "./catalogue.ts";
import type { DocumentReader } from "./document-reader.ts";
import { doneWithin } from "./done-within.ts";
import { engines } from "./engines/list.ts";
import { coverageOf, type RootProgress, rootStatuses } from "./index-status.ts";
import { createInventory, type Place } from "./inventory.ts";
import { isDown } from "./is-down.ts";
import { type KeptShelves, keepShelves, nameOfIndex } from "./kept-shelves.ts";
import { refreshAll, type Walked, walkAll } from "./refresh.ts";
import { rereadStale } from "./reread-stale.ts";
import type { SharedEngine } from "./shared-engine.ts";
import { dropEntries, type Shelves } from "./shelves.ts";
import { updatePaths } from "./update-paths.ts";
import { watchRoots } from "./watch-roots.ts";

/**
 * How the shelves come to hold what stands on disk, and stay so: first read, taken from the last start, looked at again,
 * changed by what a watch tells, handed to another border, kept, closed. Whoever asks takes the shelves as they are.
 */
export type IndexLife = {
  shelves: Shelves;
  settings(): IndexSettings;
  /** Brings the shelves to what stands on disk; see `DocsIndex.refresh`. */
  refresh(options?: { again?: boolean }): Promise<void>;
  /** Before a question: what changed a moment ago is taken in, as far as that is quick. */
  catchUp(signal: AbortSignal): Promise<void>;
  /** For what may have been saved a moment ago: what a watch told is taken in; where none stands, all is looked at again. */
  lookAgain(signal: AbortSignal): Promise<void>;
  /** Files that are not what they were when they were indexed: read again, or dropped when they may not be. */
  mend(stale: readonly string[]): Promise<void>;
  /** Told of an error of the engine, so that the next question looks at everything first. */
  noteTrouble(error: unknown): void;
  /** The roots as they are at this moment; one whose disk seems to be away is unhealthy. */
  roots(): ResolvedRoot[];
  /** Documents of a root that was taken away may be on the shelves until the next look has ended. */
  mixed(): boolean;
  generation(): number;
  coverage(): Coverage;
  /** Looks at every file. */
  statuses(): RootStatus[];
  adopt(next: { access: Access; settings: IndexSettings }): void;
  keep(): Promise<void>;
  close(options: { forget: boolean }): void;
};

export type IndexSettings = Pick<Config, "doc_access" | "retrieval">;

/** A crawl that took no longer is repeated before a question, so that the question sees a file saved just now. */
const fastCrawlMs = 200;
const freshForMs = 1_000;
/** One that took no longer is repeated even where the folders are watched. */
const tinyCrawlMs = 30;
/** So long a question waits for changes that were told before it came, where nothing else is said. */
const longestHurryMs = 500;
/** So long a look waits for the folders to be watched; when they are later, another one follows. */
const longestEnteringMs = 500;
/** So long whoever misses something waits for a look at everything. */
const longestLookMs = 1_000;
export function createIndexLife(deps: {
  access: Access;
  settings: IndexSettings;
  clock: Clock;
  log: Logger;
  /** The one who owns the life closes it. */
  reader: DocumentReader;
  /** The state folder, in which what was read is kept for the next start; absent: in memory alone. */
  home?: string;
  /** A thread that was started to read what was kept, for this index alone. */
  standby?: Worker;
  /** Absent: the folders are only looked at when a question comes. */
  watch?: WatchFolder;
  /** How long a question waits for changes that a watch told before it came. */
  hurry_ms?: number;
  /** Makes an index that lives elsewhere, in place of one in this process that explains itself. */
  engine?: SharedEngine | undefined;
}): IndexLife {
  const { clock, log, reader, hurry_ms = longestHurryMs } = deps;
  const away = createAwayRoots(clock);
  let { access, settings } = deps;
  const closed = new AbortController();
  const rootOrder = new Map(access.roots.map((root, i) => [root.id, i]));
  let keys = 0;
  const { table } = settings.retrieval.meaning ? wordTable() : {};
  const elsewhere = settings.retrieval.ranker === "explainable" ? deps.engine : undefined;
  const shelves: Shelves = {
    access,
    reader,
    engine: (elsewhere ?? engines[settings.retrieval.ranker])(table),
    inventory: createInventory(),
    catalogue: createCatalogue(),
    meanings: settings.retrieval.ranker === "explainable" ? table : undefined,
    newKey: () => `d${++keys}`,
    orderOf: ({ root_id, relative_path }) =>
      `${String(rootOrder.get(root_id) ?? 0).padStart(4, "0")}/${relative_path}`,
  };
  const progress = new Map<string, RootProgress>();
  let generation = 0;
  let running:
    | { run: Promise<void>; stop: AbortController; begun: number; walks: boolean }
    | undefined;
  let last: { at: number; ms: number } | undefined;
  /** Documents of a root that was taken away may be on the shelves until the next look has ended. */
  let mixed = false;
  /** Why nothing new can be read. */
  let trouble: string | undefined;
  /** Re-reading single files and whole refreshes take turns. */
  let writing: Promise<unknown> = Promise.resolve();

  let kept = keep(false);
  let loaded: Promise<void> | undefined;

  function keep(loaded: boolean): { name: string; shelves: KeptShelves } | undefined {
    if (deps.home === undefined) return undefined;
    const name = nameOfIndex(access.roots, settings.doc_access);
    const noteKey = (key: string) => {
      keys = Math.max(keys, Number(key.slice(1)));
    };
    const { homes } = away;
    return {
      name,
      shelves: keepShelves({
        shelves,
        home: deps.home,
        name,
        log,
        table: table?.hash ?? "none",
        roots: () => rootsNow(),
        homes,
        inTurn,
        noteKey,
        loaded,
        ...(deps.standby === undefined ? {} : { standby: deps.standby }),
      }),
    };
  }

  async function load(): Promise<void> {
    if ((await kept?.shelves.load()) === true) generation += 1;
    else if (healthyRoots().length > 0) reader.warm();
  }

  const watched =
    deps.watch === undefined
      ? undefined
      : watchRoots({
          watch: deps.watch,
          log,
          update: takeChanges,
          look: lookAgain,
          looked: () => (running === undefined ? last !== undefined : running.walks),
          lastLook: () => last && { ms: last.ms, ago: clock.monotonic() - last.at },
        });

  /** What a watch has told. False when it takes a look at everything. */
  async function takeChanges(paths: readonly Place[]): Promise<boolean> {
    if (last === undefined) return false;
    return inTurn(async () => {
      closed.signal.throwIfAborted();
      const roots = healthyRoots();
      const before = shelves.inventory.size();
      const all = await updatePaths(shelves, roots, paths, {
        max_files: settings.doc_access.max_files,
        signal: closed.signal,
        onFault,
      });
      // In a single folder a file that only changed is counted already.
      if (roots.length > 1 || shelves.inventory.size() !== before) noteCounts(roots);
      somethingChanged("files");
      return all;
    }).catch((error: unknown) => {
      if (!isAbort(error)) log.error(faultOf(error), "changed files could not be read");
      return isAbort(error);
    });
  }

  /** A look at everything that begins now: one that already walks may have passed by what has changed. */
  async function lookAgain(): Promise<void> {
    const sees = running?.walks === false;
    const ended = await running?.run.then(
      () => true,
      () => false,
    );
    if (sees && ended === true) return;
    if (!closed.signal.aborted) await refresh().catch(() => undefined); // refresh has told the log
  }

  /** How many files a root has, when some came or went between two looks at everything. */
  function noteCounts(roots: readonly HealthyRoot[]): void {
    for (const { id } of roots) {
      const at = progress.get(id);
      const known = shelves.inventory.counts.of(id).files;
      if (at?.state === "ready") progress.set(id, { ...at, known });
    }
  }

  function somethingChanged(what: "look" | "files"): void {
    generation += 1;
    kept?.shelves.changed(what);
  }

  /** What the engine has lost is no longer known, so that the look that follows reads it again. */
  async function readLostAgain(): Promise<void> {
    const lost = (await shelves.engine.lost?.()) ?? [];
    const entries = lost.flatMap((key) => shelves.inventory.byKey(key) ?? []);
    if (entries.length > 0) log.warn({ documents: entries.length }, "the index lost documents");
    await dropEntries(shelves, entries);
  }

  const onFault = (error: unknown, place: Place) =>
    log.error({ ...faultOf(error), ...place }, "a file could not be indexed");

  const rootsNow = () => away.see(access.roots);
  const healthyRoots = (): HealthyRoot[] =>
    rootsNow().filter((root): root is HealthyRoot => root.state === "ok" && !root.paused);

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = writing.then(work, work);
    writing = mine.catch(() => undefined);
    return mine;
  }

  /** A walk through the roots as they are now, and how long it took. */
  async function walkWhenWatched(
    stop: AbortController,
    ended: AbortSignal,
  ): Promise<{ walked: Walked[]; ms: number }> {
    if (watched !== undefined) await doneWithin(longestEnteringMs, watched.standing(), ended);
    ended.throwIfAborted();
    if (running?.stop === stop) running.walks = true;
    const begun = clock.monotonic();
    const walked = await walkAll(access, healthyRoots(), ended);
    return { walked, ms: clock.monotonic() - begun };
  }

  /** Of these roots alone, as they stand now; one that came meanwhile is walked through now. */
  async function walkOnly(
    roots: readonly HealthyRoot[],
    before: readonly Walked[],
    ended: AbortSignal,
  ): Promise<Walked[]> {
    const walked: Walked[] = [];
    for (const root of roots) {
      const known = before.find(
        ({ root: { id, identity, real_path } }) =>
          id === root.id && identity === root.identity && real_path === root.real_path,
      );
      walked.push(...(known === undefined ? await walkAll(access, [root], ended) : [known]));
    }
    return walked;
  }

  function refresh({ again = false } = {}): Promise<void> {
    if (running !== undefined) {
      const next = () => refresh({ again });
      return again ? running.run.then(next, next) : running.run;
    }
    const stop = new AbortController();
    const ended = AbortSignal.any([stop.signal, closed.signal]);
    const run = inTurn(async () => {
      // Before the walk, so that nothing comes in between; folders are entered and walked while what was kept is read.
      watched?.follow(healthyRoots(), access);
      loaded ??= load();
      const [walk] = await Promise.all([walkWhenWatched(stop, ended), loaded]);
      ended.throwIfAborted();
      const begun = clock.monotonic();
      let changed = false;
      const before = shelves.inventory.size();
      const read = healthyRoots();
      watched?.follow(read, access); // a root may have come or gone meanwhile
      const walked = await walkOnly(read, walk.walked, ended);
      await readLostAgain();
      await refreshAll(shelves, walked, {
        max_files: settings.doc_access.max_files,
        again,
        signal: ended,
        rootsAway: () => away.kept(rootsNow()),
        clock,
        onRoot(root_id, state) {
          const before = progress.get(root_id)?.indexed_at;
          const indexed_at = state.state === "ready" ? clock.now().toISOString() : before;
          progress.set(root_id, { ...state, ...(indexed_at === undefined ? {} : { indexed_at }) });
        },
        onBatch() {
          changed = true;
          somethingChanged("look");
        },
        onFault,
      });
      const keptRoots = away.kept(rootsNow());
      for (const root of read) {
        if (!keptRoots.has(root.id)) away.note(root, progress.get(root.id)?.known ?? 0);
      }
      if (shelves.inventory.size() !== before && !changed) generation += 1;
      kept?.shelves.changed("look");
      trouble = undefined;
      if (!ended.aborted) mixed = false;
      last = { at: clock.monotonic(), ms: walk.ms + clock.monotonic() - begun };
      if (changed) {
        log.info({ ...shelves.engine.stats(), ms: Math.round(last.ms) }, "the index is up to date");
      }
    }).finally(() => {
      if (running?.stop === stop) running = undefined;
    });
    running = { run, stop, begun: clock.monotonic(), walks: false };
    run.catch((error: unknown) => {
      if (isAbort(error)) return;
      log.error(faultOf(error), "reading the folders failed");
      noteTrouble(error);
    });
    return run;
  }

  /** The next question tries again. */
  function noteTrouble(error: unknown): void {
    if (!isDown(error)) return;
    trouble = error.message;
    last ??= { at: clock.monotonic(), ms: Number.POSITIVE_INFINITY };
  }

  /**
   * Before a question: look again when the last look is old, and wait for it only when it is quick, and never longer
   * than one file may take. A look that another question has waited for in vain is long: a large folder is being read.
   */
  async function catchUp(signal: AbortSignal): Promise<void> {
    if (last === undefined || (await takenInByWatch(signal))) return;
    if (clock.monotonic() - last.at < freshForMs) return;
    if (running !== undefined && clock.monotonic() - running.begun > reader.cpu_ms) return;
    const looking = refresh().catch(() => undefined); // refresh has told the log
    if (last.ms <= fastCrawlMs) await doneWithin(reader.cpu_ms, looking, signal);
  }

  /** Whether nothing can have changed but what a watch has told, and that is taken in. */
  async function takenInByWatch(signal: AbortSignal): Promise<boolean> {
    const told = trouble === undefined && watched?.covers(healthyRoots()) === true;
    if (!told || last === undefined || last.ms <= tinyCrawlMs) return false;
    await doneWithin(hurry_ms, watched.hurry(), signal);
    return true;
  }

  async function lookAgainNow(signal: AbortSignal): Promise<void> {
    if ((await takenInByWatch(signal)) && watched?.behind() !== true) return;
    await doneWithin(longestLookMs, refresh(), signal).catch(() => undefined); // refresh has told the log
    signal.throwIfAborted();
  }

  const coverage = () =>
    coverageOf({
      roots: rootsNow(),
      inventory: shelves.inventory,
      progress,
      // Answers are of what stood there before a burst of changes until these are taken in.
      built: last !== undefined && watched?.behind() !== true,
      ...(trouble === undefined ? {} : { trouble }),
    });

  return {
    shelves,
    settings: () => settings,
    refresh,
    catchUp,
    lookAgain: lookAgainNow,
    mend: (stale) =>
      inTurn(async () => {
        await rereadStale(shelves, stale, {
          roots: rootsNow(),
          away: away.kept(rootsNow()),
          onFault: (error, place) =>
            log.error({ ...faultOf(error), ...place }, "a file could not be read again"),
        });
        somethingChanged("files");
      }),
    noteTrouble,
    roots: rootsNow,
    mixed: () => mixed,
    generation: () => generation,
    coverage,
    statuses: () =>
      rootStatuses({
        roots: rootsNow(),
        inventory: shelves.inventory,
        progress,
        ...(trouble === undefined ? {} : { trouble }),
        rescanned: watched?.rescanned() ?? new Map(),
        now: clock.monotonic(),
      }),
    adopt(next) {
      running?.stop.abort();
      running = undefined;
      mixed = true;
      ({ access, settings } = next);
      shelves.access = access;
      const ids = access.roots.map((root) => root.id);
      for (const id of [...rootOrder.keys()]) if (!ids.includes(id)) rootOrder.delete(id);
      const read = healthyRoots().map((root) => root.id);
      for (const id of [...progress.keys()]) if (!read.includes(id)) progress.delete(id);
      let order = Math.max(-1, ...rootOrder.values());
      for (const id of ids) if (!rootOrder.has(id)) rootOrder.set(id, ++order);
      if (kept === undefined || nameOfIndex(access.roots, settings.doc_access) === kept.name)
        return;
      kept.shelves.forget();
      kept = keep(true);
    },
    keep: async () => kept?.shelves.save(),
    close({ forget }) {
      closed.abort();
      watched?.close();
      if (forget) kept?.shelves.forget();
      else kept?.shelves.close();
    },
  };
}

/** A run that was ended, by `close` or by `adopt`, has not failed. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
