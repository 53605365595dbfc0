import type { Access } from "#lib/access/access";
import type { OpenedDocument } from "#lib/access/open-document";
import type { Allowed } from "#lib/access/verdict";
import type { WordTable } from "#lib/meaning/word-table";
import type { Catalogue } from "./catalogue.ts";
import type { DocumentReader } from "./document-reader.ts";
import type { EngineDocument, Gathering, SearchEngine } from "./engines/engine.ts";
import type { Entry, Inventory, Place } from "./inventory.ts";
import type { FileRead } from "./reading/read-file.ts";

/** What the index consists of; one writer at a time changes it. */
export type Shelves = {
  access: Access;
  reader: DocumentReader;
  engine: SearchEngine;
  inventory: Inventory;
  catalogue: Catalogue;
  /** The table of word meanings, where words of like meaning count for each other. */
  meanings: WordTable | undefined;
  newKey(): string;
  orderOf(place: Place): string;
};

/** A document for the engine, by its place. */
export function documentOf(
  { orderOf }: Pick<Shelves, "orderOf">,
  key: string,
  place: Place,
  words: EngineDocument["words"],
): EngineDocument {
  return { key, name: `${place.root_id}/${place.relative_path}`, order: orderOf(place), words };
}

/** Reads one judged file again, whatever its signature says. Throws AppError when it can no longer be read. */
export async function rereadFile(shelves: Shelves, entry: Entry, verdict: Allowed): Promise<void> {
  const opened = await shelves.access.open(verdict);
  const { facts, words } = await readOpened(shelves.reader, verdict, opened, { urgent: true });
  const key = shelves.newKey();
  const { relative_path } = verdict;
  const place = entry.places[0] ?? { root_id: verdict.root.id, relative_path };
  await replace(shelves, [{ ...entry, key, signature: readOnDemand, facts }], () =>
    shelves.engine.update([documentOf(shelves, key, place, words)]),
  );
}

/** No signature of a walk: the next one reads the file again. */
export const readOnDemand = "read on demand";

/** The bytes come from the descriptor that was judged; what they say is read in the worker. */
export async function readOpened(
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

/** What gathers documents for the engine; where it cannot do so itself they wait here. */
export function gatheringFor(engine: SearchEngine): Gathering {
  if (engine.gather !== undefined) return engine.gather();
  const gathered: EngineDocument[] = [];
  return {
    async add(documents) {
      gathered.push(...documents);
    },
    close: () => engine.update(gathered),
  };
}

/** The engine first, by `put`: a key without facts is never shown, facts without a key are never found. */
export async function replace(
  shelves: Shelves,
  entries: readonly Entry[],
  put: () => Promise<void>,
): Promise<void> {
  await put();
  const old = entries.flatMap((entry) => shelves.inventory.byPath(entry.real_path)?.key ?? []);
  for (const entry of entries) shelves.inventory.put(entry);
  await shelves.engine.remove(old);
  for (const key of old) shelves.catalogue.remove(key);
  for (const { key, facts, places } of entries) {
    shelves.catalogue.put(key, facts, places[0]?.relative_path ?? "");
  }
}
