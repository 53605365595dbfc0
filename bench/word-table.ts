import { writeFileSync } from "node:fs";
import path from "node:path";

/** `--word-table`: figures with the table of word meanings on or off; told to the processes of the bench by name. */
const name = "DOCENT_BENCH_WORD_TABLE";

export type TableState = "on" | "off";

export const isTableOff = (): boolean => process.env[name] === "off";

/** What is started during `work` has the table in this state. */
export async function withTable<T>(state: TableState, work: () => Promise<T>): Promise<T> {
  process.env[name] = state;
  return work().finally(() => delete process.env[name]);
}

/** The setting for a server over this state folder; nothing where the table is on. */
export function tableSetting(home: string): { DOCENT_CONFIG?: string } {
  if (!isTableOff()) return {};
  const file = path.join(home, "table-off.json");
  writeFileSync(file, JSON.stringify({ retrieval: { meaning: false } }));
  return { DOCENT_CONFIG: file };
}
