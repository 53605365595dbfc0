import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { sha256 } from "#lib/platform/hash";
import type { Corpus } from "./corpus.ts";

/** The documents of a folder, in the order of the hash of their paths, so that a part of them is a fair sample. */
export function folderCorpus(dir: string): Corpus {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Error(`--corpus: ${dir} is not a folder.`);
  }
  const names = documentsIn(dir)
    .map((name) => ({ name, hash: sha256(Buffer.from(name)) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ name }) => name);
  if (names.length === 0) throw new Error(`--corpus: ${dir} holds no Markdown file.`);
  return {
    name: path.basename(path.resolve(dir)),
    size: names.length,
    file(number) {
      const relative_path = names[number];
      if (relative_path === undefined) throw new Error(`There is no document ${number}.`);
      return { relative_path, bytes: readFileSync(path.join(dir, relative_path)) };
    },
  };
}

/** Every Markdown file below a folder, relative to it, in a fixed order; links are not followed. */
export function documentsIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|markdown|mdx)$/i.test(entry.name))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join("/"))
    .sort();
}
