import type { RootConfig } from "./config.ts";

/**
 * Id and label of a new folder: its own name. The id gets a number when another folder has it already; a label gets as
 * many of the folders above it as tell it apart, because `docs` beside `docs` tells nobody anything.
 */
export function nameRoot(path: string, roots: readonly RootConfig[]): RootConfig {
  const names = path.split(/[/\\]/).filter((name) => name.trim() !== "");
  const base = shortened(named(names.at(-1) ?? ""));
  const ids = new Set(roots.map((root) => root.id));
  let id = base;
  for (let n = 2; ids.has(id); n += 1) id = `${base}-${n}`;
  const labels = new Set(roots.map((root) => root.label));
  let label = base;
  for (let n = 2; labels.has(label) && n <= names.length; n += 1)
    label = names.slice(-n).map(named).join("/");
  return { id, label: label.slice(-200).replace(/^[\udc00-\udfff]/, ""), path };
}

/** On one line, and without signs that turn the direction of what stands beside it. */
const named = (name: string): string =>
  name
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .replace(/^$/, "folder");

/** Never through the middle of a character. */
const shortened = (name: string): string => name.slice(0, 90).replace(/[\ud800-\udbff]$/, "");
