import { readFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "#lib/platform/environment";
import type { DocsView } from "./docs-views.ts";

/**
 * The command line of our own docs server. Its flags keep its memory small: of what is kept most is large and old, so
 * neither a nursery of 128 MB nor room for half the heap in garbage is worth having. Throws when the project is not whole.
 */
export function docsCommand(
  project_dir: string,
  roots: readonly string[],
  { groups, pages_of, saved_pages = true }: DocsView & { saved_pages?: boolean } = {},
): string[] {
  const ofAll = groups === undefined && pages_of === undefined;
  const folder = path.join(project_dir, "mcp-servers/docs");
  // Ours, and part of the project: a list of words.
  const flags = JSON.parse(readFileSync(path.join(folder, "node-flags.json"), "utf8")) as string[];
  return [
    process.execPath,
    ...flags,
    path.join(folder, "main.mjs"),
    // One server keeps the vectors, and those that know other folders, or pages of one person, read them.
    ofAll ? "--embedding" : "--vectors",
    ...(groups === undefined ? [] : ["--groups", JSON.stringify(groups)]),
    ...(pages_of === undefined ? [] : ["--pages-of", pages_of]),
    ...(saved_pages && ofAll ? ["--saved-pages"] : []),
    ...roots.flatMap((root) => ["--root", root]),
  ];
}

/**
 * The GNU library gives each thread a heap of its own, and none shrinks: what the threads that read leave behind would
 * stay, some forty megabytes. Other systems do not know the name.
 */
export const docsMemory = { MALLOC_ARENA_MAX: "1" };

/** The docs server gets what it needs to find its configuration and the search server, and none of the keys that may stand in ours. */
export function docsEnvironment(
  env: Record<string, string | undefined>,
  project_dir: string,
  read: Pick<Environment, "home" | "log_level" | "config_path" | "tool_roots" | "search">,
): Record<string, string> {
  const { PATH, HOME, SystemRoot, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS: authorities } = env;
  const named = { PATH, HOME, SystemRoot, NODE_COMPILE_CACHE };
  const passed = Object.entries(named).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(passed) as Record<string, string>), // undefined values are filtered out
    ...docsMemory,
    DOCENT_PROJECT: project_dir,
    DOCENT_HOME: read.home,
    DOCENT_LOG_LEVEL: read.log_level,
    ...(read.config_path === undefined ? {} : { DOCENT_CONFIG: read.config_path }),
    ...(read.search === undefined
      ? {}
      : { SEARCH_URL: read.search.url, SEARCH_INDEX: read.search.index }),
    // A search server is asked from there: its certificate is judged as other addresses' are here.
    ...(read.search === undefined || authorities === undefined
      ? {}
      : { NODE_EXTRA_CA_CERTS: authorities }),
    ...(read.tool_roots === undefined
      ? {}
      : { DOCENT_TOOL_ALLOWED_ROOTS: read.tool_roots.join(",") }),
  };
}
