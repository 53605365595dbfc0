import type { MarkdownIt } from "markdown-it";

/**
 * What Python-Markdown and MkDocs indent by four and mean as text: a note (`!!! note`), a folded note (`??? tip`), a tab
 * (`=== "Linux"`) and what a definition says below its first line (`: text`). To CommonMark all of it is code.
 */
export const containerIndent = 4;

const note = /^(?:!!!|\?\?\?\+?)[ \t]*(?<kind>[\w-]*)[^"]*(?:"(?<title>[^"]*)")?[^"]*$/;
const tab = /^===[+!]?[ \t]+"(?<title>[^"]*)"[ \t]*$/;
const definition = /^:[ \t]+(?=\S)/;

/** The words of the line that opens a note or a tab: its title, or what kind of note it is. Undefined of any other line. */
export function containerTitle(line: string): string | undefined {
  const { title, kind } = (note.exec(line) ?? tab.exec(line))?.groups ?? {};
  return title ?? kind;
}

/** Where the text of a definition begins behind its colon; undefined of any other line. */
export function definitionStart(line: string): number | undefined {
  return definition.exec(line)?.[0].length;
}

/** Whether lines that begin inside something (`inside_fence` of a citation) begin inside code. */
export const beginsInCode = (inside: string | undefined): boolean =>
  inside !== undefined && inside.trim() !== "";

type State = Parameters<Parameters<MarkdownIt["block"]["ruler"]["push"]>[1]>[0];

/**
 * Teaches a parser these containers. What stands in one becomes blocks of where the container itself stands, headings
 * excepted: `meta.inside` of a block is the column that its container's text begins at. `shown`: with tokens around them,
 * for a page; a title is the text of the first.
 */
export function readContainers(parser: MarkdownIt, { shown }: { shown: boolean }): void {
  const alt = ["paragraph", "reference", "blockquote", "list"];
  parser.block.ruler.before("code", "container", readContainer, { alt });

  function readContainer(state: State, start: number, end: number, silent: boolean): boolean {
    if ((state.sCount[start] ?? 0) - state.blkIndent >= containerIndent) return false;
    const line = lineOf(state, start);
    const title = containerTitle(line);
    const said = title === undefined ? definitionStart(line) : undefined;
    if (title === undefined && said === undefined) return false;
    const body = said === undefined ? start + 1 : endOfParagraph(state, start, end);
    const indent = (state.sCount[start] ?? 0) + containerIndent;
    const stop = endOfBody(state, body, end, indent);
    // A note without text is a line like any other; a definition of one paragraph only loses its colon.
    if (said === undefined && stop === body) return false;
    if (silent) return true;
    if (shown) open(state, title, start, stop);
    if (said !== undefined) paragraph(state, { from: start, to: body, said });
    const from = state.tokens.length;
    const outer = {
      blkIndent: state.blkIndent,
      lineMax: state.lineMax,
      parentType: state.parentType,
    };
    state.blkIndent = indent;
    state.lineMax = stop;
    state.parentType = "container";
    parser.block.tokenize(state, body, stop);
    Object.assign(state, outer);
    for (const token of state.tokens.slice(from)) token.meta ??= { inside: indent };
    if (shown) state.push("container_close", "div", -1);
    state.line = stop;
    return true;
  }
}

const lineOf = (state: State, line: number): string =>
  state.src
    .slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
    .trimEnd();

/** As the parser's own rule for paragraphs has it: to the first blank line, or to what ends a paragraph. */
function endOfParagraph(state: State, start: number, end: number): number {
  const ends = state.md.block.ruler.getRules("paragraph");
  let line = start + 1;
  for (; line < end && !state.isEmpty(line); line += 1) {
    const column = state.sCount[line] ?? 0;
    if (column - state.blkIndent >= containerIndent || column < 0) continue;
    if (ends.some((rule) => rule(state, line, end, true))) break;
  }
  return line;
}

/** Behind the last line of it that is not blank. */
function endOfBody(state: State, start: number, end: number, indent: number): number {
  let stop = start;
  for (let line = start; line < end; line += 1) {
    if (state.isEmpty(line)) continue;
    if ((state.sCount[line] ?? 0) < indent) break;
    stop = line + 1;
  }
  return stop;
}

function open(state: State, title: string | undefined, start: number, stop: number): void {
  const token = state.push("container_open", "div", 1);
  token.map = [start, stop];
  token.attrSet("class", title === undefined ? "doc-definition" : "doc-note");
  if (title === undefined || title === "") return;
  const begin = state.push("paragraph_open", "p", 1);
  begin.map = [start, start + 1];
  begin.attrSet("class", "doc-note-title");
  inline(state, title, start);
}

function paragraph(
  state: State,
  { from, to, said }: { from: number; to: number; said: number },
): void {
  const begin = state.push("paragraph_open", "p", 1);
  begin.map = [from, to];
  inline(
    state,
    state.getLines(from, to, state.blkIndent, false).trimStart().slice(said).trim(),
    from,
    to,
  );
}

function inline(state: State, content: string, from: number, to = from + 1): void {
  const token = state.push("inline", "", 0);
  token.content = content;
  token.map = [from, to];
  token.children = [];
  state.push("paragraph_close", "p", -1);
}
