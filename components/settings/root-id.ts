import type { RootConfig } from "#lib/contracts/config";

/**
 * Id and label of a new folder: its own name. The id gets a number when another folder has it already; a label gets as
 * many of the folders above it as tell it apart, because `docs` beside `docs` tells nobody anything.
 */
export function nameRoot(path: string, roots: readonly RootConfig[]): RootConfig {
  const names = path.split(/[/\\]/).filter((name) => name.trim() !== "");
  const base = (names.at(-1) ?? "folder").replaceAll("\0", "").slice(0, 90);
  const ids = new Set(roots.map((root) => root.id));
  let id = base;
  for (let n = 2; ids.has(id); n += 1) id = `${base}-${n}`;
  const labels = new Set(roots.map((root) => root.label));
  let label = base;
  for (let n = 2; labels.has(label) && n <= names.length; n += 1) label = names.slice(-n).join("/");
  return { id, label: label.slice(-200), path };
}
