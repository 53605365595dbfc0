import { bareFence, closesFence } from "#lib/markdown/fences";

/**
 * Where a passage must begin and end so that no thought is cut: the list, code or table that "… as follows:" promises
 * belongs to the sentence, the sentence that introduces a list belongs to the list, and a list, fence or table is whole.
 * Pure: lines in, line numbers out; the range begins outside of code. Grows by at most `maxUp` and `maxDown` lines and never over a heading.
 *
 *   40 | To start it, run:        hit 40-40  ->  40-43
 *   41 |
 *   42 | ```sh
 *   43 | npm start …```
 */
export type LineRange = { line_start: number; line_end: number };

export const maxUp = 20;
export const maxDown = 40;

/** True when the passage alone cannot tell whether it is whole: it promises something, or begins or ends in a block. */
export function mayBeCut(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const first = lines[0];
  const last = lines[lines.length - 1];
  if (first === undefined || last === undefined) return false;
  return promises(last) || isBlock(first) || isBlock(last) || openFence(lines) !== undefined;
}

/** `lines[0]` is line `first` of the file; `range` lies within them. */
export function completeThought(
  lines: readonly string[],
  first: number,
  range: LineRange,
): LineRange {
  const at = (line: number): string | undefined => lines[line - first];
  const lowest = Math.max(first, range.line_start - maxUp);
  const highest = Math.min(first + lines.length - 1, range.line_end + maxDown);
  return { line_start: up(), line_end: down() };

  function up(): number {
    let start = skipBlank(range.line_start, 1);
    const opening = at(start);
    if (opening === undefined || !isBlock(opening)) return range.line_start;
    if (!isFence(opening)) {
      while (start > lowest && belongsAbove(start)) start--;
      start = Math.min(range.line_start, skipBlank(start, 1));
    }
    const above = skipBlank(start - 1, -1);
    const introduction = at(above);
    if (introduction === undefined || !promises(introduction) || isHeading(introduction)) {
      return Math.min(start, range.line_start);
    }
    let begin = above;
    while (begin > lowest && isProse(at(begin - 1))) begin--;
    return begin;
  }

  /** True when the block that stands at `start` goes on in the line above. */
  function belongsAbove(start: number): boolean {
    const above = at(start - 1);
    if (above === undefined || isHeading(above)) return false;
    if (isTable(at(start) ?? "")) return isTable(above);
    if (isItem(above) || isIndented(above)) return true;
    const over = at(start - 2);
    return above.trim() === "" && over !== undefined && (isItem(over) || isIndented(over));
  }

  function down(): number {
    let end = skipBlank(range.line_end, -1);
    const inside = lines.slice(range.line_start - first, end - first + 1);
    const fence = openFence(inside);
    if (fence !== undefined) return closing(fence, end + 1) ?? range.line_end;
    const last = at(end);
    if (last === undefined) return range.line_end;
    // All code is closed by here, so a fence at the end closes the code of an item.
    if (isFence(last)) end = isIndented(last) ? listEnd(end) : end;
    else if (isItem(last) || isIndented(last) || isTable(last)) end = blockEnd(end);
    if (promises(at(end) ?? "")) {
      const next = skipBlank(end + 1, 1);
      const promised = at(next);
      if (promised !== undefined && !isHeading(promised)) end = blockEnd(next);
    }
    return Math.max(end, range.line_end);
  }

  /** Last line of the block that `line` stands in. */
  function blockEnd(line: number): number {
    const opening = at(line) ?? "";
    if (isFence(opening)) return closing(marker(opening), line + 1) ?? line;
    let end = line;
    if (isTable(opening)) {
      while (end < highest && isTable(at(end + 1) ?? "")) end++;
      return end;
    }
    if (isItem(opening) || isIndented(opening)) return listEnd(line);
    while (end < highest && isProse(at(end + 1))) end++;
    return end;
  }

  function listEnd(line: number): number {
    let end = line;
    for (let next = line + 1; next <= highest; next++) {
      const text = at(next) ?? "";
      if (text.trim() === "") continue;
      if (isHeading(text)) break;
      const fence = isFence(text.trimStart()) && isIndented(text) ? marker(text) : undefined;
      if (fence !== undefined) {
        const close = closing(fence, next + 1);
        if (close === undefined) break;
        end = next = close;
        continue;
      }
      const follows = next === end + 1 && !isFence(text) && !isTable(text);
      if (!isItem(text) && !isIndented(text) && !follows) break;
      end = next;
    }
    return end;
  }

  function closing(fence: string, from: number): number | undefined {
    for (let line = from; line <= highest; line++) {
      if (closes(at(line) ?? "", fence)) return line;
    }
    return undefined;
  }

  function skipBlank(line: number, step: 1 | -1): number {
    let here = line;
    while (at(here) !== undefined && at(here)?.trim() === "") here += step;
    return here;
  }
}

