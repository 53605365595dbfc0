import type Database from "better-sqlite3";
import type { Statements } from "../rows/statements.ts";

/**
 * The full-text table over the titles of traces (`trace_words`), which triggers keep up. What is deleted is taken out of it
 * at once, so that no word stays in the file; where very many go, they are marked as gone first and merged away afterwards.
 */
const command = (name: string): string => `INSERT INTO trace_words(trace_words) VALUES ('${name}')`;
const setting = (name: string, value: number): string =>
  `INSERT INTO trace_words(trace_words, rank) VALUES ('${name}', ${value})`;

/**
 * What `work` takes away is in the table until it is merged or made anew, and nothing is merged meanwhile. The caller holds
 * the transaction.
 */
export function* withoutSecureDelete(
  client: Database.Database,
  work: () => Statements<void>,
): Statements<void> {
  const set = (to: typeof usual) => {
    for (const [name, value] of Object.entries(to)) client.exec(setting(name, value));
  };
  set({ "secure-delete": 0, automerge: 0, crisismerge: 1000 });
  yield* work();
  set(usual);
}
/** Beside the first, those of FTS5 itself. */
const usual = { "secure-delete": 1, automerge: 4, crisismerge: 16 };

/** A piece of merging everything into one; whether there is more to do. `begin`: the first piece. */
export function mergeWords(client: Database.Database, begin: boolean): boolean {
  const changes = client.prepare<[], number>("SELECT total_changes()").pluck();
  const before = changes.get() ?? 0;
  client.exec(setting("merge", begin ? -MERGED_PAGES : MERGED_PAGES));
  return (changes.get() ?? 0) - before >= 2; // as FTS5 tells that something was merged
}

/** From the titles as they are. */
export function rebuildWords(client: Database.Database): void {
  client.exec(command("rebuild"));
}

const MERGED_PAGES = 16;
