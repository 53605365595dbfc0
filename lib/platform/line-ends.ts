/** Line ends of a text as it stands in its file: LF, CRLF, or CR. */
export type LineEnd = "\n" | "\r\n" | "\r";

/** A line with what ends it; the last one of a text may have nothing. */
export type Line = { text: string; end: LineEnd | "" };

/** The first of them, as many as are wanted. */
export function linesOf(text: string, most = Number.POSITIVE_INFINITY): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < text.length && lines.length < most; ) {
    const { start, end } = nextEnd(text, at);
    lines.push({ text: text.slice(at, start), end });
    at = start + Math.max(end.length, 1);
    if (end === "") break;
  }
  return lines;
}

/** Where the line that holds `from` ends, and by what; the end of the text and nothing where it is the last. */
export function nextEnd(text: string, from: number): { start: number; end: LineEnd | "" } {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return { start: at, end: "\n" };
    if (code === 13) return { start: at, end: text.charCodeAt(at + 1) === 10 ? "\r\n" : "\r" };
  }
  return { start: text.length, end: "" };
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) {
    const { start, end } = nextEnd(text, at);
    at = start + Math.max(end.length, 1);
  }
  return count;
}

/** The line end that a text has most often; LF where it has none. */
export function usualEnd(text: string): LineEnd {
  if (!text.includes("\r")) return "\n";
  const count = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (let at = 0; at < text.length; ) {
    const { start, end } = nextEnd(text, at);
    if (end !== "") count[end] += 1;
    at = start + Math.max(end.length, 1);
  }
  if (count["\r\n"] >= Math.max(count["\n"], count["\r"])) return "\r\n";
  return count["\r"] > count["\n"] ? "\r" : "\n";
}

/** The text with every LF in it as this end. */
export const endedBy = (text: string, end: LineEnd): string =>
  end === "\n" ? text : text.replaceAll("\n", end);

/** The text with every line end as LF, and the way back from a place in it to the place in the text. */
export function withLf(text: string): { view: string; placeOf: (at: number) => number } {
  if (!text.includes("\r")) return { view: text, placeOf: (at) => at };
  const view = text.replace(/\r\n?/g, "\n");
  const shortened: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) {
    shortened.push(at - shortened.length);
  }
  let passed = 0;
  /** Asked in ascending order. */
  const placeOf = (at: number) => {
    while (passed < shortened.length && (shortened[passed] ?? 0) < at) passed += 1;
    return at + passed;
  };
  return { view, placeOf };
}
