import nodePath from "node:path";
import type { Access } from "#lib/access/access";
import type { OpenedDocument } from "#lib/access/open-document";
import type { HealthyRoot } from "#lib/access/resolve-root";
import type { Allowed, Refused } from "#lib/access/verdict";
import { AppError } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import type { Catalogue } from "./catalogue.ts";
import { type Sighting, walkRoot } from "./crawl/walk-root.ts";
import { type DocumentReader, isReaderDown } from "./document-reader.ts";
import type { EngineDocument, SearchEngine } from "./engines/engine.ts";
import { skipOf } from "./facts.ts";
import type { Entry, Inventory, Place, Skipped } from "./inventory.ts";
import type { FileRead } from "./reading/read-file.ts";

/** What the index consists of; one writer at a time changes it. */
export type Shelves = {
  access: Access;
  reader: DocumentReader;
  engine: SearchEngine;
  inventory: Inventory;
  catalogue: Catalogue;
  newKey(): string;
  orderOf(place: Place): string;
};

export type RefreshOptions = {
  max_files: number;
  signal: AbortSignal;
  /** Roots that cannot be reached at this moment and whose files are kept all the same. */
  rootsAway(): ReadonlySet<string>;
  /** Said whenever the number of known files of a root changes for good, and at its end. */
  onRoot(root_id: string, progress: { known: number; state: "building" | "ready" }): void;
  /** Said after each batch that became searchable. */
  onBatch(): void;
  /** Said of an error that no rule names; the file is left out and the walk goes on. */
  onFault(error: unknown, place: Place): void;
};

/** A batch becomes searchable as soon as it has this many passages: the first one early, so that asking can begin. */
const batchPassages = 20_000;
const firstBatchPassages = 2_000;
const turnMs = 15;

/**
 * Walks every healthy root and brings the index to what stands on disk: new and changed files are read, vanished ones
 * dropped, the rest left alone. A file that several roots or links lead to is read once and remembers every place.
 */
export async function refreshAll(
  shelves: Shelves,
  roots: readonly HealthyRoot[],
  options: RefreshOptions,
): Promise<void> {
  const { access, inventory } = shelves;
  const seen = new Map<string, Place[]>();
  const intake = openIntake(shelves, options);
  let total = 0;
  let since = performance.now();

  for (const root of roots) {
    const skipped = new Map<string, Skipped>();
    const before = inventory.skipped(root.id);
    let known = 0;
    const sightings: Sighting[] = [];
    for await (const sighting of walkRoot(root, options.signal)) sightings.push(sighting);
    sightings.sort((a, b) => (a.relative_path < b.relative_path ? -1 : 1));
    options.onRoot(root.id, { known: sightings.length, state: "building" });

    for (const sighting of sightings) {
      if (performance.now() - since > turnMs) {
        await new Promise((resolve) => setImmediate(resolve));
        options.signal.throwIfAborted();
        since = performance.now();
      }
      const place = { root_id: root.id, relative_path: sighting.relative_path };
      const leaveOut = (why: Pick<Skipped, "rule" | "message">) =>
        skipped.set(place.relative_path, { ...place, ...why, signature: sighting.signature });

      if (sighting.link) {
        // What a link leads to is walked under its own name, where one of the roots holds it; else the link is refused.
        const verdict = await access.judge(sighting.relative_path, root.id);
        if (verdict.kind === "refused" && !isNoDocument(verdict)) leaveOut(verdict);
        continue;
      }
      const path = nodePath.join(root.real_path, sighting.relative_path);
      if (inventory.byPath(path)?.signature === sighting.signature) {
        if (!remember(seen, path, place)) total += 1;
        known += 1;
        continue;
      }
      const skippedBefore = before.get(place.relative_path);
      if (
        skippedBefore?.signature === sighting.signature &&
        skippedBefore.rule !== "too_many_files"
      ) {
        skipped.set(place.relative_path, skippedBefore);
        continue;
      }
      const verdict = await access.judge(sighting.relative_path, root.id);
      if (verdict.kind === "refused") {
        if (!isNoDocument(verdict)) leaveOut(verdict);
        continue;
      }
      known += 1;
      if (remember(seen, verdict.real_path, place)) continue;
      if (total >= options.max_files) await intake.settle();
      if (total >= options.max_files) {
        seen.delete(verdict.real_path);
        leaveOut({
          rule: "too_many_files",
          message: say("en", "search.too_many_files", { limit: options.max_files }),
        });
        continue;
      }
      total += 1;
      await intake.add(verdict, sighting.signature, place, (error) => {
        seen.delete(verdict.real_path);
        total -= 1;
        known -= 1;
        const why = skipOf(error);
        if (!(error instanceof AppError)) options.onFault(error, place);
        leaveOut(why);
        // What moved under our hands is looked at again next time.
        if (why.rule === "path_changed") skipped.delete(place.relative_path);
      });
    }
    await intake.flush();
    inventory.setSkipped(root.id, skipped);
    options.onRoot(root.id, { known, state: "ready" });
  }

  // Asked at the end: a root may have gone while it was walked.
  const away = options.rootsAway();
  const gone = [...inventory.entries()].filter(
    ({ real_path, places }) =>
      !seen.has(real_path) && !places.some((place) => away.has(place.root_id)),
  );
  await dropEntries(shelves, gone);
  for (const entry of inventory.entries()) entry.places = seen.get(entry.real_path) ?? entry.places;
}

