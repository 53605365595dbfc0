import type { Lang } from "#lib/contracts/answer";
import type { DocsReadOutput, Verification } from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import type { Preview, PreviewQuery } from "#lib/contracts/http";
import { hashLines, sliceLines } from "#lib/platform/lines";
import type { MarkdownRenderer } from "#lib/platform/markdown-renderer";
import { refusalSentence } from "./check-access.ts";
import { type Caller, type DocsCalls, type Failure, unanswered } from "./docs-calls.ts";

const WINDOW_LINES = 2000;
const LINES_BEFORE = 800;

type Range = { line_start: number; line_end: number };
type Place = { path: string; root?: string };
type RootedPlace = { path: string; root: string };
type Piece = { read: DocsReadOutput; lines: string[]; first: number; cut: boolean };

/**
 * The source behind a citation as it is on disk now: where its lines stand, whether they still say what was cited, and
 * the text around them. Documents are reached through the docs tools only. Throws AppError with the path's rule when
 * the path may not be read.
 */
export function createPreview(deps: {
  docs: DocsCalls;
  markdown: MarkdownRenderer;
  labelOf: (rootId: string) => string;
}) {
  const { docs, markdown, labelOf } = deps;

  async function preview(query: PreviewQuery, caller: Caller, lang: Lang): Promise<Preview> {
    const asked = askedRange(query);
    const named = placeOf(query);
    if (query.sha256 === undefined || asked === undefined) {
      const piece = await readAround(named, asked, caller, lang);
      return show("current", piece, asked, caller);
    }
    const place = await rooted(named, caller, lang);
    for (let attempt = 1; ; attempt++) {
      const found = await verify(place, asked, query.sha256, caller, lang);
      if (found.state === "missing") return gone(place);
      const at = standing(found, asked);
      const now = {
        path: found.relative_path ?? place.path,
        root: found.root_id ?? place.root,
      };
      const piece = await readAround(now, at ?? asked, caller, lang);
      if (at === undefined) return show("changed", piece, undefined, caller);
      // The file may change between the two calls: what is shown as cited hashes to the citation, or is not shown as it.
      if (isWhole(piece, at) ? hashOf(piece, at) === query.sha256 : true) {
        return show(found.state === "moved" ? "moved" : "verified", piece, at, caller);
      }
      if (attempt === 2) return show("changed", piece, undefined, caller);
    }
  }

  async function verify(
    { root, path }: RootedPlace,
    range: Range,
    sha256: string,
    caller: Caller,
    lang: Lang,
  ): Promise<Verification> {
    const outcome = await docs.verify(
      { root_id: root, relative_path: path, ...range, sha256 },
      caller,
    );
    if (!outcome.ok) throw refusalOf(outcome.failure, lang);
    const { state, rule } = outcome.value;
    if (state !== "denied") return outcome.value;
    const code = rule ?? "not_allowlisted";
    throw refusalOf({ code, rule: code, message: "", retryable: false }, lang);
  }

  /** A citation is verified under its root; a path without one is looked for in every root. */
  async function rooted(place: Place, caller: Caller, lang: Lang): Promise<RootedPlace> {
    if (place.root !== undefined) return { path: place.path, root: place.root };
    const first = await docs.read({ path: place.path, line_end: 1 }, caller);
    if (!first.ok) throw refusalOf(first.failure, lang);
    return { path: first.value.relative_path, root: first.value.root_id };
  }

  /** At most WINDOW_LINES lines around the range; the docs server may hand them out in several pieces. */
  async function readAround(
    place: Place,
    range: Range | undefined,
    caller: Caller,
    lang: Lang,
  ): Promise<Piece> {
    const first = Math.max(1, (range?.line_start ?? 1) - LINES_BEFORE);
    const last = first + WINDOW_LINES - 1;
    const lines: string[] = [];
    let read: DocsReadOutput;
    let cursor: string | undefined;
    let cut = false;
    do {
      const part = await docs.read(
        { ...place, ...lineRange(first, last), ...(cursor ? { cursor } : {}) },
        caller,
      );
      if (!part.ok && part.failure.code === "validation" && first > 1) {
        return readEnd(place, caller, lang);
      }
      if (!part.ok) throw refusalOf(part.failure, lang);
      read = part.value;
      cut ||= read.truncated === true;
      if (read.line_end >= read.line_start) lines.push(...read.text.split("\n"));
      cursor = read.next_cursor;
    } while (cursor !== undefined && lines.length < WINDOW_LINES);
    return { read, lines: lines.slice(0, WINDOW_LINES), first, cut };
  }

  /** For a file that has become shorter than the range asked for. */
  async function readEnd(place: Place, caller: Caller, lang: Lang): Promise<Piece> {
    const first = await docs.read({ ...place, line_end: 1 }, caller);
    if (!first.ok) throw refusalOf(first.failure, lang);
    const end = Math.max(1, first.value.total_lines);
    return readAround(place, { line_start: end, line_end: end }, caller, lang);
  }

  async function show(
    state: Preview["state"],
    piece: Piece,
    cited: Range | undefined,
    caller: Caller,
  ): Promise<Preview> {
    const { read, lines, first } = piece;
    const { root_id, relative_path, encoding, file, total_lines } = read;
    const [outline, rendered] = await Promise.all([
      docs.outline({ path: relative_path, root: root_id }, caller),
      markdown.render(lines, first),
    ]);
    const end = first + lines.length - 1;
    const inside = cited !== undefined && cited.line_end <= total_lines;
    return {
      state,
      root_id,
      relative_path,
      display_path: `${labelOf(root_id)}/${relative_path}`,
      encoding,
      file,
      total_lines,
      line_start: first,
      lines,
      ...(inside ? { cited } : {}),
      ...(first > 1 ? { previous: first - 1 } : {}),
      ...(end < total_lines ? { next: end + 1 } : {}),
      ...(rendered.kind === "html" ? { html: rendered.html } : {}),
      headings: outline.ok ? outline.value.headings : [],
    };
  }

  function gone({ root, path }: RootedPlace): Preview {
    return {
      state: "missing",
      root_id: root,
      relative_path: path,
      display_path: `${labelOf(root)}/${path}`,
      encoding: "utf-8",
      file: null,
      total_lines: 0,
      line_start: 1,
      lines: [],
      headings: [],
    };
  }

  return preview;
}

