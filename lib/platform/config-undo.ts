import { readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";

/**
 * What the saved configuration file held before each of the last saves, so that they can be taken back one by one, after
 * a restart too. It stands in the state folder. A save is only taken back while nothing else has happened to the files:
 * `etag` is theirs right after it.
 */
export type ConfigUndo = {
  /**
   * The text before the newest save, null when there was no file, and when that save was, as ISO 8601; an older program
   * kept no time. Undefined when that save is not the last event.
   */
  before(etag: string): { text: string | null; at?: string } | undefined;
  push(before: string | null, etag: string): void;
  pop(): void;
};

const mostSaves = 20;
const mostBytes = 4 * 1024 * 1024;
const Saves = z.array(
  z.object({
    before: z.string().nullable(),
    etag: z.string(),
    at: z.iso.datetime().optional(),
  }),
);
type Saves = z.infer<typeof Saves>;

export function createConfigUndo(home: string): ConfigUndo {
  const file = path.join(home, "config-undo.json");

  /** A file that is damaged or too large costs the undo, never the configuration. */
  function read(): Saves {
    try {
      if (statSync(file).size > mostBytes) return [];
      return Saves.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      return [];
    }
  }

  function write(saves: Saves): void {
    if (saves.length === 0) rmSync(file, { force: true });
    else writeFileAtomic.sync(file, `${JSON.stringify(saves)}\n`, { mode: 0o600 });
  }

  return {
    before(etag) {
      const newest = read().at(-1);
      if (newest?.etag !== etag) return undefined;
      return { text: newest.before, ...(newest.at === undefined ? {} : { at: newest.at }) };
    },
    push(before, etag) {
      const saves = [...read(), { before, etag, at: new Date().toISOString() }].slice(-mostSaves);
      while (Buffer.byteLength(JSON.stringify(saves)) > mostBytes) saves.shift();
      write(saves);
    },
    pop: () => write(read().slice(0, -1)),
  };
}
