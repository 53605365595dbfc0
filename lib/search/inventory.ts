import type { DocsListInput, DocsListOutput } from "#lib/contracts/docs-tools";
import type { SkipRule } from "#lib/contracts/errors";
import { AppError } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { type Facts, hashDigits } from "./facts.ts";

/** Where a document is found: the first place is the one it is cited by unless a question names other roots. */
export type Place = { root_id: string; relative_path: string };

/** One file of the index. `key` names this version of it to the engine; a changed file gets a new key. */
export type Entry = {
  key: string;
  real_path: string;
  signature: string;
  places: Place[];
  facts: Facts;
};

export type Skipped = Place & { rule: SkipRule; message: string; signature: string };

/** What is in the index and what was left out, file by file. Plain bookkeeping: reads nothing and ranks nothing. */
export type Inventory = {
  byPath(real_path: string): Entry | undefined;
  byKey(key: string): Entry | undefined;
  put(entry: Entry): void;
  drop(real_path: string): void;
  entries(): IterableIterator<Entry>;
  size(): number;
  /** Replaces what is known to be skipped in a root. */
  setSkipped(root_id: string, skipped: Map<string, Skipped>): void;
  skipped(root_id: string): ReadonlyMap<string, Skipped>;
  list(input: DocsListInput, roots: readonly string[]): DocsListOutput;
  /** A passage of exactly these lines, as it was indexed; the preferred file first. */
  findByHash(
    sha256: string,
    lineCount: number,
    where: { preferred: Place; roots: readonly string[] },
  ): FoundPassage | undefined;
};

export type FoundPassage = Place & { line_start: number; line_end: number };

const pageSize = 500;

export function createInventory(): Inventory {
  const paths = new Map<string, Entry>();
  const keys = new Map<string, Entry>();
  const skippedOf = new Map<string, Map<string, Skipped>>();
  const drop = (real_path: string) => {
    const known = paths.get(real_path);
    if (known === undefined) return;
    paths.delete(real_path);
    keys.delete(known.key);
  };
  return {
    byPath: (real_path) => paths.get(real_path),
    byKey: (key) => keys.get(key),
    put(entry) {
      drop(entry.real_path);
      paths.set(entry.real_path, entry);
      keys.set(entry.key, entry);
    },
    drop,
    entries: () => paths.values(),
    size: () => paths.size,
    setSkipped: (root_id, skipped) => skippedOf.set(root_id, skipped),
    skipped: (root_id) => skippedOf.get(root_id) ?? new Map(),
    findByHash(sha256, lineCount, { preferred, roots }) {
      const digits = sha256.slice(0, hashDigits);
      let found: FoundPassage | undefined;
      for (const { places: all, facts } of paths.values()) {
        const places = all.filter((place) => roots.includes(place.root_id));
        if (places.length === 0) continue;
        for (const { hash, line_start, line_end } of facts.passages) {
          if (hash !== digits || line_end - line_start + 1 !== lineCount) continue;
          const same = places.find(
            (p) => p.root_id === preferred.root_id && p.relative_path === preferred.relative_path,
          );
          const place = same ?? places[0];
          if (place === undefined) continue;
          if (same !== undefined) return { ...place, line_start, line_end };
          found ??= { ...place, line_start, line_end };
        }
      }
      return found;
    },
    list(input, roots) {
      const wanted = roots.filter((id) => input.root === undefined || id === input.root);
      const within = (place: Place) =>
        wanted.includes(place.root_id) && isBelow(place.relative_path, input.prefix);
      const after = readCursor(input.cursor);
      if (input.skipped === true) {
        const all = wanted.flatMap((id) => [
          ...(skippedOf.get(id)?.values() ?? []),
          ...cutsOf(paths.values(), id),
        ]);
        const page = pageOf(all.filter(within), wanted, after);
        return {
          files: [],
          skipped: page.items.map(({ root_id, relative_path, rule, message }) => ({
            root_id,
            relative_path,
            rule,
            message,
          })),
          total: page.total,
          ...page.next,
        };
      }
      const files = [...paths.values()].flatMap(({ places, facts }) => {
        const place = places.find(within);
        return place === undefined
          ? []
          : [{ ...place, title: facts.title, bytes: facts.file.bytes, lines: facts.lines }];
      });
      const page = pageOf(files, wanted, after);
      return { files: page.items, skipped: [], total: page.total, ...page.next };
    },
  };
}

/** Files that are searched in part: listed with the rule, though they are in the index. */
function cutsOf(
  entries: Iterable<Entry>,
  root_id: string,
): (Place & { rule: SkipRule; message: string })[] {
  const cuts = [];
  for (const { places, facts } of entries) {
    const place = places.find((p) => p.root_id === root_id);
    if (place === undefined) continue;
    for (const cut of facts.cuts) cuts.push({ ...place, ...cut });
  }
  return cuts;
}

function isBelow(path: string, prefix: string | undefined): boolean {
  if (prefix === undefined || prefix === "" || prefix === ".") return true;
  const folder = prefix.replace(/^\.\//, "").replace(/\/+$/, "");
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(prefix);
}

type After = { root_id: string; relative_path: string; rule: string };

function pageOf<T extends Place & { rule?: string }>(
  items: T[],
  roots: readonly string[],
  after: After | undefined,
): { items: T[]; total: number; next: { next_cursor?: string } } {
  const order = new Map(roots.map((id, i) => [id, i]));
  const compare = (a: Place & { rule?: string }, b: Place & { rule?: string }) =>
    (order.get(a.root_id) ?? 0) - (order.get(b.root_id) ?? 0) ||
    compareText(a.relative_path, b.relative_path) ||
    compareText(a.rule ?? "", b.rule ?? "");
  const sorted = [...items].sort(compare);
  const rest = after === undefined ? sorted : sorted.filter((item) => compare(item, after) > 0);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  const more = rest.length > page.length && last !== undefined;
  return { items: page, total: items.length, next: more ? { next_cursor: writeCursor(last) } : {} };
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function writeCursor(last: Place & { rule?: string }): string {
  const parts = [last.root_id, last.relative_path, last.rule ?? ""];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

function readCursor(cursor: string | undefined): After | undefined {
  if (cursor === undefined) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts) && parts.length === 3 && parts.every((p) => typeof p === "string")) {
      const [root_id, relative_path, rule] = parts as [string, string, string]; // checked one line above
      return { root_id, relative_path, rule };
    }
  } catch {
    // not base64 of JSON: refused below like any other
  }
  throw new AppError("validation", say("en", "error.bad_cursor"));
}
