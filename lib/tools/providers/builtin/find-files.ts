import nodePath from "node:path";
import { z } from "zod";
import { compileGlob } from "#lib/access/glob";
import { say } from "#lib/platform/say";
import { allowed, builtinTool, reads, touchesPath } from "./builtin-tool.ts";
import { fitting } from "./fitting.ts";
import { listTree } from "./list-tree.ts";
import { oneLine } from "./one-line.ts";

/** `find`: the files and folders whose name fits a pattern, one path a line, as it may be given to another tool. */
export const findFiles = builtinTool({
  ...reads,
  name: "find",
  title: "Find files",
  description:
    "Finds files, folders and links by name below a folder of the workspace: one path a line, sorted, folders end in /. Hidden entries and what a .gitignore names are found too, links are not followed, and what is on the denylist is left out. A name with a line end or control character is written as a JSON string.",
  input: z.strictObject({
    path: z
      .string()
      .default(".")
      .describe("The folder to look in: relative to the workspace, or absolute."),
    name_pattern: z
      .string()
      .min(1)
      .max(500)
      .default("*")
      .describe(
        "A glob for the whole name, without regard to case: * ? [a-z] [!a-z] {ts,js}. With a / in it, it is for the path from the folder on, where ** stands for any folders.",
      ),
    max_depth: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe("1: the folder's own entries; without it all below."),
    limit: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(500)
      .describe("How many paths at once; next_page_cursor leads to the rest."),
  }),
  output: z.object({
    path: z.string(),
    total: z.number(),
    /** The first of them, as many as fit. */
    matches: z.array(
      z.object({ path: z.string(), kind: z.enum(["file", "folder", "link", "other"]) }),
    ),
    /** More than could be looked at. */
    cut: z.boolean(),
    unreadable_folders: z.number(),
    /** Left out, because no path leads there that could be given to a tool. */
    odd_names: z.number(),
  }),
  touches: (args, { roots }) => touchesPath(roots.judge(args.path, "folder"), args),
  async run({ path, name_pattern, max_depth, limit }, call, { roots: all, commands }) {
    const roots = all.now();
    const folder = allowed(roots.judge(path, "folder"));
    const depth = max_depth ?? Number.POSITIVE_INFINITY;
    const tree = await listTree({ folder, depth, roots, commands, call });
    const fits = compileGlob(name_pattern, { dot: true });
    const whole = name_pattern.includes("/");
    const matches = tree.entries
      .filter((entry) => fits(whole ? entry.path : nodePath.posix.basename(entry.path)))
      .map(({ path: below, kind }) => ({
        path: roots.show(nodePath.join(folder.real_path, below)),
        kind,
      }));
    const total = matches.length;
    const notes = [
      ...(total === 0 ? [say(call.lang, "tool_note.no_name", { pattern: name_pattern })] : []),
      ...(total > limit ? [say(call.lang, "tool_note.first_paths", { shown: limit, total })] : []),
      ...(tree.cut
        ? [say(call.lang, "tool_note.entries_cut", { total: tree.entries.length })]
        : []),
      ...(tree.unreadable > 0
        ? [say(call.lang, "tool_note.unreadable_folders", { count: tree.unreadable })]
        : []),
      ...(tree.odd_names > 0
        ? [say(call.lang, "tool_note.odd_names", { count: tree.odd_names })]
        : []),
    ];
    return {
      is_error: false,
      text: matches
        .map((match) => `${oneLine(match.path)}${match.kind === "folder" ? "/" : ""}`)
        .join("\n"),
      stderr: notes.join("\n"),
      page_lines: limit,
      structured: {
        path: roots.show(folder.real_path),
        total,
        matches: fitting(matches.slice(0, limit)),
        cut: tree.cut,
        unreadable_folders: tree.unreadable,
        odd_names: tree.odd_names,
      },
    };
  },
});
