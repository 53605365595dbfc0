import nodePath from "node:path";
import { z } from "zod";
import { compileGlob } from "#lib/access/glob";
import { openJudgedFile } from "#lib/access/open-judged";
import type { SeenToolRoots, ToolVerdict } from "#lib/access/tool-roots";
import type { Lang } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";
import type { Commands } from "../../commands.ts";
import type { ProviderCall } from "../../provider.ts";
import type { ReadRow } from "../../read-audit.ts";
import { runCommand } from "../../run-command.ts";
import { allowed, builtinTool, reads, touchesPath } from "./builtin-tool.ts";
import { fileLines } from "./file-lines.ts";
import { fitting } from "./fitting.ts";
import { type LineExpression, lineExpression } from "./line-expression.ts";
import { goOn, listTree, standing, type Tree } from "./list-tree.ts";
import { oneLine } from "./one-line.ts";
import { notUtf8, ripgrepPattern } from "./ripgrep-pattern.ts";

const Match = z.object({ path: z.string(), line: z.number(), text: z.string() });
type Match = z.infer<typeof Match>;

/**
 * `grep`: the lines that match an expression, as `file:line:text`. Where `rg` is there it chooses the files; which lines
 * match is decided here in both cases, by one engine and over the file's own encoding, and only what stands in a file that
 * was judged and opened is shown.
 */
export const searchText = builtinTool({
  ...reads,
  name: "grep",
  title: "Search in files",
  description:
    "Searches text files of the workspace line by line for a regular expression in the syntax of RE2 (no look-around, no back-references; (?i) at the start ignores case) and shows each line that matches as file:line:text. Hidden files and what a .gitignore names are searched too, links are not followed, what is on the denylist is left out. A file that is no text is only named. Of a long line the part around the match is shown.",
  input: z.strictObject({
    path: z
      .string()
      .default(".")
      .describe("A folder or one file: relative to the workspace, or absolute."),
    pattern: z.string().min(1).max(1000).describe("The regular expression."),
    glob: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe(
        "Only files whose name fits, without regard to case: *.ts, *.{md,txt}; with a / in it the path from the folder on; with ! at the start all others.",
      ),
    limit: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(200)
      .describe("How many lines at once; next_page_cursor leads to the rest."),
  }),
  output: z.object({
    path: z.string(),
    total: z.number(),
    files: z.number(),
    /** The first of them, as many as fit. */
    matches: z.array(Match),
    /** Not everything was searched, or not every match is shown. */
    cut: z.boolean(),
    binary_files: z.array(z.string()),
    unread_files: z.number(),
  }),
  touches: (args, { roots }) => touchesPath(roots.judge(args.path, "any"), args),
  async run({ path, pattern, glob, limit }, call, { roots: all, commands }) {
    const expression = lineExpression(pattern);
    const roots = all.now();
    const place = allowed(roots.judge(path, "any"));
    const tree = await filesToSearch(place, { pattern, glob, roots, commands, call });
    const found = await search(tree, expression, roots, call);
    const { matches, binary, unread } = found;
    const total = matches.length;
    const notes = [
      ...(total === 0 && binary.length === 0 ? [say(call.lang, "tool_note.no_line")] : []),
      ...(total > limit ? [say(call.lang, "tool_note.first_lines", { shown: limit, total })] : []),
      ...(found.full ? [say(call.lang, "tool_note.lines_cut", { total })] : []),
      ...(found.late ? [say(call.lang, "tool_note.time_cut")] : []),
      ...(tree.cut ? [say(call.lang, "tool_note.entries_cut", { total: tree.files.length })] : []),
      ...(binary.length > 0 ? [binaryNote(binary, call.lang)] : []),
      ...(unread > 0 ? [say(call.lang, "tool_note.unread_files", { count: unread })] : []),
    ];
    return {
      is_error: false,
      text: matches.map((match) => `${oneLine(match.path)}:${match.line}:${match.text}`).join("\n"),
      stderr: notes.join("\n"),
      page_lines: limit,
      structured: {
        path: roots.show(place.real_path),
        total,
        files: new Set(matches.map((match) => match.path)).size,
        matches: fitting(matches.slice(0, limit)),
        cut: tree.cut || found.full || found.late,
        binary_files: fitting(binary),
        unread_files: unread,
      },
      reads: readRows(place, found.read),
    };
  },
});

/** One row for each file of which lines are shown; of very many the folder alone. */
function readRows({ root, relative_path }: Place, files: readonly string[]): ReadRow[] {
  const root_id = root.id;
  if (files.length > mostRows) return [{ root_id, relative_path }];
  return files.map((real_path) => {
    const names = nodePath.relative(root.real_path, real_path).split(nodePath.sep);
    return { root_id, relative_path: names.join("/") };
  });
}
const mostRows = 200;

const mostMatches = 10_000;
const mostCharacters = 1_000_000;
const longestShown = 600;
/** Of the time of the call; what is found by then is handed over. */
const share = 0.8;

type Place = Extract<ToolVerdict, { kind: "allowed" }>;
type Looking = {
  pattern: string;
  glob: string | undefined;
  roots: SeenToolRoots;
  commands: Commands;
  call: ProviderCall;
};

/** Real paths of files, in the order of their names, among which are all that hold a match. */
async function filesToSearch(
  place: Place,
  { pattern, glob, roots, commands, call }: Looking,
): Promise<{ files: string[]; cut: boolean }> {
  const single = place.is === "file";
  const real_path = single ? nodePath.dirname(place.real_path) : place.real_path;
  const fits = globFilter(glob);
  if (single) {
    const named = fits(nodePath.basename(place.real_path));
    return { files: named ? [place.real_path] : [], cut: false };
  }
  const options = { folder: place, depth: Number.POSITIVE_INFINITY, roots, call };
  const names = await namesByRipgrep(pattern, real_path, commands, call);
  const tree: Tree =
    names === undefined
      ? await listTree({ ...options, commands })
      : await standing(names.filter(fits), options);
  const files = tree.entries.filter(({ kind, path }) => kind === "file" && fits(path));
  return { files: files.map(({ path }) => nodePath.join(real_path, path)), cut: tree.cut };
}

