import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * The command line of our own docs server. Its flags keep its memory small: of what is kept most is large and old, so
 * neither a nursery of 128 MB nor room for half the heap in garbage is worth having. Throws when the project is not whole.
 */
export function docsCommand(project_dir: string, roots: readonly string[]): string[] {
  const folder = path.join(project_dir, "mcp-servers/docs");
  // Ours, and part of the project: a list of words.
  const flags = JSON.parse(readFileSync(path.join(folder, "node-flags.json"), "utf8")) as string[];
  return [
    process.execPath,
    ...flags,
    path.join(folder, "main.mjs"),
    ...roots.flatMap((root) => ["--root", root]),
  ];
}
