import type { Citation } from "#lib/contracts/citation";
import { type DocsReadOutput, longestQuotedBytes } from "#lib/contracts/docs-tools";
import type { Evidence, Passage } from "#lib/contracts/envelope";
import { beginsInCode } from "#lib/markdown/containers";
import { hashLines, splitLines } from "#lib/platform/lines";
import type { DocsCalls } from "../docs-calls.ts";
import { completeThought, maxDown, maxUp, mayBeCut, restOfSection } from "./complete-thought.ts";
import { type Lines, readTogether, type Window } from "./read-together.ts";
import { mergeOverlaps, type Selection, selectionOf } from "./select-passages.ts";

/**
 * Selections as citations with their whole text. A passage that was joined or grown is read again, so that lines, text
 * and hash belong together, unless the lines that were read to grow it hold them all; where that read fails, or the file is another version by then, the hit stays as it was found.
 * Of the first `wholeSections` the rest of their section is read with them. What is too long to be read back for a check is a citation without a passage: it can be opened, not quoted.
 */
export async function readExactly(
  selections: readonly Selection[],
  docs: DocsCalls,
  maxSnippetChars: number,
  wholeSections = 0,
): Promise<Evidence> {
  const seen: Lines[] = [];
  const readWindow = readTogether(docs, (lines) => seen.push(lines));
  const grown = mergeOverlaps(
    await Promise.all(selections.map((s, i) => grow(s, readWindow, i < wholeSections))),
  );
  const read = await Promise.all(
    grown.map((s) => citationOf(s, readWindow, maxSnippetChars, seen)),
  );
  const citations: Citation[] = [];
  const passages: Passage[] = [];
  for (const one of read) {
    if (!one) continue;
    const id = citations.length + 1;
    citations.push({ ...one.citation, id });
    if (canBeReadBack(one.text)) {
      passages.push({ citation_id: id, text: one.text, kind: one.kind });
    }
  }
  return { citations, passages };
}

type ReadWindow = ReturnType<typeof readTogether>;

function canBeReadBack(text: string): boolean {
  return Buffer.byteLength(text) <= longestQuotedBytes;
}

/** The lines of a selection as the server would read them, where they have been read already. */
function readBefore({ best, line_start, line_end }: Selection, seen: readonly Lines[]) {
  const around = seen.find(
    (one) =>
      one.root_id === best.root_id &&
      one.relative_path === best.relative_path &&
      one.line_start <= line_start &&
      one.line_end >= line_end,
  );
  if (around === undefined) return undefined;
  const lines = around.lines.slice(
    line_start - around.line_start,
    line_end - around.line_start + 1,
  );
  const { file } = around;
  return { line_start, line_end, text: lines.join("\n"), sha256: hashLines(lines), file };
}

async function grow(
  selection: Selection,
  readWindow: ReadWindow,
  whole: boolean,
): Promise<Selection> {
  // A piece of a long code block is no thought to complete, and its lines are not what they look like.
  if (beginsInCode(selection.inside_fence)) return selection;
  if (!whole && !mayBeCut(selection.best.text ?? "") && isAsFound(selection)) return selection;
  const read = await readWindow({
    path: selection.best.relative_path,
    root: selection.best.root_id,
    line_start: Math.max(1, selection.line_start - maxUp),
    line_end: selection.line_end + maxDown,
  });
  if (!read.ok || read.output.file.sha256 !== selection.best.file.sha256) return asFound(selection);
  const lines = splitLines(`${read.output.text}\n`);
  const thought = completeThought(lines, read.output.line_start, selection);
  const range = whole ? restOfSection(lines, read.output.line_start, thought) : thought;
  return { ...selection, ...range };
}

async function citationOf(
  selection: Selection,
  readWindow: ReadWindow,
  maxSnippetChars: number,
  seen: readonly Lines[],
): Promise<{ citation: Citation; text: string; kind: string } | undefined> {
  const { best } = selection;
  const { text: found, kind = "prose", ...hit } = best;
  const { inside_fence: _, ...elsewhere } = hit;
  if (isAsFound(selection) && found !== undefined) return { citation: hit, text: found, kind };
  const { line_start, line_end } = selection;
  const read =
    readBefore(selection, seen) ??
    (await readNow(
      { path: best.relative_path, root: best.root_id, line_start, line_end },
      readWindow,
    ));
  const same =
    read !== undefined &&
    read.file.sha256 === best.file.sha256 &&
    read.line_start === line_start &&
    read.line_end === line_end;
  const outgrown = same && !canBeReadBack(read.text) && canBeReadBack(found ?? "");
  if (!same || (outgrown && found !== undefined))
    return found === undefined ? undefined : { citation: hit, text: found, kind };
  const { text, sha256, file } = read;
  const whole = text.length <= maxSnippetChars;
  return {
    citation: {
      ...elsewhere,
      ...(selection.inside_fence === undefined ? {} : { inside_fence: selection.inside_fence }),
      locator: { ...hit.locator, line_start: selection.line_start, line_end: selection.line_end },
      // The best hit's snippet is one unbroken piece of these lines too, since they only grew around it.
      snippet: whole ? text : hit.snippet,
      truncated: !whole,
      sha256,
      file,
      matched: selection.matched,
    },
    text,
    kind,
  };
}

async function readNow(
  window: Window,
  readWindow: ReadWindow,
): Promise<DocsReadOutput | undefined> {
  const read = await readWindow(window);
  return read.ok ? read.output : undefined;
}

function isAsFound(selection: Selection): boolean {
  const { line_start, line_end } = selection.best.locator;
  return selection.line_start === line_start && selection.line_end === line_end;
}

function asFound(selection: Selection): Selection {
  return { ...selectionOf(selection.best), matched: selection.matched };
}
