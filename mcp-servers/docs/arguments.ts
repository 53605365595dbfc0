import nodePath from "node:path";
import type { AccessRoot } from "#lib/access/resolve-root";
import { AppError } from "#lib/contracts/errors";
import { webRootId } from "#lib/contracts/web";
import { say } from "#lib/platform/say";

/**
 * The command line: `--root DIR`, any number of times, `--client-roots` and, by the web server alone, `--embedding` and
 * `--saved-pages`. Folders given here stand in place of the
 * configured ones. The folder's name is its id and its label; a second folder of the same name gets `-2`. A relative DIR
 * is relative to where the person stands. Throws AppError for anything else, in one sentence.
 */
export function readArguments(
  args: readonly string[],
  standing: string,
): { roots: AccessRoot[]; client_roots: boolean; embedding: boolean; saved_pages: boolean } {
  const folders: string[] = [];
  let client_roots = false;
  let embedding = false;
  let saved_pages = false;
  for (let i = 0; i < args.length; i += 1) {
    const argument = args[i] ?? "";
    if (argument === "--client-roots") {
      client_roots = true;
      continue;
    }
    if (argument === "--embedding") {
      embedding = true;
      continue;
    }
    if (argument === "--saved-pages") {
      saved_pages = true;
      continue;
    }
    const [, inline] = /^--root=(.*)$/su.exec(argument) ?? [];
    if (inline === undefined && argument !== "--root") {
      throw new AppError("config_invalid", say("en", "docs.unknown_option", { option: argument }));
    }
    if (inline === undefined) i += 1;
    const folder = inline ?? args[i] ?? "";
    if (folder === "" || (inline === undefined && folder.startsWith("--"))) {
      throw new AppError("config_invalid", say("en", "docs.root_needs_folder"));
    }
    folders.push(nodePath.resolve(standing, folder));
  }
  return { roots: nameRoots(folders), client_roots, embedding, saved_pages };
}

function nameRoots(folders: readonly string[]): AccessRoot[] {
  const taken = new Set<string>([webRootId]);
  return folders.map((path) => {
    const name = nodePath.basename(path) || "root";
    let id = name;
    for (let n = 2; taken.has(id); n += 1) id = `${name}-${n}`;
    taken.add(id);
    return { id, label: id, path };
  });
}
