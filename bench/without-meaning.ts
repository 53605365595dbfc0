import { writeFileSync } from "node:fs";
import path from "node:path";

/** `--without-meaning`: the same figures with the table of word meanings off; told to the processes of the bench by name. */
const name = "DOCENT_BENCH_WITHOUT_MEANING";

export const withoutMeaning = (): boolean => process.env[name] === "1";

export function turnMeaningOff(): void {
  process.env[name] = "1";
}

/** The setting for a server over this state folder; nothing where the table is on. */
export function meaningSetting(home: string): { DOCENT_CONFIG?: string } {
  if (!withoutMeaning()) return {};
  const file = path.join(home, "without-meaning.json");
  writeFileSync(file, JSON.stringify({ retrieval: { meaning: false } }));
  return { DOCENT_CONFIG: file };
}
