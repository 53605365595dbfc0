import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import PQueue from "p-queue";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { WebFetchResult } from "#lib/contracts/web";
import { sha256 } from "#lib/platform/hash";

/** A fetched body and what its server said of it. */
export const KeptFetch = WebFetchResult.extend({
  content_type: z.string().optional(),
  etag: z.string().optional(),
  last_modified: z.string().optional(),
  trace_id: z.string().optional(),
});
export type KeptFetch = z.infer<typeof KeptFetch>;

/**
 * Bodies that were fetched, in the state folder: by the id of the fetch, for what is made of them later, and the newest
 * of each address, to ask its server whether it still holds. Bodies stand there once by their hash. What is oldest goes
 * first when they fill `max_bytes`, and after a month in any case; whatever is missing or damaged is as if it had never been
 * fetched. One thing at a time changes the folder.
 */
export function createKeptFetches(deps: { folder: string; max_bytes?: number }) {
  const { folder, max_bytes = 134_217_728 } = deps;
  const inFolder = (kind: "fetches" | "newest" | "bodies", name: string) =>
    path.join(folder, kind, name);
  const turns = new PQueue({ concurrency: 1 });
  let written = 0;

  async function put(file: string, data: string | Buffer): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(file, data, { mode: 0o600 });
  }

  async function readMeta(file: string): Promise<KeptFetch | undefined> {
    try {
      const parsed = KeptFetch.safeParse(JSON.parse(await readFile(file, "utf8")));
      return parsed.data;
    } catch {
      return undefined; // not there, or not whole
    }
  }

  async function bodyOf(kept: KeptFetch): Promise<Buffer | undefined> {
    try {
      const body = await readFile(inFolder("bodies", kept.sha256));
      return sha256(body) === kept.sha256 ? body : undefined;
    } catch {
      return undefined;
    }
  }

  async function filesIn(kind: "fetches" | "newest" | "bodies") {
    const names = await readdir(path.join(folder, kind)).catch(() => []);
    return names.map((name) => ({ name, file: inFolder(kind, name) }));
  }

  /** What is past its time, then by age, each file once it is not used any more or there is too much of all. */
  async function sweep(now: number): Promise<void> {
    for (const [kind, most] of [
      ["bodies", max_bytes],
      ["fetches", mostMetaBytes],
      ["newest", mostMetaBytes],
    ] as const) {
      const files = await Promise.all(
        (await filesIn(kind)).map(async ({ file }) => {
          const found = await stat(file).catch(() => undefined);
          return { file, bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
        }),
      );
      let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const { file, bytes, at } of files.sort((a, b) => a.at - b.at)) {
        if (total <= most && now - at <= keptMs) break;
        await rm(file, { force: true });
        total -= bytes;
      }
    }
  }

  /** By which traces it was fetched. `of` undefined: everything. */
  async function forget(of: ((kept: KeptFetch) => boolean) | undefined): Promise<Forgotten> {
    const used = new Set<string>();
    const trace_ids = new Set<string>();
    for (const kind of ["fetches", "newest"] as const) {
      for (const { file } of await filesIn(kind)) {
        const kept = await readMeta(file);
        if (kept !== undefined && of !== undefined && !of(kept)) {
          used.add(kept.sha256);
          continue;
        }
        if (kept?.trace_id !== undefined) trace_ids.add(kept.trace_id);
        await rm(file, { force: true });
      }
    }
    // With them goes what a program that was killed left half written, and bodies that nothing names.
    for (const { name, file } of await filesIn("bodies")) {
      if (!used.has(name)) await rm(file, { force: true });
    }
    return { trace_ids: [...trace_ids] };
  }

  async function keep(kept: KeptFetch, body: Buffer): Promise<void> {
    await put(inFolder("bodies", kept.sha256), body);
    const text = JSON.stringify(kept);
    await put(inFolder("fetches", `${kept.fetch_id}.json`), text);
    if (kept.status === 200 && !kept.truncated) {
      await put(inFolder("newest", `${sha256(kept.final_url)}.json`), text);
    }
    written += body.length;
    if (written * 4 < max_bytes) return;
    written = 0;
    await sweep(Date.parse(kept.fetched_at));
  }

  return {
    keep: (kept: KeptFetch, body: Buffer): Promise<void> => turns.add(() => keep(kept, body)),
    sweep: (now: number): Promise<void> => turns.add(() => sweep(now)),

    /** All that was fetched of these addresses. */
    forget: (urls: readonly string[]): Promise<Forgotten> =>
      turns.add(() =>
        forget(({ url, final_url }) => urls.includes(final_url) || urls.includes(url)),
      ),

    forgetAll: (): Promise<Forgotten> => turns.add(() => forget(undefined)),

    async find(fetch_id: string): Promise<{ kept: KeptFetch; body: Buffer } | undefined> {
      if (!/^[\w-]{1,100}$/.test(fetch_id)) return undefined;
      return withBody(await readMeta(inFolder("fetches", `${fetch_id}.json`)));
    },

    /** The host that it was fetched from, as it may be reached again; undefined when nothing is kept under the id. */
    hostOf(fetch_id: string): string | undefined {
      if (!/^[\w-]{1,100}$/.test(fetch_id)) return undefined;
      try {
        const text = readFileSync(inFolder("fetches", `${fetch_id}.json`), "utf8");
        const kept = KeptFetch.safeParse(JSON.parse(text));
        return kept.success ? new URL(kept.data.final_url).hostname : undefined;
      } catch {
        return undefined; // not there, or not whole
      }
    },

    async newest(url: string): Promise<{ kept: KeptFetch; body: Buffer } | undefined> {
      return withBody(await readMeta(inFolder("newest", `${sha256(url)}.json`)));
    },
  };

  async function withBody(kept: KeptFetch | undefined) {
    const body = kept === undefined ? undefined : await bodyOf(kept);
    return kept === undefined || body === undefined ? undefined : { kept, body };
  }
}
/** By which traces it had been fetched. */
type Forgotten = { trace_ids: string[] };
export type KeptFetches = ReturnType<typeof createKeptFetches>;

const mostMetaBytes = 8_388_608;
const keptMs = 30 * 86_400_000;
