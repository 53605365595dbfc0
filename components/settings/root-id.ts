import type { RootConfig } from "#lib/contracts/config";

/** Id and label of a new folder: its own name; the id gets a number when another folder has it already. */
export function nameRoot(path: string, roots: readonly RootConfig[]): RootConfig {
  const label = path.split(/[/\\]/).findLast((part) => part.trim() !== "") ?? "folder";
  const base = label.replaceAll("\0", "").slice(0, 90);
  const taken = new Set(roots.map((root) => root.id));
  let id = base;
  for (let n = 2; taken.has(id); n += 1) id = `${base}-${n}`;
  return { id, label: label.slice(0, 200), path };
}