/** Undefined where ripgrep is missing, cannot take the pattern, or does not come to an end. */
async function namesByRipgrep(
  pattern: string,
  cwd: string,
  commands: Commands,
  { signal, timeout_ms }: ProviderCall,
): Promise<string[] | undefined> {
  const written = ripgrepPattern(pattern);
  const command = written === undefined ? undefined : await commands.find("rg");
  if (written === undefined || command === undefined) return undefined;
  const options = [
    "--no-config",
    "--files-with-matches",
    "--null",
    "--hidden",
    "--no-ignore",
    "--no-messages",
    "--text",
    "--color=never",
    "--glob=!.git",
  ];
  const ended = await runCommand({
    command: command.path,
    args: [...options, `--regexp=${written}`, `--regexp=${notUtf8}`, "--", "."],
    cwd,
    signal,
    timeout_ms: timeout_ms / 2,
    max_bytes: 16 * 1024 * 1024,
  });
  // 1: nothing was found. 2: a mistake in the pattern, or some file that it could not read.
  const done = ended.ended === "exit" && (ended.exit_code === 0 || ended.exit_code === 1);
  if (!done) return undefined;
  const paths = ended.stdout.toString("utf8").split("\0");
  return paths.map((path) => path.replace(/^\.\//, "")).filter((path) => path !== "");
}

function globFilter(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined) return () => true;
  const others = glob.startsWith("!");
  const pattern = others ? glob.slice(1) : glob;
  const fits = compileGlob(pattern, { dot: true });
  const whole = pattern.includes("/");
  return (path) => fits(whole ? path : nodePath.posix.basename(path)) !== others;
}

type Found = {
  matches: Match[];
  /** Files that are no text and hold a match. */
  binary: string[];
  unread: number;
  /** Real paths of the files that lines are shown of. */
  read: string[];
  full: boolean;
  late: boolean;
};

async function search(
  { files }: { files: readonly string[] },
  expression: LineExpression,
  roots: SeenToolRoots,
  call: ProviderCall,
): Promise<Found> {
  const found: Found = { matches: [], binary: [], unread: 0, read: [], full: false, late: false };
  const turns = createTurns(call);
  let characters = 0;
  for (const real_path of files) {
    const path = roots.show(real_path);
    const inFile: Match[] = [];
    const state = await searchFile(real_path, expression, turns, (line, text) => {
      inFile.push({ path, line, text });
      characters += path.length + text.length;
      return found.matches.length + inFile.length < mostMatches && characters < mostCharacters;
    });
    if (state === "unread") found.unread += 1;
    else if (state === "binary") {
      if (inFile.length > 0) found.binary.push(path);
    } else if (inFile.length > 0) {
      found.matches.push(...inFile);
      found.read.push(real_path);
    }
    if (state === "late") found.late = true;
    if (state === "full") found.full = true;
    if (state === "late" || state === "full") break;
  }
  return found;
}

type Turns = ReturnType<typeof createTurns>;

/** Lets others have their turn now and then, and says when the time is up. */
function createTurns({ signal, timeout_ms }: ProviderCall) {
  const began = performance.now();
  let last = began;
  return async (): Promise<"late" | undefined> => {
    const now = performance.now();
    if (now - began > timeout_ms * share) return "late";
    if (now - last > 15) {
      await goOn(signal);
      last = performance.now();
    }
    return undefined;
  };
}

async function searchFile(
  real_path: string,
  expression: LineExpression,
  turns: Turns,
  onMatch: (line: number, text: string) => boolean,
): Promise<"searched" | "binary" | "unread" | "full" | "late"> {
  let file: ReturnType<typeof openJudgedFile>;
  try {
    file = openJudgedFile(real_path);
  } catch {
    return "unread"; // gone, closed, or another one by now
  }
  try {
    let number = 0;
    for (const { lines, binary } of fileLines(file)) {
      for (const line of lines) {
        number += 1;
        if (number % 64 === 1 || line.length > 1000) {
          if ((await turns()) === "late") return "late";
        }
        if (!expression.matches(line)) continue;
        const goes = onMatch(number, shownLine(line, expression));
        if (binary) return "binary";
        if (!goes) return "full";
      }
      if (binary) return "binary";
    }
    return "searched";
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      typeof error.code === "string" &&
      error.code.startsWith("E")
    ) {
      return "unread"; // the system's word, as on a disk that fails
    }
    throw error;
  } finally {
    file.close();
  }
}

/** Of a long line the part around its first match. */
function shownLine(line: string, expression: LineExpression): string {
  if (line.length <= longestShown) return line;
  const at = Math.max(0, expression.startIn(line) - 100);
  const start = isLowHalf(line, at) ? at + 1 : at;
  const end = start + longestShown;
  const cut = line.slice(start, isLowHalf(line, end) ? end - 1 : end);
  return `${start > 0 ? "…" : ""}${cut}${end < line.length ? "…" : ""}`;
}

function isLowHalf(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at));
}

function binaryNote(binary: readonly string[], lang: Lang): string {
  const names = binary.slice(0, 20).map(oneLine).join(", ");
  const more = binary.length > 20 ? ", …" : "";
  return say(lang, "tool_note.binary_files", { count: binary.length, names: `${names}${more}` });
}
