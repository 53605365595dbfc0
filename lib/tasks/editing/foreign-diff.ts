import { parsePatch, type StructuredPatch } from "diff";
import type { AppError } from "#lib/contracts/errors";
import { type Line, linesOf, usualEnd } from "#lib/platform/line-ends";
import { saidError } from "#lib/platform/said-error";

/**
 * A unified diff that somebody gave by hand: of `diff`, git, or an editor. Only changes of files that are there are taken;
 * what makes, deletes or renames one is refused by its name. Its parts are looked for where they say, and near to there
 * where lines have come or gone; the lines they keep or take away must all be there. What ends a line is the file's own,
 * so a diff with LF fits a file with CRLF.
 */
export type ForeignPart = { path: string; hunks: StructuredPatch["hunks"] };

/** Throws AppError `validation`. */
export function readForeignDiff(text: string): ForeignPart[] {
  let parsed: StructuredPatch[];
  try {
    parsed = parsePatch(text.replace(/\r\n/g, "\n"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw saidError("validation", "edit.diff.unreadable", { reason: reason.slice(0, 200) });
  }
  const parts = parsed.filter((one) => one.hunks.length > 0 || isChangeOfFile(one));
  if (parts.length === 0) throw saidError("validation", "edit.diff.empty");
  const named = new Set<string>();
  return parts.map((part) => {
    const refused = refusalOf(part);
    if (refused !== undefined) throw refused;
    const path = nameOf(part);
    if (named.has(path)) throw saidError("validation", "patch.twice", { path });
    named.add(path);
    return { path, hunks: part.hunks };
  });
}

const isChangeOfFile = (part: StructuredPatch): boolean =>
  [part.isRename, part.isCopy, part.isCreate, part.isDelete, part.isBinary].some(Boolean) ||
  part.oldMode !== undefined;

const none = "/dev/null";

function refusalOf(part: StructuredPatch): AppError | undefined {
  const path = nameOf(part);
  const refuse = (what: "created" | "deleted" | "renamed" | "binary" | "mode") =>
    saidError("validation", `edit.diff.${what}`, { path });
  if (part.isCreate || part.oldFileName === none) return refuse("created");
  if (part.isDelete || part.newFileName === none) return refuse("deleted");
  if (part.isRename || part.isCopy) return refuse("renamed");
  if (part.isBinary) return refuse("binary");
  if (part.oldMode !== part.newMode) return refuse("mode");
  if (part.oldFileName === undefined || part.newFileName === undefined) {
    return saidError("validation", "edit.diff.unreadable", { reason: "---, +++" });
  }
  // `a.md` and `a.md.orig` of `diff` are one file; two names of git are two.
  if (bare(part.oldFileName) !== bare(part.newFileName) && /^a\//.test(part.oldFileName)) {
    return refuse("renamed");
  }
  return undefined;
}

function nameOf({ oldFileName, newFileName, index }: StructuredPatch): string {
  const name = newFileName === undefined || newFileName === none ? oldFileName : newFileName;
  return bare(name ?? index ?? "");
}

const bare = (name: string): string => name.replace(/^(?:[abciow]\/|\.\/)/, "");

/** How far from its place a part is looked for. */
const FARTHEST = 2000;

/** Undefined where a part fits nowhere: `line` is where it says it belongs. */
export function applyForeign(
  text: string,
  hunks: ForeignPart["hunks"],
): { kind: "applied"; text: string; count: number } | { kind: "misfit"; line: number } {
  const lines = linesOf(text);
  const usual = usualEnd(text);
  const out: Line[] = [];
  let next = 0;
  let shift = 0;
  for (const hunk of hunks) {
    const steps = stepsOf(hunk.lines);
    const olds = steps.filter(({ kind }) => kind !== "+").map((step) => step.text);
    const named = olds.length === 0 ? hunk.oldStart : hunk.oldStart - 1;
    const at = placeOf(lines, olds, named + shift, next);
    if (at === undefined) return { kind: "misfit", line: hunk.oldStart };
    shift = at - named;
    while (next < at) out.push(lines[next++] ?? { text: "", end: "" });
    for (const { kind, text: own, bare: last } of steps) {
      const line = kind === "+" ? undefined : lines[next++];
      if (kind === "-") continue;
      out.push(line ?? { text: own, end: last ? "" : usual });
    }
    // The file's last line has an end or not as the diff says, where it says something of it.
    const final = steps.filter(({ kind }) => kind !== "-").at(-1);
    const reached = next >= lines.length ? out.at(-1) : undefined;
    if (reached !== undefined && final?.bare) reached.end = "";
  }
  while (next < lines.length) out.push(lines[next++] ?? { text: "", end: "" });
  for (const line of out.slice(0, -1)) if (line.end === "") line.end = usual;
  return {
    kind: "applied",
    text: out.map((line) => line.text + line.end).join(""),
    count: hunks.length,
  };
}

type Step = { kind: " " | "-" | "+"; text: string; bare: boolean };

function stepsOf(lines: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const line of lines) {
    const kind = line[0];
    if (kind === "\\") {
      const last = steps.at(-1);
      if (last !== undefined) last.bare = true;
    } else if (kind === "-" || kind === "+") steps.push({ kind, text: line.slice(1), bare: false });
    // Editors take the blank away that stands before an empty line.
    else steps.push({ kind: " ", text: line.slice(1), bare: false });
  }
  return steps;
}

/** Nearest to where it says; a part without lines of its own stands exactly there. */
function placeOf(
  lines: readonly Line[],
  olds: readonly string[],
  named: number,
  from: number,
): number | undefined {
  const fits = (at: number) =>
    at >= from &&
    at + olds.length <= lines.length &&
    olds.every((text, i) => lines[at + i]?.text === text);
  for (let distance = 0; distance <= (olds.length === 0 ? 0 : FARTHEST); distance++) {
    if (fits(named - distance)) return named - distance;
    if (fits(named + distance)) return named + distance;
  }
  return undefined;
}
