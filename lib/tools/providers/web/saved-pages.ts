import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import PQueue from "p-queue";
import writeFileAtomic from "write-file-atomic";
import { parse } from "yaml";
import { z } from "zod";
import type { Clock } from "#lib/contracts/ports";
import type { SavedPage } from "#lib/contracts/web";
import { forWhomItIs } from "#lib/platform/acting";
import { sha256 } from "#lib/platform/hash";
import { makeRoom, type RoomOf, type SavedLimits } from "./make-room.ts";

/** What stands at the top of a saved page. */
const Origin = z.object({
  title: z.string(),
  url: z.string(),
  final_url: z.string(),
  fetched_at: z.string(),
  sha256: z.string(),
});
export type PageOrigin = z.infer<typeof Origin>;

export type PageToSave = PageOrigin & {
  byline: string | null;
  published: string | null;
  markdown: string;
};

export type SavedNow = {
  relative_path: string;
  lines: number;
  compared: "new" | "same" | "changed";
  earlier_fetched_at: string | null;
  /** Older pages that gave way to it. */
  removed: number;
};

/**
 * Pages as they were extracted, one Markdown file each, by host and address, in the folder that is the root `web` of the
 * documents. What a page said before is kept beside that folder when it says something else now, a few versions deep.
 * Files are replaced whole, one after the other. Within `limits` the oldest give way, unless an answer cites them. Nothing but
 * this writes there.
 */