/** Reads one judged file again, whatever its signature says. Throws AppError when it can no longer be read. */
export async function rereadFile(shelves: Shelves, entry: Entry, verdict: Allowed): Promise<void> {
  const opened = await shelves.access.open(verdict);
  const { facts, words } = await readOpened(shelves.reader, verdict, opened, { urgent: true });
  const key = shelves.newKey();
  const order = shelves.orderOf(
    entry.places[0] ?? { root_id: verdict.root.id, relative_path: verdict.relative_path },
  );
  await replace(
    shelves,
    [{ ...entry, key, signature: readOnDemand, facts }],
    [{ key, order, words }],
  );
}

/** No signature of a walk: the next one reads the file again. */
export const readOnDemand = "read on demand";

/** The bytes come from the descriptor that was judged; what they say is read in the worker. */
async function readOpened(
  reader: DocumentReader,
  verdict: Allowed,
  { bytes, stat }: OpenedDocument,
  options: { urgent?: boolean; signal?: AbortSignal },
): Promise<Required<FileRead>> {
  const file = { bytes, mtime_ms: stat.mtime_ms, relative_path: verdict.relative_path };
  const { facts, words } = await reader.read({ ...file, words: true }, options);
  if (words === undefined) throw new Error("the reader left out the words that were asked for");
  return { facts, words };
}

export async function dropEntries(shelves: Shelves, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  for (const entry of entries) {
    shelves.inventory.drop(entry.real_path);
    shelves.catalogue.remove(entry.key);
  }
  await shelves.engine.remove(entries.map((entry) => entry.key));
}

/** Files that are being read at the same time, and what they may hold in memory meanwhile. */
const mostUnderWay = 48;
const mostBytesUnderWay = 8_000_000;

type Reading = {
  place: Place;
  real_path: string;
  signature: string;
  bytes: number;
  result: Promise<{ read: Required<FileRead> } | { error: unknown }>;
  onLost(error: unknown): void;
};

/**
 * Files on their way into the index: handed to the reader without waiting for each, taken over in the order they came,
 * whatever became of the ones before. `onLost` is told when one cannot be read; that never ends the run.
 */
function openIntake(shelves: Shelves, options: Pick<RefreshOptions, "onBatch" | "signal">) {
  const readings: Reading[] = [];
  let bytes = 0;
  let entries: Entry[] = [];
  let documents: EngineDocument[] = [];
  let passages = 0;
  let limit = firstBatchPassages;

  async function takeOver(): Promise<void> {
    const reading = readings.shift();
    if (reading === undefined) return;
    bytes -= reading.bytes;
    const result = await reading.result;
    options.signal.throwIfAborted();
    if ("error" in result) {
      if (isReaderDown(result.error)) throw result.error;
      return reading.onLost(result.error);
    }
    const { place, real_path, signature } = reading;
    const { facts, words } = result.read;
    const key = shelves.newKey();
    entries.push({ key, real_path, signature, places: [place], facts });
    documents.push({ key, order: shelves.orderOf(place), words });
    passages += facts.passages.length;
    if (passages >= limit) await hand();
  }
  async function settle(): Promise<void> {
    while (readings.length > 0) await takeOver();
  }
  async function hand(): Promise<void> {
    if (entries.length === 0) return;
    await replace(shelves, entries, documents);
    entries = [];
    documents = [];
    passages = 0;
    limit = batchPassages;
    options.onBatch();
  }
  return {
    settle,
    async flush(): Promise<void> {
      await settle();
      await hand();
    },
    async add(
      verdict: Allowed,
      signature: string,
      place: Place,
      onLost: (error: unknown) => void,
    ): Promise<void> {
      let opened: OpenedDocument;
      try {
        opened = await shelves.access.open(verdict);
      } catch (error) {
        return onLost(error);
      }
      readings.push({
        place,
        real_path: verdict.real_path,
        signature,
        bytes: opened.bytes.length,
        result: readOpened(shelves.reader, verdict, opened, { signal: options.signal }).then(
          (read) => ({ read }),
          (error: unknown) => ({ error }),
        ),
        onLost,
      });
      bytes += opened.bytes.length;
      while (readings.length > mostUnderWay || (bytes > mostBytesUnderWay && readings.length > 1)) {
        await takeOver();
      }
    },
  };
}

/**
 * The engine first: a key without facts is never shown, facts without a key are never found. The catalogue only knows
 * spellings, so it may come behind, with the event loop's turns between.
 */
async function replace(
  shelves: Shelves,
  entries: readonly Entry[],
  documents: readonly EngineDocument[],
): Promise<void> {
  await shelves.engine.update(documents);
  const old = entries.flatMap((entry) => shelves.inventory.byPath(entry.real_path)?.key ?? []);
  for (const entry of entries) shelves.inventory.put(entry);
  await shelves.engine.remove(old);
  for (const key of old) shelves.catalogue.remove(key);
  let since = performance.now();
  for (const { key, facts, places } of entries) {
    shelves.catalogue.put(key, facts, places[0]?.relative_path ?? "");
    if (performance.now() - since > turnMs) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  }
}

/** Not there any more, or never meant to be read: neither is worth a line in the list of what was skipped. */
function isNoDocument(refused: Refused): boolean {
  return refused.missing || refused.rule === "not_a_document";
}

/** Notes that a place leads to this file; true when another place did before. */
function remember(seen: Map<string, Place[]>, real_path: string, place: Place): boolean {
  const places = seen.get(real_path);
  if (places === undefined) {
    seen.set(real_path, [place]);
    return false;
  }
  if (!places.some((p) => p.root_id === place.root_id && p.relative_path === place.relative_path)) {
    places.push(place);
  }
  return true;
}
