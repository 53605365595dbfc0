import { compileGlob, compileGlobFolders } from "./glob.ts";

/** Is this path, relative to its root, a document? */
export type DocumentPatterns = (relativePath: string) => boolean;

/**
 * Glob patterns against a path relative to its root, without regard to case (`README.MD` is a document). A pattern that
 * starts with `!` takes away what the others admit and adds nothing. Names that start with a dot match only when
 * `hidden` is true.
 */
export function compilePatterns(
  patterns: readonly string[],
  options: { hidden: boolean },
): DocumentPatterns {
  const admits = patterns
    .filter((p) => !p.startsWith("!"))
    .map((p) => compileGlob(p, { dot: options.hidden }));
  const removes = patterns
    .filter((p) => p.startsWith("!"))
    .map((p) => compileGlob(p.slice(1), { dot: true }));
  return (relativePath) =>
    admits.some((matches) => matches(relativePath)) &&
    !removes.some((matches) => matches(relativePath));
}

/** May a folder, relative to its root, hold a document somewhere below it? For a walk, which enters no other. */
export function compileFolders(patterns: readonly string[]): (relativeFolder: string) => boolean {
  const admits = patterns.filter((p) => !p.startsWith("!")).map(compileGlobFolders);
  return (relativeFolder) => admits.some((leads) => leads(relativeFolder));
}
