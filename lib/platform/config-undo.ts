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
  /** The text before the newest save; null when there was no file. Undefined when that save is not the last event. */
  before(etag: string): { text: string | null } | undefined;
  push(before: string | null, etag: string): void;
  pop(): void;
};

const mostSaves = 20;
const mostBytes = 4 * 1024 * 1024;
const Saves = z.array(z.object({ before: z.string().nullable(), etag: z.string() }));
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
      return newest?.etag === etag ? { text: newest.before } : undefined;
    },
    push(before, etag) {
      const saves = [...read(), { before, etag }].slice(-mostSaves);
      while (Buffer.byteLength(JSON.stringify(saves)) > mostBytes) saves.shift();
      write(saves);
    },
    pop: () => write(read().slice(0, -1)),
  };
}
