import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sha256 } from "#lib/platform/hash";
import { projectDir } from "#lib/platform/project";
import packageJson from "../../../package.json" with { type: "json" };

/**
 * Stands for everything that decides what a kept index holds for the same files: the code that judges, reads and
 * analyses them, the packages it rests on, the characters and the byte order of this system. An index with another
 * fingerprint is made anew, so that nobody has to remember a version number.
 */
const sources = [
  "access/",
  "language/limits.ts",
  "language/words.ts",
  "language/words/",
  "markdown/containers.ts",
  "markdown/document/",
  "markdown/document.ts",
  "markdown/option-rows.ts",
  "markdown/pictures.ts",
  "markdown/searchable.ts",
  "markdown/units/rows.ts",
  "meaning/",
  "platform/decode.ts",
  "platform/hash.ts",
  "platform/html-tables.ts",
  "platform/lines.ts",
  "platform/signs-of-binary.ts",
  "platform/term-table.ts",
  "search/crawl/",
  "search/engines/",
  "search/facts.ts",
  "search/keeping/",
  "search/kept-shelves.ts",
  "search/packed-outline.ts",
  "search/reading/",
  "search/refresh.ts",
  "search/synonym-lines.ts",
  "search/update-paths.ts",
];
const packages = ["markdown-it", "opencc-js", "wink-porter2-stemmer", "yaml"] as const;

let known: string | undefined;

/** `table` names the table of word meanings that the index was made with. */
export function contentFingerprint(table: string): string {
  return sha256(`${ofProgram()} ${table}`);
}

function ofProgram(): string {
  const lib = path.join(projectDir(), "lib");
  known ??= sha256(
    JSON.stringify([
      sources.flatMap((source) => filesOf(path.join(lib, source))),
      packages.map((name) => packageJson.dependencies[name]),
      process.versions.unicode,
      os.endianness(),
    ]),
  );
  return known;
}

function filesOf(place: string): string[] {
  if (!place.endsWith(path.sep)) return [readFileSync(place, "utf8")];
  return readdirSync(place)
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => readFileSync(path.join(place, name), "utf8"));
}
