import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Documents by number, always the same ones: the first thousand of ten thousand are the first thousand. */
export type Corpus = {
  name: string;
  /** How many documents there are. */
  size: number;
  file(number: number): { relative_path: string; bytes: Buffer };
};

/** Writes documents `from` up to, not including, `to` below a folder. */
export function writeFiles(corpus: Corpus, dir: string, from: number, to: number): string[] {
  const made = new Set<string>();
  const names: string[] = [];
  for (let number = from; number < to; number += 1) {
    const { relative_path, bytes } = corpus.file(number);
    const file = path.join(dir, relative_path);
    const folder = path.dirname(file);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(file, bytes);
    names.push(relative_path);
  }
  return names;
}
