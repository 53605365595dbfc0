import nodePath from "node:path";
import type { Access } from "#lib/access/access";
import type { HealthyRoot } from "#lib/access/resolve-root";
import type { Allowed, Refused } from "#lib/access/verdict";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { say } from "#lib/platform/say";
import type { Catalogue } from "./catalogue.ts";
import { type Sighting, walkRoot } from "./crawl/walk-root.ts";
import type { EngineDocument, SearchEngine } from "./engines/engine.ts";
import { type Facts, openFile, readFacts, skipOf } from "./facts.ts";
import type { RootProgress } from "./index-status.ts";
import type { Entry, Inventory, Place, Skipped } from "./inventory.ts";

/** What the index consists of; one writer at a time changes it. */
export type Shelves = {
  access: Access;
  engine: SearchEngine;
  inventory: Inventory;
  catalogue: Catalogue;
  newKey(): string;
  orderOf(place: Place): string;
};

export type RefreshOptions = {
  max_files: number;
  signal: AbortSignal;
  clock: Pick<Clock, "monotonic">;
  /** Said when the files of a root are known, every now and then while they are read, and at the end. */
  onRoot(root_id: string, progress: Omit<RootProgress, "indexed_at">): void;
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
  const batch = openBatch(shelves, options);
  let total = 0;
  let since = performance.now();

  for (const root of roots) {
    const skipped = new Map<string, Skipped>();
    const before = inventory.skipped(root.id);
    let known = 0;
    const sightings: Sighting[] = [];
    for await (const sighting of walkRoot(root, options.signal)) sightings.push(sighting);
    sightings.sort((a, b) => (a.relative_path < b.relative_path ? -1 : 1));
    const begun = options.clock.monotonic();
    const bytes_known = sightings.reduce((sum, { bytes }) => sum + bytes, 0);
    let bytes_done = 0;
    const tell = () =>
      options.onRoot(root.id, {
        known: sightings.length,
        bytes_known,
        bytes_done,
        begun,
        state: "building",
      });
    tell();

    for (const sighting of sightings) {
      bytes_done += sighting.bytes;
      if (performance.now() - since > turnMs) {
        tell();
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
      if (total >= options.max_files) {
        seen.delete(verdict.real_path);
        leaveOut({
          rule: "too_many_files",
          message: say("en", "search.too_many_files", { limit: options.max_files }),
        });
        continue;
      }
      total += 1;
      try {
        await batch.add(verdict, sighting.signature, [place]);
      } catch (error) {
        options.signal.throwIfAborted();
        seen.delete(verdict.real_path);
        total -= 1;
        known -= 1;
        const why = skipOf(error);
        if (!(error instanceof AppError)) options.onFault(error, place);
        leaveOut(why);
        // What moved under our hands is looked at again next time.
        if (why.rule === "path_changed") skipped.delete(place.relative_path);
      }
    }
    await batch.flush();
    inventory.setSkipped(root.id, skipped);
    options.onRoot(root.id, { known, bytes_known, bytes_done, begun, state: "ready" });
  }

  const gone = [...inventory.entries()].filter((entry) => !seen.has(entry.real_path));
  await dropEntries(shelves, gone);
  for (const entry of inventory.entries()) entry.places = seen.get(entry.real_path) ?? entry.places;
}

/** Reads one judged file again, whatever its signature says. Throws AppError when it can no longer be read. */
export async function rereadFile(shelves: Shelves, entry: Entry, verdict: Allowed): Promise<void> {
  const key = shelves.newKey();
  const read = readFacts(await openFile(shelves.access, verdict), {
    key,
    relative_path: verdict.relative_path,
    order: shelves.orderOf(
      entry.places[0] ?? { root_id: verdict.root.id, relative_path: verdict.relative_path },
    ),
  });
  await replace(
    shelves,
    [{ ...entry, key, signature: "read on demand", facts: read.facts }],
    [read.document],
  );
}

export async function dropEntries(shelves: Shelves, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  for (const entry of entries) {
    shelves.inventory.drop(entry.real_path);
    shelves.catalogue.remove(entry.key);
  }
  await shelves.engine.remove(entries.map((entry) => entry.key));
}

function openBatch(shelves: Shelves, options: Pick<RefreshOptions, "onBatch">) {
  let entries: Entry[] = [];
  let documents: EngineDocument[] = [];
  let passages = 0;
  let limit = firstBatchPassages;
  async function flush(): Promise<void> {
    if (entries.length === 0) return;
    await replace(shelves, entries, documents);
    entries = [];
    documents = [];
    passages = 0;
    limit = batchPassages;
    options.onBatch();
  }
  return {
    flush,
    async add(verdict: Allowed, signature: string, places: Place[]): Promise<void> {
      const key = shelves.newKey();
      const first = places[0] ?? { root_id: verdict.root.id, relative_path: verdict.relative_path };
      const read: { facts: Facts; document: EngineDocument } = readFacts(
        await openFile(shelves.access, verdict),
        { key, relative_path: verdict.relative_path, order: shelves.orderOf(first) },
      );
      entries.push({ key, real_path: verdict.real_path, signature, places, facts: read.facts });
      documents.push(read.document);
      passages += read.document.passages.length;
      if (passages >= limit) await flush();
    },
  };
}

/** The engine first: a key without facts is never shown, facts without a key are never found. */
async function replace(
  shelves: Shelves,
  entries: readonly Entry[],
  documents: readonly EngineDocument[],
): Promise<void> {
  await shelves.engine.update(documents);
  const old = entries.flatMap((entry) => shelves.inventory.byPath(entry.real_path)?.key ?? []);
  for (const entry of entries) {
    const before = shelves.inventory.byPath(entry.real_path);
    if (before !== undefined) shelves.catalogue.remove(before.key);
    shelves.inventory.put(entry);
    shelves.catalogue.put(entry.key, entry.facts, entry.places[0]?.relative_path ?? "");
  }
  await shelves.engine.remove(old);
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
