import type { Worker } from "node:worker_threads";
import type { Access } from "#lib/access/access";
import { compilePatterns } from "#lib/access/document-patterns";
import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { Allowed } from "#lib/access/verdict";
import type { Coverage } from "#lib/contracts/answer";
import type { DocumentPlace } from "#lib/contracts/citation";
import type {
  DocsListInput,
  DocsListOutput,
  DocsOutlineOutput,
  DocsSearchOutput,
  DocsSearchWithVector,
  DocsSuggestInput,
  DocsSuggestOutput,
  RootStatus,
} from "#lib/contracts/docs-tools";
import type {
  DocsEmbedNextInput,
  DocsEmbedNextOutput,
  DocsEmbedPutInput,
} from "#lib/contracts/embedding";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { questionLang } from "#lib/language/question-lang";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { type LoadVectors, loadSqliteVec } from "#lib/platform/sqlite-vectors";
import type { WatchFolder } from "#lib/platform/watch-folder";
import { createDocumentReader, type DocumentReader } from "./document-reader.ts";
import { doneWithin } from "./done-within.ts";
import type { EngineQuery } from "./engines/engine.ts";
import { createIndexLife, type IndexSettings } from "./index-life.ts";
import type { Entry, FoundPassage, Place } from "./inventory.ts";
import { isLedTo } from "./led-to.ts";
import { listDocuments, type Mentions } from "./list-documents.ts";
import { nearestSpelling } from "./nearest-spelling.ts";
import { headingsOf } from "./packed-outline.ts";
import { createPictures, type Pictures } from "./pictures.ts";
import { presentHits } from "./present-hits.ts";
import { type FolderSynonyms, searchWordings } from "./search-wordings.ts";
import type { SharedEngine } from "./shared-engine.ts";
import { suggest } from "./suggest.ts";
import { synonymsFile } from "./synonym-lines.ts";
import { createPassageVectors } from "./vectors/passage-vectors.ts";
import { openVectorFile, readVectorFile } from "./vectors/vector-file.ts";

/**
 * Everything the docs server needs to know about the documents: which there are, what answers a question, where a text
 * stands. An index in memory over the roots of one Access; the text of an answer always comes from the file.
 */
