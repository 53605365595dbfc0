import type { DocsReadOutput } from "#lib/contracts/docs-tools";
import { hashLines } from "#lib/platform/lines";
import type { DocsCalls, DocsOutcome } from "../docs-calls.ts";

/** Lines of a file as they were read. */
export type Lines = Pick<
  DocsReadOutput,
  "root_id" | "relative_path" | "line_start" | "line_end" | "file"
> & { lines: readonly string[] };

export type Window = { path: string; root: string; line_start: number; line_end: number };
type Read = DocsOutcome<DocsReadOutput>;
type Asked = {
  window: Window;
  resolve: (read: Read | Promise<Read>) => void;
  reject: (error: unknown) => void;
};

/**
 * Reads windows of files. Of those that are asked for at one moment the ones of a file that overlap or touch are one call,
 * for each call is judged, carried, traced and audited. Everyone is given what a call of its own would bring.
 *
 *   guide.md 10-90, 60-140, 300-380  ->  calls for 10-140 and 300-380
 *
 * `onRead` is given the very lines of each call; of one that came cut or masked it is given none.
 */
export function readTogether(
  docs: Pick<DocsCalls, "read">,
  onRead: (lines: Lines) => void,
): (window: Window) => Promise<Read> {
  let waiting: Asked[] = [];

  async function readGroup(group: readonly Asked[]): Promise<void> {
    try {
      const [first] = group as readonly [Asked, ...Asked[]]; // a group has one at least
      const line_end = Math.max(...group.map(({ window }) => window.line_end));
      const read = await docs.read({ ...first.window, line_end });
      const lines = read.ok ? linesOf(read.output) : undefined;
      if (lines !== undefined) onRead(lines);
      for (const { window, resolve } of group) {
        if (group.length === 1) resolve(read);
        else if (!read.ok || lines === undefined) resolve(docs.read(window));
        else resolve(partOf(read.output, lines, window) ?? docs.read(window));
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (window) =>
    new Promise((resolve, reject) => {
      waiting.push({ window, resolve, reject });
      if (waiting.length > 1) return;
      queueMicrotask(() => {
        const groups = adjoining(waiting);
        waiting = [];
        for (const group of groups) void readGroup(group);
      });
    });
}

/** Those whose windows overlap or touch in one file, each group from its first line on. */
function adjoining(asked: readonly Asked[]): Asked[][] {
  const groups: { asked: Asked[]; file: string; end: number }[] = [];
  for (const one of asked.toSorted((a, b) => a.window.line_start - b.window.line_start)) {
    const { path, root, line_start, line_end } = one.window;
    const file = JSON.stringify([root, path]);
    const beside = groups.find((group) => group.file === file && line_start <= group.end + 1);
    if (beside === undefined) groups.push({ asked: [one], file, end: line_end });
    else {
      beside.asked.push(one);
      beside.end = Math.max(beside.end, line_end);
    }
  }
  return groups.map((group) => group.asked);
}

/** Nothing where the text is not the very lines: a line that is too long is cut, a secret masked. */
function linesOf({ text, sha256, ...read }: DocsReadOutput): Lines | undefined {
  const lines = text.split("\n");
  return hashLines(lines) === sha256 ? { ...read, lines } : undefined;
}

/** What the window alone would have brought; nothing where it is not all there. */
function partOf(
  { next_cursor, total_lines, ...read }: DocsReadOutput,
  { lines }: Lines,
  { line_start, line_end }: Window,
): Read | undefined {
  const end = Math.min(line_end, total_lines);
  if (next_cursor !== undefined || line_start > end) return undefined;
  const own = lines.slice(line_start - read.line_start, end - read.line_start + 1);
  const of = { line_start, line_end: end, text: own.join("\n"), sha256: hashLines(own) };
  return { ok: true, output: { ...read, total_lines, ...of } };
}
