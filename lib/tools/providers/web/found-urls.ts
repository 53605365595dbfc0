import { readFileSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { sha256 } from "#lib/platform/hash";
import { judgeUrl } from "./judge-url.ts";

/**
 * Who named an address: a person, in what they wrote; a search, in its results for the same piece of work; the server of
 * a page that was allowed, by a redirect. Whatever else an agent comes with, it has from a document or a page, or from
 * nowhere, and a person decides about it. What searches found is kept on the disk, because work goes on after a restart.
 */
export function createFoundUrls(deps: { folder: string }) {
  const { folder } = deps;
  const known = new Map<string, Set<string>>();
  const fileOf = (trace_id: string) => path.join(folder, `${sha256(trace_id)}.json`);

  function of(trace_id: string): Set<string> {
    const found = known.get(trace_id) ?? new Set(readKept(fileOf(trace_id)));
    known.delete(trace_id);
    known.set(trace_id, found);
    for (const oldest of known.keys()) if (known.size > mostTraces) known.delete(oldest);
    return found;
  }

  return {
    /** `keep`: on the disk as well. */
    async note(trace_id: string, urls: readonly string[], keep: boolean): Promise<void> {
      const found = of(trace_id);
      for (const url of urls) if (found.size < mostUrls) found.add(formOf(url));
      if (!keep) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(fileOf(trace_id), JSON.stringify([...found]), { mode: 0o600 });
    },

    isNamed(url: string, by: { trace_id: string; asked?: string }): boolean {
      return writtenIn(by.asked ?? "", url) || of(by.trace_id).has(formOf(url));
    },

    /** Work that goes on asks a person about what it found before. */
    async forgetAll(): Promise<void> {
      known.clear();
      await rm(folder, { recursive: true, force: true });
    },

    /** Of work that has ended long ago nobody asks. */
    async sweep(now: number): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const found = await stat(file).catch(() => undefined);
        if (found !== undefined && now - found.mtimeMs > keptMs) await rm(file, { force: true });
      }
    },
  };
}
export type FoundUrls = ReturnType<typeof createFoundUrls>;

const mostTraces = 200;
const mostUrls = 2000;
const keptMs = 7 * 86_400_000;

function readKept(file: string): string[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(parsed) ? parsed.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // nothing kept
  }
}

/** As it would be asked for. */
function formOf(url: string): string {
  const judged = judgeUrl(url);
  return judged.kind === "allowed" ? judged.url.href : url;
}

/** Whether a person wrote this very address, with its scheme or without: not a longer one, and not a part of it. */
export function writtenIn(text: string, url: string): boolean {
  const wanted = bare(formOf(url));
  return text.split(/[\s"'`“”‘’<>()[\]{}|\\，。；：！？、（）《》「」【】]+/).some((word) => {
    const plain = word.replace(/[.,;:!?]+$/, "");
    if (!/[./]/.test(plain)) return false;
    return bare(formOf(/^https?:\/\//i.test(plain) ? plain : `https://${plain}`)) === wanted;
  });
}

const bare = (href: string) => href.replace(/^https?:\/\//i, "").replace(/\/$/, "");
