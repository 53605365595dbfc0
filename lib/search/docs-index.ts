import type { Access } from "#lib/access/access";
import { compilePatterns } from "#lib/access/document-patterns";
import type { HealthyRoot, ResolvedRoot } from "#lib/access/resolve-root";
import type { Allowed } from "#lib/access/verdict";
import type { Coverage, Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type {
  DocsListInput,
  DocsListOutput,
  DocsOutlineOutput,
  DocsSearchInput,
  DocsSearchOutput,
  DocsSuggestInput,
  DocsSuggestOutput,
  RootStatus,
} from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { detectLang } from "#lib/platform/words";
import { createAwayRoots } from "./away-roots.ts";
import { createCatalogue } from "./catalogue.ts";
import { createDocumentReader, type DocumentReader, isReaderDown } from "./document-reader.ts";
import { doneWithin } from "./done-within.ts";
import type { EngineQuery } from "./engines/engine.ts";
import { engines } from "./engines/list.ts";
import { skipOf } from "./facts.ts";
import { coverageOf, type RootProgress, rootStatuses } from "./index-status.ts";
import { createInventory, type FoundPassage, type Place } from "./inventory.ts";
import { type KeptShelves, keepShelves, nameOfIndex } from "./kept-shelves.ts";
import { listDocuments, type Mentions } from "./list-documents.ts";
import { presentHits } from "./present-hits.ts";
import { refreshAll } from "./refresh.ts";
import { searchWordings } from "./search-wordings.ts";
import { dropEntries, readOnDemand, rereadFile, type Shelves } from "./shelves.ts";
import { suggest } from "./suggest.ts";
import { type SynonymGroup, synonymsFile } from "./synonym-lines.ts";
import { updatePaths } from "./update-paths.ts";
import type { WatchFolder } from "./watch-folder.ts";
import { watchRoots } from "./watch-roots.ts";

/**
 * Everything the docs server needs to know about the documents: which there are, what answers a question, where a text
 * stands. An index in memory over the roots of one Access; the text of an answer always comes from the file.
 */
export type DocsIndex = {
  /**
   * Brings the index to what stands on disk. Calls that overlap share one run. `again`: in a run of its own, and files
   * that took too much get another chance. A failure rejects and is told to the log.
   */
  refresh(options?: { again?: boolean }): Promise<void>;
  search(
    input: DocsSearchInput,
    signal: AbortSignal,
    onProgress?: (done: number, total: number | undefined, message: string) => void,
  ): Promise<DocsSearchOutput>;
  /** Title and headings as they stand in the file now. Throws AppError when it cannot be read. */
  outline(verdict: Allowed): Promise<Pick<DocsOutlineOutput, "title" | "headings">>;
  /** Of `input.mentions` the files are those of `mentions`, which is asked for before. */
  list(input: DocsListInput, mentions?: Mentions): DocsListOutput;
  /** The documents that hold a wording, by key. */
  mentions(wording: string): Promise<Mentions>;
  /** The roots as they are at this moment; one whose disk seems to be away is unhealthy, though the border would open it. */
  roots(): readonly ResolvedRoot[];
  suggest(input: DocsSuggestInput): DocsSuggestOutput;
  /** Looks at every file; for a question `coverage` is enough. */
  status(): { roots: RootStatus[]; generation: number; coverage: Coverage };
  coverage(): Coverage;
  /** A passage of exactly these lines, as it was indexed; the preferred file first. */
  findByHash(sha256: string, lineCount: number, preferred: Place): FoundPassage | undefined;
  /**
   * Goes on over another border, with what was read of the roots that stay; a new root is `waiting` until the next
   * `refresh`, and a run under way ends. For roots that come, go behind the others, are paused or get another label, and
   * for settings of presentation; when anything else changed that decides what is read, the caller builds a new index.
   */
  adopt(next: { access: Access; config: DocsIndexConfig }): void;
  /** Writes what has changed since the last time to the state folder now instead of soon. */
  keep(): Promise<void>;
  /** With `forget` what was kept is taken away: nobody asks about these folders under these rules any more. */
  close(options?: { forget: boolean }): void;
};

export type DocsIndexConfig = Pick<Config, "doc_access" | "retrieval">;

/** A crawl that took no longer is repeated before a question, so that the question sees a file saved just now. */
const fastCrawlMs = 200;
const freshForMs = 1_000;
/** One that took no longer is repeated even where the folders are watched. */
const tinyCrawlMs = 30;
/** So long a question waits for changes that were told before it came. */
const longestHurryMs = 300;
/** How often a question is asked again because a file changed under it. */
const mostAttempts = 4;

export function createDocsIndex(deps: {
  access: Access;
  config: DocsIndexConfig;
  clock: Clock;
  log: Logger;
  /** What reads the files; the index closes it. */
  reader?: DocumentReader;
  /** The state folder, in which what was read is kept for the next start; absent: in memory alone. */
  home?: string;
  /** Absent: the folders are only looked at when a question comes. */
  watch?: WatchFolder;
}): DocsIndex {
  const { clock, log, reader = createDocumentReader({ log }) } = deps;
  const away = createAwayRoots(clock);
  let { access } = deps;
  let { doc_access, retrieval } = deps.config;
  const closed = new AbortController();
  const rootOrder = new Map(access.roots.map((root, i) => [root.id, i]));
  let keys = 0;
  const shelves: Shelves = {
    access,
    reader,
    engine: engines[retrieval.ranker](),
    inventory: createInventory(),
    catalogue: createCatalogue(),
    newKey: () => `d${++keys}`,
    orderOf: ({ root_id, relative_path }) =>
      `${String(rootOrder.get(root_id) ?? 0).padStart(4, "0")}/${relative_path}`,
  };
  const progress = new Map<string, RootProgress>();
  let generation = 0;
  let running: { run: Promise<void>; stop: AbortController; begun: number } | undefined;
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
    const name = nameOfIndex(access.roots, doc_access);
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
        roots: () => rootsNow(),
        homes,
        inTurn,
        noteKey,
        loaded,
      }),
    };
  }

  async function load(): Promise<void> {
    if ((await kept?.shelves.load()) === true) generation += 1;
  }

  const watched =
    deps.watch === undefined
      ? undefined
      : watchRoots({ watch: deps.watch, log, update: updateFromDisk, lookedMs: () => last?.ms });

  /** What a watch has told; a change too large for single steps is a look at everything. */
  async function updateFromDisk(paths: readonly Place[] | "all"): Promise<void> {
    if (paths === "all" || last === undefined) return lookAgain();
    const done = inTurn(async () => {
      closed.signal.throwIfAborted();
      const roots = healthyRoots();
      const all = await updatePaths(shelves, roots, paths, {
        max_files: doc_access.max_files,
        signal: closed.signal,
        onFault,
      });
      noteCounts(roots);
      generation += 1;
      kept?.shelves.changed();
      return all;
    }).catch((error: unknown) => {
      if (!isAbort(error)) log.error(faultOf(error), "changed files could not be read");
      return isAbort(error);
    });
    if (!(await done)) await lookAgain();
  }

  /** A look at everything that begins now: one under way may have passed by what has changed. */
  async function lookAgain(): Promise<void> {
    await running?.run.catch(() => undefined);
    if (!closed.signal.aborted) await refresh().catch(() => undefined); // refresh has told the log
  }

  /** How many files a root has, when some came or went between two looks at everything. */
  function noteCounts(roots: readonly HealthyRoot[]): void {
    const counts = new Map(roots.map((root) => [root.id, 0]));
    for (const { places } of shelves.inventory.entries()) {
      for (const id of new Set(places.map((place) => place.root_id))) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    }
    for (const [id, known] of counts) {
      const at = progress.get(id);
      if (at?.state === "ready") progress.set(id, { ...at, known });
    }
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

  function refresh({ again = false } = {}): Promise<void> {
    if (running !== undefined) {
      const next = () => refresh({ again });
      return again ? running.run.then(next, next) : running.run;
    }
    const stop = new AbortController();
    const ended = AbortSignal.any([stop.signal, closed.signal]);
    const run = inTurn(async () => {
      loaded ??= load();
      await loaded;
      ended.throwIfAborted();
      const begun = clock.monotonic();
      let changed = false;
      const generationOf = () => {
        changed = true;
        generation += 1;
        kept?.shelves.changed();
      };
      const before = shelves.inventory.size();
      const read = healthyRoots();
      watched?.follow(read, access); // before the look, so that nothing comes in between
      await refreshAll(shelves, read, {
        max_files: doc_access.max_files,
        again,
        signal: ended,
        rootsAway: () => away.kept(rootsNow()),
        clock,
        onRoot(root_id, state) {
          const before = progress.get(root_id)?.indexed_at;
          const indexed_at = state.state === "ready" ? clock.now().toISOString() : before;
          progress.set(root_id, { ...state, ...(indexed_at === undefined ? {} : { indexed_at }) });
        },
        onBatch: generationOf,
        onFault,
      });
      const keptRoots = away.kept(rootsNow());
      for (const root of read) {
        if (!keptRoots.has(root.id)) away.note(root, progress.get(root.id)?.known ?? 0);
      }
      if (shelves.inventory.size() !== before && !changed) generation += 1;
      kept?.shelves.changed();
      trouble = undefined;
      if (!ended.aborted) mixed = false;
      last = { at: clock.monotonic(), ms: clock.monotonic() - begun };
      if (changed) {
        log.info({ ...shelves.engine.stats(), ms: Math.round(last.ms) }, "the index is up to date");
      }
    }).finally(() => {
      if (running?.stop === stop) running = undefined;
    });
    running = { run, stop, begun: clock.monotonic() };
    run.catch((error: unknown) => {
      if (isAbort(error)) return;
      log.error(faultOf(error), "reading the folders failed");
      if (!isReaderDown(error)) return;
      trouble = error.message;
      last ??= { at: clock.monotonic(), ms: Number.POSITIVE_INFINITY }; // the next question tries again
    });
    return run;
  }

  /**
   * Before a question: look again when the last look is old, and wait for it only when it is quick, and never longer
   * than one file may take. A look that another question has waited for in vain is long: a large folder is being read.
   */
  async function catchUp(signal: AbortSignal): Promise<void> {
    if (last === undefined) return;
    if (last.ms > tinyCrawlMs && watched?.covers(healthyRoots()) === true) {
      await doneWithin(longestHurryMs, watched.hurry(), signal);
      return;
    }
    if (clock.monotonic() - last.at < freshForMs) return;
    if (running !== undefined && clock.monotonic() - running.begun > reader.cpu_ms) return;
    const looking = refresh().catch(() => undefined); // refresh has told the log
    if (last.ms <= fastCrawlMs) await doneWithin(reader.cpu_ms, looking, signal);
  }

  const coverage = () =>
    coverageOf({
      roots: rootsNow(),
      inventory: shelves.inventory,
      progress,
      built: last !== undefined,
      ...(trouble === undefined ? {} : { trouble }),
    });

  /** The roots that can be answered from at this moment, neither away nor paused, or those of them that were asked for. */
  function present(asked?: readonly string[]): string[] {
    const there = rootsNow()
      .filter((root) => root.state === "ok" && !root.paused)
      .map((root) => root.id);
    return asked === undefined ? there : there.filter((id) => asked.includes(id));
  }

  /** Documents that the question may be answered from; undefined when it is all of them. */
  function narrowed(
    input: DocsSearchInput,
    roots: readonly string[],
  ): ReadonlySet<string> | undefined {
    const everywhere = !mixed && input.roots === undefined && roots.length === access.roots.length;
    if (everywhere && input.doc_file_patterns === undefined) return undefined;
    const matches =
      input.doc_file_patterns === undefined
        ? () => true
        : compilePatterns(input.doc_file_patterns, { hidden: true });
    const allowed = new Set<string>();
    for (const entry of shelves.inventory.entries()) {
      const place = placeIn(entry.places, roots);
      if (place !== undefined && matches(place.relative_path)) allowed.add(entry.key);
    }
    return allowed;
  }

  async function search(input: DocsSearchInput, signal: AbortSignal): Promise<DocsSearchOutput> {
    signal.throwIfAborted();
    const roots = access.roots;
    const unknown = input.roots?.find((id) => !roots.some((root) => root.id === id));
    if (unknown !== undefined) {
      return {
        ...emptyOutput("denied"),
        rule: "outside_scope",
        message: say("en", "search.unknown_root", {
          id: unknown,
          ids: roots.map((root) => root.id).join(", "),
        }),
      };
    }
    await catchUp(signal);
    const lang = langOf(input);
    const begun = clock.monotonic();
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const there = present(input.roots);
      const keysAllowed = narrowed(input, there);
      const query: EngineQuery = {
        text: input.query,
        limit: input.limit,
        lang,
        ...(keysAllowed === undefined ? {} : { keys: keysAllowed }),
      };
      const { hits, terms, marked, did_you_mean } = await searchWordings(
        query,
        { shelves, synonyms: synonymsOf(there) },
        signal,
      );
      const shown = await presentHits(
        { hits, terms: marked },
        {
          shelves,
          input,
          placeOf: (entry) => placeIn(entry.places, there),
          max_snippet_chars: retrieval.max_snippet_chars,
          signal,
        },
      );
      if ((shown.stale.length > 0 || shown.outdated) && attempt < mostAttempts) {
        const left = reader.cpu_ms - (clock.monotonic() - begun);
        const mending = inTurn(() => mend(shown.stale));
        // What is not mended in time is mended behind the answer, which is given once more with what stands.
        if (!(await doneWithin(left, mending, signal))) attempt = mostAttempts - 1;
        continue;
      }
      return {
        ...emptyOutput(shown.hits.length > 0 ? "ok" : "no_hit"),
        hits: shown.hits,
        terms,
        ...(did_you_mean === undefined ? {} : { did_you_mean }),
      };
    }
  }

  /** The groups of the folders that are asked; the plain ranker knows words alone. */
  function synonymsOf(roots: readonly string[]): SynonymGroup[][] {
    if (retrieval.ranker === "basic") return [];
    return [...shelves.inventory.withSynonyms()].flatMap(({ places, facts }) => {
      const asked = ({ root_id, relative_path }: Place) =>
        roots.includes(root_id) && relative_path === synonymsFile;
      return facts.synonyms !== undefined && places.some(asked) ? [facts.synonyms] : [];
    });
  }

  function emptyOutput(status: DocsSearchOutput["status"]): DocsSearchOutput {
    return { status, hits: [], coverage: coverage(), index_generation: generation, terms: [] };
  }

  /** Files that are not what they were when they were indexed: read again, or dropped when they may not be. */
  async function mend(stale: readonly string[]): Promise<void> {
    for (const real_path of stale) {
      const entry = shelves.inventory.byPath(real_path);
      const place = entry === undefined ? undefined : placeIn(entry.places, present());
      if (entry === undefined || place === undefined) continue;
      const verdict = await access.judge(place.relative_path, place.root_id);
      if (verdict.kind === "refused") {
        if (!away.kept(rootsNow()).has(place.root_id)) await dropEntries(shelves, [entry]);
        continue;
      }
      await rereadFile(shelves, entry, verdict).catch(async (error: unknown) => {
        // Without a reader nothing is known against the file; it is not quoted, and read when there is one again.
        if (isReaderDown(error)) return;
        if (!(error instanceof AppError))
          log.error({ ...faultOf(error), ...place }, "a file could not be read again");
        await dropEntries(shelves, [entry]);
        const skipped = new Map(shelves.inventory.skipped(place.root_id));
        skipped.set(place.relative_path, { ...place, ...skipOf(error), signature: readOnDemand });
        shelves.inventory.setSkipped(place.root_id, skipped);
      });
    }
    generation += 1;
    kept?.shelves.changed();
  }

  return {
    refresh,
    search,
    async outline(verdict) {
      const { bytes, stat } = await access.open(verdict);
      const { relative_path } = verdict;
      const file = { bytes, mtime_ms: stat.mtime_ms, relative_path, words: false };
      const { title, headings } = (await reader.read(file, { urgent: true })).facts;
      return {
        title,
        headings: headings.map(({ level, text, start, end }) => ({
          level,
          text,
          line_start: start + 1,
          line_end: Math.max(start + 1, end),
        })),
      };
    },
    list(input, mentions) {
      const { entries, skipped } = shelves.inventory;
      return listDocuments(input, { entries: entries(), skipped, roots: present(), mentions });
    },
    suggest(input) {
      const { catalogue, inventory } = shelves;
      const there = present(input.roots);
      return suggest(input, {
        catalogue,
        inventory,
        placeOf: (entry) => placeIn(entry.places, there),
      });
    },
    async mentions(wording) {
      const found = await shelves.engine.mentions(wording);
      return new Map(found.map((mention) => [mention.key, mention]));
    },
    roots: rootsNow,
    status: () => ({
      roots: rootStatuses({
        roots: rootsNow(),
        inventory: shelves.inventory,
        progress,
        ...(trouble === undefined ? {} : { trouble }),
        rescanned: watched?.rescanned() ?? new Map(),
        now: clock.monotonic(),
      }),
      generation,
      coverage: coverage(),
    }),
    coverage,
    findByHash: (sha256, lineCount, preferred) =>
      shelves.inventory.findByHash(sha256, lineCount, { preferred, roots: present() }),
    adopt(next) {
      running?.stop.abort();
      running = undefined;
      mixed = true;
      ({ access } = next);
      ({ doc_access, retrieval } = next.config);
      shelves.access = access;
      const ids = access.roots.map((root) => root.id);
      for (const id of [...rootOrder.keys()]) if (!ids.includes(id)) rootOrder.delete(id);
      const read = healthyRoots().map((root) => root.id);
      for (const id of [...progress.keys()]) if (!read.includes(id)) progress.delete(id);
      let order = Math.max(-1, ...rootOrder.values());
      for (const id of ids) if (!rootOrder.has(id)) rootOrder.set(id, ++order);
      if (kept === undefined || nameOfIndex(access.roots, doc_access) === kept.name) return;
      kept.shelves.forget();
      kept = keep(true);
    },
    keep: async () => kept?.shelves.save(),
    close({ forget } = { forget: false }) {
      closed.abort();
      watched?.close();
      if (forget) kept?.shelves.forget();
      else kept?.shelves.close();
      reader.close();
    },
  };
}

/** The place a document is cited by: the first that lies in one of the roots asked for. */
function placeIn(places: readonly Place[], roots: readonly string[]): Place | undefined {
  return places.find((place) => roots.includes(place.root_id));
}

/** A run that was ended, by `close` or by `adopt`, has not failed. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function langOf(input: DocsSearchInput): Lang {
  if (input.lang === undefined) return detectLang(input.query);
  return /^zh/i.test(input.lang) ? "zh-CN" : "en";
}
