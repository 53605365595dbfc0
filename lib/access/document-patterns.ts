import picomatch from "picomatch";

/** Is this path, relative to its root, a document? */
export type DocumentPatterns = (relativePath: string) => boolean;

/**
 * Glob patterns against a path relative to its root, without regard to case (`README.MD` is a document). A pattern that
 * starts with `!` takes away what the others admit. Names that start with a dot match only when `hidden` is true.
 * Extended globs (`+(a|b)`) are taken literally: patterns also come from MCP clients, and they can be made to run for
 * ever; braces (`*.{md,mdx}`) do the same work.
 */
export function compilePatterns(
  patterns: readonly string[],
  options: { hidden: boolean },
): DocumentPatterns {
  const glob = { dot: options.hidden, nocase: true, nonegate: true, noextglob: true };
  const admit = patterns.filter((p) => !p.startsWith("!"));
  const remove = patterns.filter((p) => p.startsWith("!")).map((p) => p.slice(1));
  const admits = admit.map((p) => picomatch(p, glob));
  const removes = remove.map((p) => picomatch(p, { ...glob, dot: true }));
  return (relativePath) =>
    admits.some((matches) => matches(relativePath)) &&
    !removes.some((matches) => matches(relativePath));
}
