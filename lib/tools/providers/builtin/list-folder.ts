import { lstatSync } from "node:fs";
import nodePath from "node:path";
import { z } from "zod";
import { say } from "#lib/platform/say";
import { allowed, builtinTool, reads, touchesPath } from "./builtin-tool.ts";
import { fitting } from "./fitting.ts";
import { listTree, type TreeEntry } from "./list-tree.ts";
import { oneLine } from "./one-line.ts";

const Entry = z.object({
  /** As it may be given to another tool. */
  path: z.string(),
  kind: z.enum(["file", "folder", "link", "other"]),
  bytes: z.number(),
  modified_at: z.string(),
});

/** `ls`: one entry a line, folders with a `/`, links with a `@`; what is neither file, folder nor link with a `?`. */
export const listFolder = builtinTool({
  ...reads,
  name: "ls",
  title: "List a folder",
  description:
    "Lists what a folder of the workspace holds, one entry a line, sorted by name: folders end in /, links in @ (they are not followed), pipes, sockets and devices in ?. Hidden entries are listed; what is on the denylist is not. A name with a line end or control character is written as a JSON string.",
  input: z.strictObject({
    path: z.string().default(".").describe("A folder: relative to the workspace, or absolute."),
    recursive: z.boolean().default(false).describe("Also everything in the folders below."),
    limit: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(500)
      .describe("How many entries at once; next_page_cursor leads to the rest."),
  }),
  output: z.object({
    path: z.string(),
    total: z.number(),
    /** The first of them, as many as fit. */
    entries: z.array(Entry),
    /** More than could be looked at. */
    cut: z.boolean(),
    unreadable_folders: z.number(),
    /** Left out, because no path leads there that could be given to a tool. */
    odd_names: z.number(),
  }),
  touches: (args, { roots }) => touchesPath(roots.judge(args.path, "any"), args),
  async run({ path, recursive, limit }, call, { roots: all, commands }) {
    const roots = all.now();
    const verdict = allowed(roots.judge(path, "any"));
    const shown = roots.show(verdict.real_path);
    const depth = recursive ? Number.POSITIVE_INFINITY : 1;
    const tree =
      verdict.is === "file"
        ? { entries: [fileItself(verdict.real_path)], cut: false, unreadable: 0, odd_names: 0 }
        : await listTree({ folder: verdict, depth, roots, commands, call });
    const { entries, cut, unreadable, odd_names } = tree;
    const above = verdict.is === "file" ? nodePath.dirname(verdict.real_path) : verdict.real_path;
    const notes = [
      ...(entries.length + odd_names === 0 ? [say(call.lang, "tool_note.empty_folder")] : []),
      ...(entries.length > limit
        ? [say(call.lang, "tool_note.first_entries", { shown: limit, total: entries.length })]
        : []),
      ...(cut ? [say(call.lang, "tool_note.entries_cut", { total: entries.length })] : []),
      ...(unreadable > 0
        ? [say(call.lang, "tool_note.unreadable_folders", { count: unreadable })]
        : []),
      ...(odd_names > 0 ? [say(call.lang, "tool_note.odd_names", { count: odd_names })] : []),
    ];
    return {
      is_error: false,
      text: entries.map(lineOf).join("\n"),
      stderr: notes.join("\n"),
      page_lines: limit,
      structured: {
        path: shown,
        total: entries.length,
        entries: fitting(
          entries.slice(0, limit).map((entry) => ({
            ...entry,
            path: roots.show(nodePath.join(above, entry.path)),
          })),
        ),
        cut,
        unreadable_folders: unreadable,
        odd_names,
      },
    };
  },
});

function fileItself(real_path: string): TreeEntry {
  const { size, mtime } = lstatSync(real_path);
  const path = nodePath.basename(real_path);
  return { path, kind: "file", bytes: size, modified_at: mtime.toISOString() };
}

const marks: Record<TreeEntry["kind"], string> = { file: "", folder: "/", link: "@", other: "?" };

function lineOf({ path, kind }: TreeEntry): string {
  return `${oneLine(path)}${marks[kind]}`;
}
