import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { parse } from "yaml";
import { z } from "zod";
import type { SavedPage } from "#lib/contracts/web";
import { sha256 } from "#lib/platform/hash";

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
};

/**
 * Pages as they were extracted, one Markdown file each, by host and address, in the folder that is the root `web` of the
 * documents. What a page said before is kept beside that folder when it says something else now, a few versions deep.
 * Files are replaced whole. Nothing but this writes there.
 */
export function createSavedPages(deps: { folder: string }) {
  const pages = path.join(deps.folder, "pages");
  const earlier = path.join(deps.folder, "earlier");

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

  return {
    folder: pages,

    async save(page: PageToSave): Promise<SavedNow> {
      const relative_path = placeOf(page.final_url);
      const file = path.join(pages, relative_path);
      const text = written(page);
      const before = await read(file);
      const lines = text.split("\n").length - 1;
      if (before === undefined) {
        await put(file, text);
        return { relative_path, lines, compared: "new", earlier_fetched_at: null };
      }
      const earlier_fetched_at = originOf(before)?.fetched_at ?? null;
      const same = bodyOf(before) === bodyOf(text);
      if (!same) {
        await keepEarlier(relative_path, before, earlier_fetched_at ?? page.fetched_at);
      }
      await put(file, text);
      return { relative_path, lines, compared: same ? "same" : "changed", earlier_fetched_at };
    },

    /** The versions before the one that stands there, newest first. */
    async earlier(relative_path: string): Promise<{ fetched_at: string; text: string }[]> {
      const folder = inside(earlier, relative_path);
      const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
      const texts = await Promise.all(
        names
          .sort()
          .reverse()
          .map((name) => read(path.join(folder ?? "", name))),
      );
      return texts.flatMap((text) => {
        const origin = text === undefined ? undefined : originOf(text);
        return text === undefined || origin === undefined
          ? []
          : [{ fetched_at: origin.fetched_at, text }];
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

    /** Whether it was there. Its earlier versions go with it. */
    async forget(relative_path: string): Promise<boolean> {
      const file = inside(pages, relative_path);
      if (file === undefined || !file.endsWith(".md")) return false;
      const was = (await stat(file).catch(() => undefined)) !== undefined;
      await rm(file, { force: true });
      await rm(path.join(earlier, relative_path), { recursive: true, force: true });
      return was;
    },

    async forgetAll(): Promise<void> {
      await rm(pages, { recursive: true, force: true });
      await rm(earlier, { recursive: true, force: true });
    },
  };
}
export type SavedPages = ReturnType<typeof createSavedPages>;

const mostVersions = 5;
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
  return `${host}/${name}-${sha256(final_url).slice(0, 10)}.md`;
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
