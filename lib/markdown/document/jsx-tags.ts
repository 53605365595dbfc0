import { bareFence, closesFence, fenceOn } from "../fences.ts";

/**
 * The lines of an MDX text as a Markdown parser has to see them to find the blocks: lines that are nothing but tags are
 * blank, and what stands in a component is as far in as its tag. To MDX a tag is a block of its own; to CommonMark it opens
 * HTML up to the next empty line, with the fences in it, so that a comment in code behind that line would be a heading.
 * As many lines as before; within code nothing is a tag.
 */
export function withoutTagLines(lines: readonly string[]): string[] {
  const seen: string[] = [];
  const open: Tag[] = [];
  let fence: { mark: string; indent: string } | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (fence === undefined) {
      const tag = readTag(lines, at);
      if (tag !== undefined) {
        // A tag that is not closed where it ought to be is not waited for.
        const depth = open.findLastIndex(({ name }) => name === tag.closes);
        if (depth !== -1) open.length = depth;
        else if (tag.name !== "" && open.length < mostOpen)
          open.push({ name: tag.name, column: columnOf(line) });
        for (let i = 0; i < tag.lines; i++) seen.push("");
        at += tag.lines - 1;
        continue;
      }
    }
    const around = open.at(-1);
    if (around !== undefined && around.body === undefined && line.trim() !== "")
      around.body = columnOf(line);
    const moved = line.slice(Math.min(columnOf(line), inwards(open)));
    // A fence ends with its mark, wherever in its tag that stands.
    seen.push(fence === undefined ? moved : `${fence.indent}${line.trim()}`);
    const mark = fenceBehind(line, fence?.mark);
    if (mark === undefined) fence = undefined;
    else fence ??= { mark, indent: " ".repeat(moved.indexOf(mark)) };
  }
  return seen;
}

type Tag = {
  name: string /** Of its line, and of the first line in it, in characters. */;
  column: number;
  body?: number;
};

const columnOf = (line: string): number => line.length - line.trimStart().length;

/** So far in the tags around a line have put it. */
function inwards(open: readonly Tag[]): number {
  let sum = 0;
  for (const [i, { column, body }] of open.entries())
    sum += Math.max(0, (body ?? open[i + 1]?.column ?? column) - column);
  return sum;
}

/** Tags within so many others are not entered; nobody nests as deep, but a tag may never be closed. */
const mostOpen = 50;
/** Those hold nothing, and HTML closes them nowhere. */
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const opening = /^\s*<([A-Za-z][\w.-]*)(?=[\s/>]|$)/;
const closing = /^\s*<\/([A-Za-z][\w.-]*)?\s*>\s*$/;
/** "<br />", "<summary>What it does</summary>". */
const closed = /\/>\s*$|<\/[A-Za-z][\w.-]*>\s*$/;
/** A tag with more lines of attributes is text. */
const longestTag = 40;

/** The tag that begins on a line and all that stands on its lines; nothing where text stands behind it. */
function readTag(
  lines: readonly string[],
  at: number,
): { name: string; closes?: string; lines: number } | undefined {
  const first = lines[at] ?? "";
  if (/^\s*<>\s*$/.test(first)) return { name: "", lines: 1 };
  const end = closing.exec(first);
  if (end !== null) return { name: "", closes: end[1] ?? "", lines: 1 };
  const name = opening.exec(first)?.[1];
  if (name === undefined) return undefined;
  for (let i = at; i < Math.min(lines.length, at + longestTag); i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") return undefined;
    if (/(?<!=)>\s*$/.test(line))
      return { name: closed.test(line) || empty.test(name) ? "" : name, lines: i - at + 1 };
    if (line.includes("</")) return undefined;
  }
  return undefined;
}

/** The fence that a line leaves open. */
function fenceBehind(line: string, fence: string | undefined): string | undefined {
  if (fence !== undefined) return closesFence(bareFence(line), fence) ? undefined : fence;
  return fenceOn(line)?.mark;
}