export type DocsIndex = Pictures & {
  /**
   * Brings the index to what stands on disk. Calls that overlap share one run. `again`: in a run of its own, and files
   * that took too much get another chance. A failure rejects and is told to the log.
   */
  refresh(options?: { again?: boolean }): Promise<void>;
  /** For what may have been saved a moment ago, as far as that is quick. */
  lookAgain(signal: AbortSignal): Promise<void>;
  search(
    input: DocsSearchWithVector,
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
  suggest(input: DocsSuggestInput): Promise<DocsSuggestOutput>;
  /** Looks at every file; for a question `coverage` is enough. */
  status(): { roots: RootStatus[]; generation: number; coverage: Coverage };
  coverage(): Coverage;
  /** A passage of exactly these lines, as it was indexed; the preferred file first. */
  findByHash(sha256: string, lineCount: number, preferred: Place): FoundPassage | undefined;
  /**
   * Passages that have no vector of this model yet, with their text; those that hold a secret are left out. Nothing is
   * handed out again that a vector was put for.
   */
  nextToEmbed(input: DocsEmbedNextInput, signal: AbortSignal): Promise<DocsEmbedNextOutput>;
  /** Keeps vectors of passages; how many. Throws AppError when they cannot be kept. */
  putVectors(input: DocsEmbedPutInput): number;
  /** Takes away all vectors; how many there were. */
  forgetVectors(): number;
  /** Whether there are any vectors, of whatever model. */
  keepsVectors(): boolean;
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

export type DocsIndexConfig = IndexSettings;

/** So many passages are looked at for headings that say in other words what is typed. */
const mostAlike = 24;

const pageKey = ({ root_id, relative_path }: DocumentPlace) => `${root_id}\n${relative_path}`;

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
  /** Where the vectors are that another server keeps: they are read, and none is put there. */
  vectors_home?: string;
  /** A thread that was started to read what was kept, for this index alone. */
  standby?: Worker;
  /** Absent: the folders are only looked at when a question comes. */
  watch?: WatchFolder;
  /** How long a question waits for changes that a watch told before it came; absent: as long as a person would. */
  hurry_ms?: number;
  /** Makes an index that lives elsewhere; absent: it is in this process. */
  engine?: SharedEngine | undefined;
  /** Another way than the package's to have vectors compared, for tests of where that is missing. */
  load_vectors?: LoadVectors;
}): DocsIndex {
  const { clock, log, config, ...given } = deps;
  const stands_by = deps.watch !== undefined;
  const reader = deps.reader ?? createDocumentReader({ log, stands_by });
  const life = createIndexLife({ ...given, settings: config, clock, log, reader });
  const { shelves } = life;
  const vectorsIn = deps.home ?? deps.vectors_home;
  const vectors =
    vectorsIn === undefined
      ? undefined
      : createPassageVectors({
          home: vectorsIn,
          open: deps.home === undefined ? readVectorFile : openVectorFile,
          shelves,
          generation: life.generation,
          building: () => life.coverage().state === "building",
          placing: () => {
            const there = present();
            return {
              at: life.mixed() ? undefined : there.join("/"),
              placeOf: (entry) => (isShown(entry) ? placeIn(entry.places, there) : undefined),
            };
          },
          clock,
          load: deps.load_vectors ?? loadSqliteVec,
        });

  /**
   * The roots that can be answered from at this moment, neither away nor paused: those of them that were asked for, or the
   * person's folders, which saved pages of the web are none of.
   */
  function present(asked?: readonly string[], all = life.roots()): string[] {
    return openOf(all)
      .filter(({ id, saved_pages }) => (asked === undefined ? !saved_pages : asked.includes(id)))
      .map(({ id }) => id);
  }

  const there = () => openOf(life.roots());

  /** Text that moved is looked for among what is of its own kind. */
  function besides(root_id: string): string[] {
    const pages = there().some((root) => root.id === root_id && root.saved_pages);
    return there().flatMap(({ id, saved_pages }) => (saved_pages === pages ? [id] : []));
  }

  /** Until the look that follows a change of the roots has ended, some files are led to by none of them any more. */
  const isShown = (entry: Entry) => !life.mixed() || isLedTo(entry, life.roots());

  /** Documents that the question may be answered from; undefined when it is all of them. */
  function narrowed(
    input: Pick<DocsSearchWithVector, "roots" | "pages" | "doc_file_patterns">,
    roots: readonly string[],
    all = life.roots(),
  ): ReadonlySet<string> | undefined {
    const everywhere = !life.mixed() && input.roots === undefined && roots.length === all.length;
    const { pages = [] } = input;
    if (everywhere && input.doc_file_patterns === undefined && pages.length === 0) return undefined;
    const narrowedRoots = new Set(pages.map(({ root_id }) => root_id));
    const wanted = new Set(pages.map(pageKey));
    const matches =
      input.doc_file_patterns === undefined
        ? () => true
        : compilePatterns(input.doc_file_patterns, { hidden: true });
    const allowed = new Set<string>();
    for (const entry of shelves.inventory.entries()) {
      const place = placeIn(entry.places, roots);
      if (place === undefined || !matches(place.relative_path)) continue;
      if (narrowedRoots.has(place.root_id) && !wanted.has(pageKey(place))) continue;
      allowed.add(entry.key);
    }
    return allowed;
  }

  async function search(
    input: DocsSearchWithVector,
    signal: AbortSignal,
  ): Promise<DocsSearchOutput> {
    signal.throwIfAborted();
    const roots = input.roots === undefined ? [] : shelves.access.roots;
    const unknown = input.roots?.find((id) => !roots.some((root) => root.id === id));
    if (unknown !== undefined) {
      const ids = roots.map((root) => root.id).join(", ");
      const message = say("en", "search.unknown_root", { id: unknown, ids });
      return { ...emptyOutput("denied"), rule: "outside_scope", message };
    }
    await life.catchUp(signal);
    const lang = questionLang(input.query, input.lang);
    const begun = clock.monotonic();
    const nearestOf = nearest(input);
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const all = life.roots();
      const there = present(input.roots, all);
      const keysAllowed = narrowed(input, there, all);
      const query: EngineQuery = {
        text: input.query,
        limit: input.limit,
        lang,
        ...(keysAllowed === undefined ? {} : { keys: keysAllowed }),
        ...nearestOf((entry) => isShown(entry) && keysAllowed?.has(entry.key) !== false),
      };
      const { hits, terms, marked, did_you_mean, elsewhere } = await searchWordings(
        query,
        { shelves, synonyms: synonymsOf(there, keysAllowed), everyday: knowsOtherWords() },
        signal,
      ).catch((error: unknown) => {
        life.noteTrouble(error);
        throw error;
      });
      const shown = await presentHits(
        { hits, terms: marked },
        {
          shelves,
          input,
          placeOf: (entry) => placeIn(entry.places, there),
          max_snippet_chars: life.settings().retrieval.max_snippet_chars,
          signal,
          lang,
        },
      );
      const stale = [...shown.stale, ...namedOtherwise(elsewhere)];
      if ((stale.length > 0 || shown.outdated) && attempt < mostAttempts) {
        const left = reader.cpu_ms - (clock.monotonic() - begun);
        const mending = life.mend(stale);
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

  /** Files of which another server has read another version: this one's may have changed unseen. */
  function namedOtherwise(names: readonly string[]): string[] {
    if (names.length === 0) return [];
    const named = new Set(names);
    return [...shelves.inventory.entries()].flatMap(({ real_path, places }) =>
      places.some(({ root_id, relative_path }) => named.has(`${root_id}/${relative_path}`))
        ? [real_path]
        : [],
    );
  }

  /** The passages nearest to the vector of the question, where it came with one. */
  function nearest({ vector, vector_model: model }: DocsSearchWithVector) {
    const near =
      vector === undefined || model === undefined ? undefined : vectors?.nearest({ model, vector });
    return (isAsked: (entry: Entry) => boolean): Pick<EngineQuery, "nearest"> => {
      const found = near?.(isAsked);
      return found === undefined ? {} : { nearest: found };
    };
  }

  function vectorsKept() {
    if (vectors !== undefined) return vectors;
    throw new AppError("provider_unavailable", say("en", "embedding.not_kept"));
  }

  /** The plain ranker knows the words of a question alone. */
  const knowsOtherWords = () => life.settings().retrieval.ranker !== "basic";

  /** The groups of the folders that are asked, each for the documents of its folder. */
  function synonymsOf(
    roots: readonly string[],
    allowed: ReadonlySet<string> | undefined,
  ): FolderSynonyms[] {
    if (!knowsOtherWords()) return [];
    return [...shelves.inventory.withSynonyms()].flatMap(({ places, facts }) => {
      const folders = places
        .filter((place) => roots.includes(place.root_id) && place.relative_path === synonymsFile)
        .map((place) => place.root_id);
      if (facts.synonyms === undefined || folders.length === 0) return [];
      return [{ groups: facts.synonyms, keys: () => keysIn(folders, allowed) }];
    });
  }

  function keysIn(
    roots: readonly string[],
    allowed: ReadonlySet<string> | undefined,
  ): ReadonlySet<string> | undefined {
    if (life.roots().length === 1) return allowed;
    const keys = new Set<string>();
    for (const { key, places } of shelves.inventory.entries()) {
      if (allowed?.has(key) !== false && placeIn(places, roots) !== undefined) keys.add(key);
    }
    return keys;
  }

  const pictures = createPictures({
    ...{ shelves, search, catchUp: life.catchUp },
    placing(roots) {
      const there = present(roots);
      return (entry) => (isShown(entry) ? placeIn(entry.places, there) : undefined);
    },
  });

  function emptyOutput(status: DocsSearchOutput["status"]): DocsSearchOutput {
    return {
      status,
      hits: [],
      coverage: life.coverage(),
      index_generation: life.generation(),
      terms: [],
    };
  }

  return {
    refresh: life.refresh,
    lookAgain: life.lookAgain,
    search,
    async outline(verdict) {
      const { bytes, stat } = await shelves.access.open(verdict);
      const { relative_path } = verdict;
      const file = { bytes, mtime_ms: stat.mtime_ms, relative_path, words: false };
      const { title, outline } = (await reader.read(file, { urgent: true })).facts;
      return {
        title,
        headings: headingsOf(outline).map(({ level, text, start, end }) => ({
          level,
          text,
          line_start: start + 1,
          line_end: Math.max(start + 1, end),
        })),
      };
    },
    list(input, mentions) {
      const { entries, skipped } = shelves.inventory;
      const named = input.root !== undefined || input.roots !== undefined;
      return listDocuments(input, {
        entries: life.mixed() ? [...entries()].filter(isShown) : entries(),
        skipped,
        roots: named ? there().map(({ id }) => id) : present(),
        mentions,
      });
    },
    async suggest(input) {
      const { inventory, engine } = shelves;
      const nearest = (word: string) => nearestSpelling(shelves, word);
      const there = present(input.roots);
      const suggested = await suggest(input, {
        catalogue: { ...shelves.catalogue, nearest },
        inventory,
        placeOf: (entry) => (isShown(entry) ? placeIn(entry.places, there) : undefined),
        async alike(text) {
          const keys = narrowed({ roots: input.roots }, there);
          const query = {
            ...{ text, limit: mostAlike, lang: questionLang(text, input.lang) },
            ...(keys === undefined ? {} : { keys }),
          };
          return (await engine.search(query, new AbortController().signal)).hits;
        },
      });
      return { ...suggested, index_generation: life.generation() };
    },
    ...pictures,
    async mentions(wording) {
      const found = await shelves.engine.mentions(wording);
      return new Map(found.map((mention) => [mention.key, mention]));
    },
    roots: life.roots,
    status: () => ({
      roots: life.statuses(),
      generation: life.generation(),
      coverage: life.coverage(),
    }),
    coverage: life.coverage,
    findByHash: (sha256, lineCount, preferred) =>
      shelves.inventory.findByHash(sha256, lineCount, {
        preferred,
        roots: besides(preferred.root_id),
      }),
    nextToEmbed: async (input, signal) => vectorsKept().next(input, signal),
    putVectors: (input) => vectorsKept().put(input),
    forgetVectors: () => vectorsKept().forget(),
    keepsVectors: () => vectors?.kept() === true,
    adopt: (next) => life.adopt({ access: next.access, settings: next.config }),
    keep: life.keep,
    close(options = { forget: false }) {
      life.close(options);
      vectors?.close();
      reader.close();
    },
  };
}

const openOf = (roots: readonly ResolvedRoot[]) =>
  roots.filter((root) => root.state === "ok" && !root.paused);

/** The place a document is cited by: the first that lies in one of the roots asked for. */
function placeIn(places: readonly Place[], roots: readonly string[]): Place | undefined {
  return places.find((place) => roots.includes(place.root_id));
}
