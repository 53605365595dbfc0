import type { EngineStats } from "../engine.ts";
import type { Hit } from "./cluster.ts";
import { pieces } from "./cluster.ts";
import type { Own } from "./gathered.ts";
import { mostTold, requests } from "./limits.ts";

/**
 * The documents that this server has given. The index may hold those of others too, another version of a file among them: what is
 * not of this server is never shown by it.
 */
export type OwnDocuments = {
  put(key: string, id: string, document: Own): void;
  /** The id that no key has any more, with how many passages it had. */
  drop(key: string): { id: string; passages: number } | undefined;
  of(id: string): Own | undefined;
  idOf(key: string): string | undefined;
  ids(): string[];
  keys(): ReadonlySet<string>;
  keysOf(ids: ReadonlySet<string>): string[];
  size(): number;
  stats(): EngineStats;
  /** What narrows a search to documents with these keys. */
  filterOf(keys: ReadonlySet<string> | undefined): object[];
  /** Names of documents of others, each told once. */
  namesElsewhere(
    foreign: ReadonlySet<string>,
    read: (ids: string[]) => Promise<Hit<{ name?: string }>[]>,
  ): Promise<string[]>;
};

export function createOwnDocuments(): OwnDocuments {
  const idOfKey = new Map<string, string>();
  const documents = new Map<string, Own & { keys: number }>();
  const told = new Set<string>();
  let passages = 0;
  const idsOf = (keys: Iterable<string>) =>
    Array.from(keys).flatMap((key) => idOfKey.get(key) ?? []);
  const among = (ids: readonly string[]) => ({
    bool: {
      should: [...pieces(ids, requests.values)].map((some) => ({ terms: { of: some } })),
      minimum_should_match: 1,
    },
  });
  return {
    put(key, id, document) {
      idOfKey.set(key, id);
      const known = documents.get(id);
      if (known === undefined) passages += document.passages;
      documents.set(id, { ...document, keys: (known?.keys ?? 0) + 1 });
    },
    drop(key) {
      const id = idOfKey.get(key);
      const known = id === undefined ? undefined : documents.get(id);
      if (id === undefined || known === undefined) return undefined;
      idOfKey.delete(key);
      known.keys -= 1;
      if (known.keys > 0) return undefined;
      documents.delete(id);
      passages -= known.passages;
      return { id, passages: known.passages };
    },
    of: (id) => documents.get(id),
    idOf: (key) => idOfKey.get(key),
    ids: () => [...documents.keys()],
    keys: () => new Set(idOfKey.keys()),
    keysOf: (ids) => [...idOfKey].flatMap(([key, id]) => (ids.has(id) ? [key] : [])),
    size: () => documents.size,
    stats: () => ({ documents: documents.size, passages }),
    filterOf(keys) {
      if (keys === undefined) return [];
      const wanted = idsOf(keys);
      if (wanted.length * 2 <= documents.size || wanted.length === documents.size)
        return [among(wanted)];
      const allowed = new Set(wanted);
      const others = [...documents.keys()].filter((id) => !allowed.has(id));
      return others.length === 0 ? [] : [{ bool: { must_not: [among(others)] } }];
    },
    async namesElsewhere(foreign, read) {
      const fresh = [...foreign].filter((id) => !told.has(id));
      if (fresh.length === 0) return [];
      if (told.size > mostTold) told.clear();
      for (const id of fresh) told.add(id);
      const found = await read(fresh);
      return found.flatMap(({ _source }) => _source.name ?? []);
    },
  };
}
