import Database from "better-sqlite3";

/**
 * Child process of the four-writers test: `checkpoint-log.ts FILE` moves the log into the database in every way SQLite
 * knows, again and again until it is killed, and prints a line for each time the whole log was moved.
 */
const db = new Database(process.argv[2] ?? "", { timeout: 1000 });
const ways = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"];
for (let i = 0; ; i++) {
  const way = ways[i % ways.length] ?? "";
  const [row] = db.pragma(`wal_checkpoint(${way})`) as { busy: number; log: number }[];
  if (row?.busy === 0) process.stdout.write(`${way}\n`);
}
