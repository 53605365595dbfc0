import type { Lang } from "#lib/contracts/answer";
import type { Verification } from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import type { Preview, PreviewQuery } from "#lib/contracts/http";
import { pictureAddress } from "#lib/contracts/pictures";
import type { MarkdownRenderer, ShownPictures } from "#lib/markdown/renderer";
import { hashLines, sliceLines } from "#lib/platform/lines";
import { type Caller, type DocsCalls, refusalOf, ruleSentence } from "./docs-calls.ts";
import { createWindowReader, type Place, type Range, type Window } from "./read-window.ts";

/** Of one piece of a document. */
const MOST_PICTURES = 200;

type RootedPlace = { path: string; root: string };

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
  const readWindow = createWindowReader(docs);

  async function preview(query: PreviewQuery, caller: Caller, lang: Lang): Promise<Preview> {
    const asked = askedRange(query);
    const named = placeOf(query);
    if (query.sha256 === undefined || asked === undefined) {
      const window = await readWindow(named, asked, caller, lang);
      return show("current", window, asked, caller, lang);
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
      const window = await readWindow(now, at ?? asked, caller, lang);
      if (at === undefined) return show("changed", window, undefined, caller, lang);
      // The file may change between the two calls: what is shown as cited hashes to the citation, or is not shown as it.
      if (isWhole(window, at) ? hashOf(window, at) === query.sha256 : true) {
        return show(found.state === "moved" ? "moved" : "verified", window, at, caller, lang);
      }
      if (attempt === 2) return show("changed", window, undefined, caller, lang);
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
    const { state, rule = "not_allowlisted", setting } = outcome.value;
    if (state === "denied") {
      throw new AppError(rule, ruleSentence(rule, lang), setting === undefined ? {} : { setting });
    }
    return outcome.value;
  }

  /** A citation is verified under its root; a path without one is looked for in every root. */
  async function rooted(place: Place, caller: Caller, lang: Lang): Promise<RootedPlace> {
    if (place.root !== undefined) return { path: place.path, root: place.root };
    const first = await docs.read({ path: place.path, line_end: 1 }, caller);
    if (!first.ok) throw refusalOf(first.failure, lang);
    return { path: first.value.relative_path, root: first.value.root_id };
  }

  async function show(
    state: Preview["state"],
    window: Window,
    cited: Range | undefined,
    caller: Caller,
    lang: Lang,
  ): Promise<Preview> {
    const { read, lines, first, headings } = window;
    const { root_id, relative_path, encoding, file, total_lines } = read;
    const end = first + lines.length - 1;
    const pictures = await picturesIn(window, end, caller);
    const rendered = await markdown.render(lines, first, lang, pictures);
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
      headings,
    };
  }

  /** Where they cannot be had, the text is shown without. */
  async function picturesIn(
    { read, lines, first }: Window,
    last: number,
    caller: Caller,
  ): Promise<ShownPictures> {
    if (!lines.some((line) => /!\[|<img\b/i.test(line))) return {};
    const { root_id, relative_path } = read;
    const within = [{ root_id, relative_path, line_start: first, line_end: Math.max(first, last) }];
    const found = await docs.pictures({ within, limit: MOST_PICTURES }, caller);
    if (!found.ok) return {};
    return Object.fromEntries(
      found.value.pictures.map(({ target, relative_path: path, citation, width, height }) => {
        const line = citation.locator.line_start;
        const src = pictureAddress({ root_id, relative_path: path, from: relative_path, line });
        const size = width === undefined || height === undefined ? {} : { width, height };
        return [target, { src, ...size }];
      }),
    );
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

/** Whether all of these lines are in the window, uncut, so that their hash can be taken from it. */
function isWhole(window: Window, range: Range): boolean {
  return !window.cut && range.line_end < window.first + window.lines.length;
}

function hashOf(window: Window, range: Range): string {
  const offset = window.first - 1;
  return hashLines(sliceLines(window.lines, range.line_start - offset, range.line_end - offset));
}

function askedRange(query: PreviewQuery): Range | undefined {
  if (query.line_start === undefined) return undefined;
  return {
    line_start: query.line_start,
    line_end: Math.max(query.line_start, query.line_end ?? query.line_start),
  };
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