export function createSavedPages(deps: {
  folder: string;
  limits: () => SavedLimits;
  /** Which of these pages stored answers and reports cite. */
  cited: (relative_paths: readonly string[]) => Promise<ReadonlySet<string>>;
  clock: Clock;
}) {
  const pages = path.join(deps.folder, "pages");
  const earlier = path.join(deps.folder, "earlier");
  const turns = new PQueue({ concurrency: 1 });

  async function put(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(file, text, { mode: 0o600 });
  }

  const read = (file: string) => readFile(file, "utf8").catch(() => undefined);

  async function keepEarlier(relative_path: string, text: string, at: string): Promise<void> {
    const folder = path.join(earlier, relative_path);
    await put(path.join(folder, `${at.replace(/[^\dTZ]/g, "-")}.md`), text);
    const names = (await readdir(folder)).sort();
    const over = names.slice(0, Math.max(0, names.length - mostVersions));
    for (const name of over) await rm(path.join(folder, name), { force: true });
  }

  async function save(page: PageToSave): Promise<SavedNow> {
    const relative_path = placeOf(page.final_url);
    const file = path.join(pages, relative_path);
    const text = written(page);
    const before = await read(file);
    const lines = text.split("\n").length - 1;
    if (before === undefined) {
      const removed = await roomFor(relative_path, Buffer.byteLength(text));
      await put(file, text);
      return { relative_path, lines, compared: "new", earlier_fetched_at: null, removed };
    }
    const earlier_fetched_at = originOf(before)?.fetched_at ?? null;
    const same = bodyOf(before) === bodyOf(text);
    const compared = same ? "same" : "changed";
    let removed = 0;
    if (!same) {
      removed = await roomFor(relative_path, Buffer.byteLength(text));
      await keepEarlier(relative_path, before, earlier_fetched_at ?? page.fetched_at);
    }
    await put(file, text);
    return { relative_path, lines, compared, earlier_fetched_at, removed };
  }

  /** Says how many pages gave way. Throws `too_many_files` when there is no room. */
  async function roomFor(relative_path: string, bytes: number): Promise<number> {
    const going = await makeRoom({
      ...{ relative_path, bytes, all: await measure(), limits: deps.limits() },
      ...{ cited: deps.cited, now: deps.clock.now().getTime() },
    });
    for (const one of going) await remove(one);
    return going.length;
  }

  /** Every page with its earlier versions. */
  async function measure(): Promise<RoomOf[]> {
    const found = new Map<string, RoomOf>();
    const files = await readdir(pages, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const one of files) {
      if (!one.isFile() || !one.name.endsWith(".md")) continue;
      const file = path.join(one.parentPath, one.name);
      const size = await stat(file).catch(() => undefined);
      const relative_path = path.relative(pages, file).split(path.sep).join("/");
      if (size !== undefined)
        found.set(relative_path, { relative_path, bytes: size.size, at: size.mtimeMs });
    }
    const versions = await readdir(earlier, { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const one of versions) {
      if (!one.isFile()) continue;
      const size = await stat(path.join(one.parentPath, one.name)).catch(() => undefined);
      const of = found.get(path.relative(earlier, one.parentPath).split(path.sep).join("/"));
      if (of !== undefined) of.bytes += size?.size ?? 0;
    }
    return [...found.values()];
  }

  /** With its earlier versions, and what a program that was killed while it wrote left beside it. */
  async function remove(relative_path: string): Promise<void> {
    const file = path.join(pages, relative_path);
    for (const name of await readdir(path.dirname(file)).catch(() => [])) {
      if (name.startsWith(path.basename(file)))
        await rm(path.join(path.dirname(file), name), { force: true });
    }
    await rm(path.join(earlier, relative_path), { recursive: true, force: true });
  }

  async function forget(relative_path: string): Promise<Forgotten | undefined> {
    const text = await read(path.join(pages, relative_path));
    if (text === undefined) return undefined;
    const versions = await versionsOf(relative_path);
    await remove(relative_path);
    const urls = [text, ...versions].flatMap((one) => {
      const origin = originOf(one);
      return origin === undefined ? [] : [origin.url, origin.final_url];
    });
    return { relative_path, urls: [...new Set(urls)] };
  }

  /** The texts before the one that stands there, newest first. */
  async function versionsOf(relative_path: string): Promise<string[]> {
    const folder = inside(earlier, relative_path);
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    const texts = await Promise.all(
      names
        .filter((name) => name.endsWith(".md"))
        .sort()
        .reverse()
        .map((name) => read(path.join(folder ?? "", name))),
    );
    return texts.filter((text) => text !== undefined);
  }

  return {
    folder: pages,

    /** Throws `too_many_files` when the pages fill their limits and none of them can give way. */
    save: (page: PageToSave): Promise<SavedNow> => turns.add(forWhomItIs(() => save(page))),

    /** How many there are, with the bytes of their earlier versions. */
    async size(): Promise<{ count: number; bytes: number }> {
      const all = await measure();
      return { count: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
    },

    /** What a program that was killed while it wrote left behind. */
    async sweep(now: number): Promise<void> {
      for (const folder of [pages, earlier]) {
        const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
          () => [],
        );
        for (const one of files) {
          const file = path.join(one.parentPath, one.name);
          if (!one.isFile() || one.name.endsWith(".md")) continue;
          const found = await stat(file).catch(() => undefined);
          if (found !== undefined && now - found.mtimeMs > writingMs)
            await rm(file, { force: true });
        }
      }
    },

    /** The versions before the one that stands there, newest first. */
    async earlier(relative_path: string): Promise<{ fetched_at: string; text: string }[]> {
      return (await versionsOf(relative_path)).flatMap((text) => {
        const origin = originOf(text);
        return origin === undefined ? [] : [{ fetched_at: origin.fetched_at, text }];
      });
    },

    /** All that are kept, newest first. */
    async list(): Promise<SavedPage[]> {
      const found: SavedPage[] = [];
      for (const host of await readdir(pages).catch(() => [])) {
        for (const name of await readdir(path.join(pages, host)).catch(() => [])) {
          if (!name.endsWith(".md")) continue;
          const file = path.join(pages, host, name);
          const [origin, size] = await Promise.all([
            head(file).then((text) => (text === undefined ? undefined : originOf(text))),
            stat(file).catch(() => undefined),
          ]);
          if (origin === undefined || size === undefined) continue;
          const { title, final_url, fetched_at } = origin;
          const url = final_url;
          found.push({
            relative_path: `${host}/${name}`,
            host,
            title,
            url,
            fetched_at,
            bytes: size.size,
          });
        }
      }
      return found.sort((a, b) => (a.fetched_at < b.fetched_at ? 1 : -1));
    },

    /** Undefined when it was not there. Its earlier versions go with it. */
    forget: (relative_path: string): Promise<Forgotten | undefined> =>
      turns.add(
        forWhomItIs(async () => {
          const file = inside(pages, relative_path);
          if (file === undefined || !file.endsWith(".md")) return undefined;
          return forget(path.relative(pages, file).split(path.sep).join("/"));
        }),
      ),

    /** Every one, and whatever else stands in the folders. */
    forgetAll: (): Promise<Forgotten[]> =>
      turns.add(async () => {
        const gone: Forgotten[] = [];
        for (const { relative_path } of await measure()) {
          const one = await forget(relative_path);
          if (one !== undefined) gone.push(one);
        }
        await rm(pages, { recursive: true, force: true });
        await rm(earlier, { recursive: true, force: true });
        return gone;
      }),
  };
}
/** The addresses that it was asked for and found at. */
export type Forgotten = { relative_path: string; urls: string[] };
export type SavedPages = ReturnType<typeof createSavedPages>;

const mostVersions = 5;
/** Nobody writes a page for so long. */
const writingMs = 3_600_000;
/** Front matter is shorter than this. */
const headBytes = 16_384;

/** `host/words-of-the-path-<hash>.md`: readable, and another file for another address. */
function placeOf(final_url: string): string {
  const url = new URL(final_url);
  const host = url.hostname.replace(/[^a-z\d.-]/g, "_").slice(0, 200);
  const words = decoded(url.pathname)
    .toLowerCase()
    .replace(/\.(?:html?|md|php|aspx?)$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const name = [...words].slice(0, 60).join("") || "index";
  return `${host}/${name}-${sha256(final_url).slice(0, 16)}.md`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no text in it
  }
}

function inside(folder: string, relative_path: string): string | undefined {
  const file = path.resolve(folder, relative_path);
  return file.startsWith(folder + path.sep) ? file : undefined;
}

/** Text in quotes as JSON has it is the same in YAML. */
function written({ markdown, byline, published, ...origin }: PageToSave): string {
  const named = { ...origin, ...(byline ? { byline } : {}), ...(published ? { published } : {}) };
  const head = Object.entries(named).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${head.join("\n")}\n---\n\n${markdown}\n`;
}

async function head(file: string): Promise<string | undefined> {
  const handle = await open(file).catch(() => undefined);
  try {
    const buffer = Buffer.alloc(headBytes);
    const read = await handle?.read(buffer, 0, headBytes, 0);
    return read === undefined ? undefined : buffer.toString("utf8", 0, read.bytesRead);
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

function originOf(text: string): PageOrigin | undefined {
  const found = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1];
  if (found === undefined) return undefined;
  try {
    return Origin.safeParse(parse(found, { schema: "core", maxAliasCount: 0 })).data;
  } catch {
    return undefined;
  }
}

const bodyOf = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, "");
