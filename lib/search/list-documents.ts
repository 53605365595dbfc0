import type { DocsListInput, DocsListOutput } from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import type { Cut } from "#lib/markdown/document";
import { say } from "#lib/platform/say";
import type { EngineMention } from "./engines/engine.ts";
import type { Entry, Place, Skipped } from "./inventory.ts";
import { type PackedOutline, passageAt } from "./packed-outline.ts";

/**
 * The list of files, page by page: all of them, those that hold a wording, those that changed since a time, or the
 * skipped ones with their rules. Questions about the collection are answered from it; it reads nothing.
 */
export type Mentions = ReadonlyMap<string, EngineMention>;

type Files = DocsListOutput["files"];
/** `lines` where the rule is about some of them. */
type LeftOut = Place & Cut;
type Listed = Place & { rule?: string; weight: number };

const pageSize = 500;

export function listDocuments(
  input: DocsListInput,
  from: {
    entries: Iterable<Entry>;
    skipped(root_id: string): ReadonlyMap<string, Skipped>;
    roots: readonly string[];
    mentions?: Mentions | undefined;
  },
): DocsListOutput {
  const wanted = from.roots.filter(
    (id) => (input.root ?? id) === id && input.roots?.includes(id) !== false,
  );
  const within = (place: Place) =>
    wanted.includes(place.root_id) && isBelow(place.relative_path, input.prefix);
  const after = readCursor(input.cursor);
  if (input.skipped === true) {
    const entries = [...from.entries];
    const all: LeftOut[] = wanted.flatMap((id) => [
      ...from.skipped(id).values(),
      ...cutsOf(entries, id),
    ]);
    const listed = all.filter(within).map((item) => ({ ...item, weight: 0 }));
    const page = pageOf(listed, wanted, after);
    return {
      files: [],
      skipped: page.items.map(({ root_id, relative_path, rule, message, lines }) => ({
        root_id,
        relative_path,
        rule,
        message,
        ...(lines === undefined ? {} : { lines }),
      })),
      total: page.total,
      ...page.next,
    };
  }
  const since = input.changed_since === undefined ? undefined : Date.parse(input.changed_since);
  const files: (Files[number] & { weight: number; outline: PackedOutline; passage: number })[] = [];
  let searched = 0;
  for (const { key, places, facts } of from.entries) {
    const place = places.find(within);
    const mention = from.mentions?.get(key);
    const { bytes, mtime_ms } = facts.file;
    if (place !== undefined) searched += 1;
    if (place === undefined || (from.mentions !== undefined && mention === undefined)) continue;
    if (since !== undefined && mtime_ms < since) continue;
    files.push({
      ...place,
      title: facts.title,
      bytes,
      lines: facts.lines,
      modified_at: timeOf(mtime_ms),
      ...(mention === undefined ? {} : { mentions: mention.count }),
      outline: facts.outline,
      passage: mention?.passage ?? 0,
      weight: weightOf(input.sort, mtime_ms, mention),
    });
  }
  const page = pageOf(files, wanted, after);
  return {
    files: page.items.map(({ weight: _, outline, passage, ...file }) => ({
      ...file,
      ...leadOf(outline, passage),
    })),
    skipped: [],
    total: page.total,
    searched,
    ...page.next,
  };
}

/** A file may bear any time; what no four digits of a year can say is told as the first or last moment that they can. */
function timeOf(mtime_ms: number): string {
  const earliest = Date.parse("0000-01-01T00:00:00.000Z");
  const latest = Date.parse("9999-12-31T23:59:59.999Z");
  return new Date(Math.min(Math.max(mtime_ms, earliest), latest)).toISOString();
}

function leadOf(outline: PackedOutline, passage: number): Pick<Files[number], "lead"> {
  const facts = passageAt(outline, passage);
  if (facts === undefined) return {};
  const { hash: _, bytes: __, ...lead } = facts;
  return { lead };
}

function weightOf(
  sort: DocsListInput["sort"],
  mtime_ms: number,
  mention: EngineMention | undefined,
): number {
  if (sort === "changed") return mtime_ms;
  // A file that has it in a heading only comes behind those that speak of it.
  if (sort === "mentions") return mention?.headed === true ? 0 : (mention?.count ?? 0);
  return 0;
}

/** Files that are searched in part: listed with the rule, though they are in the index. */
function cutsOf(entries: Iterable<Entry>, root_id: string): LeftOut[] {
  const cuts: LeftOut[] = [];
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

/** The heavier first, then by root, path and rule; a page begins behind the last item of the one before. */
function pageOf<T extends Listed>(
  items: T[],
  roots: readonly string[],
  after: Listed | undefined,
): { items: T[]; total: number; next: { next_cursor?: string } } {
  const order = new Map(roots.map((id, i) => [id, i]));
  const compare = (a: Listed, b: Listed) =>
    b.weight - a.weight ||
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

function writeCursor(last: Listed): string {
  const parts = [last.root_id, last.relative_path, last.rule ?? "", last.weight];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

function readCursor(cursor: string | undefined): Listed | undefined {
  if (cursor === undefined) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts) && parts.length === 4) {
      const [root_id, relative_path, rule, weight] = parts as unknown[];
      if (
        typeof root_id === "string" &&
        typeof relative_path === "string" &&
        typeof rule === "string" &&
        typeof weight === "number"
      ) {
        return { root_id, relative_path, rule, weight };
      }
    }
  } catch {
    // not base64 of JSON: refused below like any other
  }
  throw new AppError("validation", say("en", "error.bad_cursor"));
}
