import { close, existsSync, fdatasync, openSync } from "node:fs";

/**
 * The log of changes of an open database, on its way to the disk. A crash of the program loses nothing that is committed;
 * once it is flushed a power cut does not either. It is flushed beside the program's own work, and all who ask while one
 * flush is under way share the next. What is moved into the file SQLite flushes before.
 */
export function createLogOnDisk(database: string) {
  const file = `${database}-wal`;
  let descriptor: number | undefined;
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();

  function flushOnce(): Promise<void> {
    return new Promise((resolve, reject) => {
      next = undefined; // what is committed from here on may come too late for this one
      // Where there can be no log, each commit is flushed.
      if (descriptor === undefined && !existsSync(file)) return resolve();
      descriptor ??= openSync(file, "r+");
      fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  return {
    flushed(): Promise<void> {
      next ??= last.then(flushOnce);
      last = next.catch(() => undefined); // whoever waits for `next` is told
      return next;
    },
    close(): void {
      const open = descriptor;
      descriptor = undefined;
      if (open !== undefined) void last.finally(() => close(open));
    },
  };
}