/** So many characters of what follows a passage in its section are read with it, and of what stands above it. */
const mostBelow = 1400;
const mostAbove = 500;

/**
 * The passage with what else its section says: the next paragraph answers as often as the one that was found. Only whole
 * blocks are added, never over a heading, and above only all that stands there. `lines[0]` is line `first` of the file;
 * the range begins outside of code.
 */
export function restOfSection(
  lines: readonly string[],
  first: number,
  range: LineRange,
): LineRange {
  const from = range.line_start - first;
  const to = range.line_end - first;
  return { line_start: first + above(), line_end: first + below() };

  function below(): number {
    let reach = to;
    let chars = 0;
    let fence: string | undefined;
    for (let i = from; i < lines.length; i++) {
      const line = lines[i] ?? "";
      const was = fence;
      if (fence === undefined) fence = isFence(line) ? marker(line) : undefined;
      else if (closes(line, fence)) fence = undefined;
      if (i <= to) continue;
      if (was === undefined && (isHeading(line) || isUnderlined(lines, i))) break;
      chars += line.length + 1;
      if (chars > mostBelow) break;
      const next = lines[i + 1];
      const ends = next === undefined || next.trim() === "" || isHeading(next);
      if (fence === undefined && ends && line.trim() !== "") reach = i;
    }
    return reach;
  }

  function above(): number {
    if (isHeading(lines[from] ?? "") || isUnderlined(lines, from)) return from;
    let heading = from - 1;
    while (heading >= 0 && !isHeading(lines[heading] ?? "") && !isUnderlined(lines, heading - 1))
      heading--;
    const between = lines.slice(heading + 1, from);
    const fits = between.join("\n").length <= mostAbove && openFence(between) === undefined;
    const start = heading + 1 + between.findIndex((line) => line.trim() !== "");
    return heading >= 0 && fits && start > heading ? start : from;
  }
}

function promises(line: string): boolean {
  return /[:：][\s*_`"”」』)）]*$/u.test(line);
}

function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(\s|$)/.test(line);
}

/** A heading that the line below it makes one: "Title" over "---". */
function isUnderlined(lines: readonly string[], i: number): boolean {
  return isProse(lines[i]) && /^ {0,3}(?:=+|-{2,})\s*$/.test(lines[i + 1] ?? "");
}

function isItem(line: string): boolean {
  if (/^ {0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) return false; // a rule across the page
  return /^\s*([-*+]\s+\S|\d{1,9}[.)]\s+\S|\d{1,9}、|[（(]?[一二三四五六七八九十]+[）)、])/u.test(
    line,
  );
}

function isIndented(line: string): boolean {
  return /^(\s{2,}|\t)\S/.test(line);
}

function isTable(line: string): boolean {
  return /^\s*\|/.test(line);
}

const isFence = (line: string): boolean => bareFence(line) !== undefined;

function marker(line: string): string {
  return bareFence(line)?.mark ?? "```";
}

const closes = (line: string, fence: string): boolean => closesFence(bareFence(line), fence);

function isBlock(line: string): boolean {
  return isItem(line) || isIndented(line) || isTable(line) || isFence(line);
}

function isProse(line: string | undefined): boolean {
  return line !== undefined && line.trim() !== "" && !isHeading(line) && !isBlock(line);
}

/** The marker of a fence that the lines open and do not close. */
function openFence(lines: readonly string[]): string | undefined {
  let open: string | undefined;
  for (const line of lines) {
    if (open === undefined) {
      if (isFence(line)) open = marker(line);
    } else if (closes(line, open)) {
      open = undefined;
    }
  }
  return open;
}
