import { setImmediate as nextTurn } from "node:timers/promises";
import type { Linked } from "#lib/access/look-at-linked";
import { splitNames } from "#lib/access/path-form";
import { linkLimits } from "#lib/contracts/docs-tools";
import { readDocument } from "../read-document.ts";
import { defineTool, type ToolOutput } from "../tool.ts";

/** Files and folders of any kind that a document links to: whether they are there, and nothing else of them. */
export const lookAtLinks = defineTool({
  name: "docs_linked",
  title: "Check what a document links to",
  description:
    "Whether the files, pictures and folders that one document links to are there: file, folder, missing, or outside for what may not be seen. Each target is given as it is written on its line of the document; what no line names is not looked for. path is absolute or relative to a root.",
  async run({ path, root, targets }, { shelf, signal }) {
    const { verdict, lines } = await readDocument(shelf.access, path, root);
    const folder = splitNames(verdict.relative_path).slice(0, -1);
    const results: ToolOutput<"docs_linked">["results"] = [];
    for (const { line, target } of targets) {
      // Each may take a while on the disk: other calls, and the end of this one, are heard in between.
      await nextTurn();
      signal.throwIfAborted();
      if (lines[line - 1]?.includes(target) !== true) {
        results.push({ state: "not_named" });
        continue;
      }
      const names = namesOf(target, folder);
      const linked: Linked =
        names === undefined ? { state: "outside" } : shelf.access.linked(verdict.root, names);
      results.push(linked);
    }
    return { root_id: verdict.root.id, relative_path: verdict.relative_path, results };
  },
  summarize({ results }) {
    const missing = results.filter(({ state }) => state === "missing").length;
    return `${results.length} looked at, ${missing} missing`;
  },
});

/** From the root on; undefined for what leads out of it or too deep, or is no path. */
function namesOf(target: string, folder: readonly string[]): string[] | undefined {
  const [plain = ""] = target.split(/[?#]/, 1);
  let path: string;
  try {
    path = decodeURIComponent(plain);
  } catch {
    return undefined;
  }
  if (path === "" || path.includes("\0") || path.includes("\\")) return undefined;
  if (!path.isWellFormed() || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return undefined;
  const names = path.startsWith("/") ? [] : [...folder];
  for (const name of splitNames(path)) {
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.length > linkLimits.names ? undefined : names;
}
