import { AppError } from "#lib/contracts/errors";
import { hashLines, sliceLines } from "#lib/platform/lines";
import { say } from "#lib/platform/say";
import { readDocument } from "../read-document.ts";
import { defineTool } from "../tool.ts";

const maxPageLines = 2000;
const maxPageBytes = 50 * 1024;

/** Where the next page starts, the last line asked for, and the version of the file the first page came from. */
const cursorForm = /^([1-9]\d{0,8})\.(\d{1,9})\.([0-9a-f]{16})$/;

export const readLines = defineTool({
  name: "docs_read",
  title: "Read lines of a document",
  description:
    "The lines of one document, exactly as they stand in the file, with the SHA-256 of these lines. Without a range the whole file, at most 2,000 lines or 50 KB a page; next_cursor leads on. With line_ends: true each line comes with what ends it. path is absolute or relative to a root.",
  async run(input, { shelf, signal }) {
    const { verdict, lines, text, file } = await readDocument(shelf.access, input.path, input.root);
    signal.throwIfAborted();
    const range = input.cursor === undefined ? rangeOf(input, lines.length) : resume(input.cursor);
    if (range.version !== undefined && !file.sha256.startsWith(range.version)) {
      throw new AppError("path_changed", say("en", "docs.changed_between_pages"));
    }
    const cut = cutPage(lines, range.start, Math.min(range.end, lines.length));
    const page = input.line_ends ? { ...cut, text: withEnds(text, lines, range.start, cut) } : cut;
    return {
      path: verdict.real_path,
      root_id: verdict.root.id,
      relative_path: verdict.relative_path,
      line_start: range.start,
      line_end: page.end,
      text: page.text,
      sha256: hashLines(sliceLines(lines, range.start, page.end)),
      encoding: file.encoding,
      file,
      total_lines: lines.length,
      ...(page.truncated ? { truncated: true } : {}),
      ...(page.end < Math.min(range.end, lines.length)
        ? { next_cursor: `${page.end + 1}.${range.end}.${file.sha256.slice(0, 16)}` }
        : {}),
    };
  },
  summarize: (output) =>
    output.text === ""
      ? `${output.relative_path} is empty.`
      : `${output.relative_path}, lines ${output.line_start}-${output.line_end} of ${output.total_lines}\n\n${output.text}`,
});

type Range = { start: number; end: number; version?: string };

function rangeOf(
  input: { line_start?: number | undefined; line_end?: number | undefined },
  total: number,
): Range {
  const start = input.line_start ?? 1;
  const end = input.line_end ?? Math.max(total, start);
  if (end < start) {
    throw new AppError("validation", say("en", "docs.range_backwards", { start, end }));
  }
  // An empty file has no line 1, yet asking for the whole of it is no mistake.
  const wholeOfNothing = total === 0 && input.line_start === undefined;
  if (start > total && !wholeOfNothing) {
    throw new AppError("validation", say("en", "docs.range_beyond", { start, total }));
  }
  return { start, end: Math.min(end, total) };
}

function resume(cursor: string): Range {
  const [, start, end, version] = cursorForm.exec(cursor) ?? [];
  if (start === undefined || end === undefined || version === undefined) {
    throw new AppError("validation", say("en", "docs.bad_cursor"));
  }
  return { start: Number(start), end: Number(end), version };
}

/** As many whole lines as fit a page; a single line that does not fit is cut, and hashed whole all the same. */
function cutPage(lines: readonly string[], start: number, last: number) {
  let bytes = 0;
  let end = start - 1;
  while (end < last && end - start + 1 < maxPageLines) {
    const size = Buffer.byteLength(lines[end] ?? "") + 1;
    if (bytes + size > maxPageBytes && end >= start) break;
    bytes += size;
    end += 1;
    if (bytes > maxPageBytes) {
      const cut = Buffer.from(lines[end - 1] ?? "").subarray(0, maxPageBytes);
      return { end, text: withoutBrokenEnd(cut), truncated: true };
    }
  }
  return { end, text: lines.slice(start - 1, end).join("\n"), truncated: false };
}

/** The lines of a page with what ends them; a line that was cut stays cut. */
function withEnds(
  text: string,
  lines: readonly string[],
  start: number,
  cut: { end: number; text: string; truncated: boolean },
): string {
  if (cut.truncated) return cut.text;
  let at = 0;
  const behind = (line: number) => {
    const end = at + (lines[line - 1]?.length ?? 0);
    return end + (text.startsWith("\r\n", end) ? 2 : end < text.length ? 1 : 0);
  };
  for (let line = 1; line < start; line++) at = behind(line);
  const from = at;
  for (let line = start; line <= cut.end; line++) at = behind(line);
  return text.slice(from, at);
}

/** UTF-8 text of the bytes without a character that the cut went through. */
function withoutBrokenEnd(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
