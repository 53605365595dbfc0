import { parentPort } from "node:worker_threads";
import Database from "better-sqlite3";

/*
 * A thread that moves what stands in a database's log into its file, as far as nobody reads it from there. Its connection is
 * open for as long as that takes: the program's own is the last to close, and empties the log.
 */
parentPort?.on("message", (file: string) => {
  try {
    const client = new Database(file, { fileMustExist: true });
    try {
      client.pragma("wal_checkpoint(PASSIVE)");
    } finally {
      client.close();
    }
  } catch {
    // a disk that fails is told to whoever writes
  }
  parentPort?.postMessage("moved");
});
