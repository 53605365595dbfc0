import { lstatSync } from "node:fs";
import nodePath from "node:path";
import { compileFolders } from "#lib/access/document-patterns";
import { dependencyFoldersTouched } from "#lib/access/judge-path";
import type { HealthyRoot } from "#lib/access/resolve-root";
import { AppError } from "#lib/contracts/errors";
import { signatureOf } from "./crawl/walk-root.ts";
import type { EngineDocument } from "./engines/engine.ts";
import { skipOf } from "./facts.ts";
import type { Entry, Place, Skipped } from "./inventory.ts";
import { isDown } from "./is-down.ts";
import { isNoDocument } from "./refresh.ts";
import { documentOf, dropEntries, readOpened, replace, type Shelves } from "./shelves.ts";

/**
 * Brings single paths to what stands on disk, by the same rules as a look at everything. False when one of them takes
 * such a look: a folder, a link, a place under several names, or a limit on the number of files.
 */
export async function updatePaths(
  shelves: Shelves,
  roots: readonly HealthyRoot[],
  paths: readonly Place[],
  options: {
    max_files: number;
    signal: AbortSignal;
    onFault(error: unknown, place: Place): void;
  },
): Promise<boolean> {
  const entries: Entry[] = [];
  const documents: EngineDocument[] = [];
  let all = true;
  for (const place of paths) {
    options.signal.throwIfAborted();
    const found = await look(shelves, roots, place, { ...options, coming: entries.length });
    if (found === "all") all = false;
    else if (found !== "same") {
      entries.push(found.entry);
      documents.push(found.document);
    }
  }
  if (entries.length > 0) await replace(shelves, entries, () => shelves.engine.update(documents));
  return all;
}

type Found = { entry: Entry; document: EngineDocument };

async function look(
  shelves: Shelves,
  roots: readonly HealthyRoot[],
  place: Place,
  options: {
    max_files: number;
    coming: number;
    signal: AbortSignal;
    onFault(error: unknown, place: Place): void;
  },
): Promise<"all" | "same" | Found> {
  const { access, inventory } = shelves;
  const root = roots.find(({ id }) => id === place.root_id);
  if (root === undefined || place.relative_path === "") return "all";
  const path = nodePath.join(root.real_path, place.relative_path);
  const entry = inventory.byPath(path);
  const leftOut = inventory.skipped(root.id).get(place.relative_path);
  const stat = statOf(path);
  if (turnsFolder(shelves, root, place)) return "all";
  // What happens in a folder that is left out as a whole changes nothing.
  if (leftOut?.rule === "dependency_folder" && stat?.isDirectory()) return "same";
  const known = entry !== undefined || leftOut !== undefined;
  if (!known && !mayMatter(shelves, root, place, stat) && !holds(shelves, path)) return "same";
  if (limited(shelves, roots)) return "all";

  if (stat === undefined) {
    if (entry === undefined) return "all";
    await dropEntries(shelves, [entry]);
    return "same";
  }
  if (stat.isDirectory() || stat.isSymbolicLink()) return "all";
  const signature = signatureOf(stat);
  if (entry?.signature === signature || leftOut?.signature === signature) return "same";
  if (access.screen(root, place.relative_path, "file") !== undefined) return "all";

  const verdict = await access.judge(place.relative_path, root.id);
  if (verdict.kind === "refused") {
    return !known && isNoDocument(verdict) ? "same" : "all";
  }
  if (verdict.real_path !== path) return "all";
  const within = roots.filter((other) => path.startsWith(other.real_path + nodePath.sep));
  if (within.length !== 1) return "all";
  if (entry === undefined && inventory.size() + options.coming >= options.max_files) return "all";

  const skip = (why: Pick<Skipped, "rule" | "message"> | undefined) => {
    const skipped = new Map(inventory.skipped(root.id));
    if (why === undefined) skipped.delete(place.relative_path);
    else skipped.set(place.relative_path, { ...place, ...why, signature });
    inventory.setSkipped(root.id, skipped);
  };
  try {
    const opened = await access.open(verdict);
    const urgent = { urgent: true, signal: options.signal };
    const { facts, words } = await readOpened(shelves.reader, verdict, opened, urgent);
    if (leftOut !== undefined) skip(undefined);
    const key = shelves.newKey();
    return {
      entry: { key, real_path: path, signature, places: [place], facts },
      document: documentOf(shelves, key, place, words),
    };
  } catch (error) {
    if (isDown(error) || options.signal.aborted) throw error;
    if (!(error instanceof AppError)) options.onFault(error, place);
    if (entry !== undefined) await dropEntries(shelves, [entry]);
    const why = skipOf(error);
    // What moved under our hands is looked at again: its next change is told too.
    skip(why.rule === "path_changed" ? undefined : why);
    return "same";
  }
}

/** Is a folder one of dependencies now that was none, or the other way round, for what came or went under this name? */
function turnsFolder(
  { access, inventory }: Shelves,
  root: HealthyRoot,
  { relative_path }: Place,
): boolean {
  const touched = dependencyFoldersTouched(relative_path);
  if (touched.length === 0) return false;
  const mayHold = compileFolders(root.patterns);
  const closed = (folder: string) => access.screen(root, folder, "folder");
  return touched.some((folder) => {
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    if (!mayHold(folder) || (above !== "" && closed(above) !== undefined)) return false;
    const was = inventory.skipped(root.id).get(folder)?.rule === "dependency_folder";
    const is =
      statOf(nodePath.join(root.real_path, folder))?.isDirectory() === true &&
      closed(folder)?.rule === "dependency_folder";
    return was !== is;
  });
}

/** Could there be a document under this name, or below it? Many programs write beside documents all the time. */
function mayMatter(
  { access }: Shelves,
  root: HealthyRoot,
  { relative_path }: Place,
  stat: ReturnType<typeof statOf>,
): boolean {
  if (stat === undefined) return false;
  if (!stat.isDirectory()) return access.screen(root, relative_path, "file") === undefined;
  return (
    compileFolders(root.patterns)(relative_path) &&
    access.screen(root, relative_path, "folder") === undefined
  );
}

function statOf(path: string) {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined; // gone, or behind a folder that may not be entered
  }
}

/** A file was left out because there were too many: any change may make room. */
function limited({ inventory }: Shelves, roots: readonly HealthyRoot[]): boolean {
  return roots.some(({ id }) => {
    for (const { rule } of inventory.skipped(id).values()) {
      if (rule === "too_many_files") return true;
    }
    return false;
  });
}

/** Was it a folder with documents in it? */
function holds({ inventory }: Shelves, path: string): boolean {
  const folder = path + nodePath.sep;
  for (const { real_path } of inventory.entries()) if (real_path.startsWith(folder)) return true;
  return false;
}