/** Whether all of these lines are in the piece, uncut, so that their hash can be taken from it. */
function isWhole(piece: Piece, range: Range): boolean {
  return !piece.cut && range.line_end < piece.first + piece.lines.length;
}

function hashOf(piece: Piece, range: Range): string {
  const offset = piece.first - 1;
  return hashLines(sliceLines(piece.lines, range.line_start - offset, range.line_end - offset));
}

function askedRange(query: PreviewQuery): Range | undefined {
  if (query.line_start === undefined) return undefined;
  return {
    line_start: query.line_start,
    line_end: Math.max(query.line_start, query.line_end ?? query.line_start),
  };
}

/** From the top no first line is named: an empty file has none. */
function lineRange(first: number, last: number): Partial<Range> {
  return first === 1 ? { line_end: last } : { line_start: first, line_end: last };
}

function placeOf(query: PreviewQuery): Place {
  return { path: query.path, ...(query.root === undefined ? {} : { root: query.root }) };
}

/** Where the cited lines stand now; undefined when they stand nowhere. */
function standing(found: Verification, asked: Range): Range | undefined {
  if (found.state === "verified") return asked;
  if (found.state !== "moved" || found.line_start === undefined) return undefined;
  return { line_start: found.line_start, line_end: found.line_end ?? found.line_start };
}

function refusalOf(failure: Failure, lang: Lang): AppError {
  if (failure.code === "validation") return new AppError("validation", failure.message);
  if (failure.rule === undefined) return unanswered(failure);
  return new AppError(failure.rule, refusalSentence(failure, lang));
}
