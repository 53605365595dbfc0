import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";

/** Two files of this size hold some weeks of a busy server. */
const LARGEST = 8 * 1024 * 1024;

/**
 * A log in a file that only its owner may read: once it is full it becomes `<file>.1`, in place of the one before it. A disk
 * that is full or may not be written stops the log and nothing else; the next line tries again.
 */
export function createLogFile(file: string, largest = LARGEST): { write(line: string): void } {
  let open: { fd: number; bytes: number } | undefined;

  function opened(): { fd: number; bytes: number } {
    if (open !== undefined && open.bytes >= largest) {
      closeSync(open.fd);
      open = undefined;
      renameSync(file, `${file}.1`);
    }
    if (open === undefined) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const fd = openSync(file, "a", 0o600);
      open = { fd, bytes: fstatSync(fd).size };
    }
    return open;
  }

  return {
    write(line) {
      try {
        const place = opened();
        place.bytes += writeSync(place.fd, line);
      } catch {
        // There is nowhere left to say so.
      }
    },
  };
}
