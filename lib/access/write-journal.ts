import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import nodePath from "node:path";

/**
 * Where unfinished files lie. A file is written beside the one it is to replace, and its folder is noted here first, in the
 * state folder, so that what a killed program left behind is found at the next start without a walk through the workspace.
 */
export type WriteJournal = {
  /** A name for an unfinished file in this folder, noted before it is there. */
  begin(folder: string): string;
  /** It is not there any more. */
  end(name: string): void;
  /** Removes what an earlier program left behind; how many files that were. Never while another program writes. */
  clear(): number;
};

const unfinished = /^\.docent-[\da-f]{24}\.tmp$/;

export function createWriteJournal(home: string): WriteJournal {
  const journal = nodePath.join(home, "unfinished");
  return {
    begin(folder) {
      const name = `.docent-${randomBytes(12).toString("hex")}.tmp`;
      mkdirSync(journal, { recursive: true, mode: 0o700 });
      writeFileSync(nodePath.join(journal, name), folder, { flag: "wx", mode: 0o600 });
      return name;
    },
    end: (name) => rmSync(nodePath.join(journal, name), { force: true }),
    clear() {
      let removed = 0;
      for (const name of names(journal)) {
        if (!unfinished.test(name)) continue;
        const note = nodePath.join(journal, name);
        const folder = readFileSync(note, "utf8");
        if (nodePath.isAbsolute(folder) && isOwnFile(nodePath.join(folder, name))) {
          rmSync(nodePath.join(folder, name), { force: true });
          removed += 1;
        }
        rmSync(note, { force: true });
      }
      return removed;
    },
  };
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was ever written
  }
}

function isOwnFile(path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && (process.getuid === undefined || stat.uid === process.getuid());
  } catch {
    return false; // it is gone
  }
}
