/** How much of a text a caller is handed at once. */
export type OutputLimit = { lines: number; bytes: number };

export type Cut = {
  text: string;
  /** What did not fit, to go on with; empty when all of it did. */
  rest: string;
  truncated_lines: number;
  truncated_bytes: number;
};

/**
 * The beginning of a text that fits both limits: whole lines where there is a line end in it, and never half of a
 * character. `truncated_lines` counts the lines that are not whole in it.
 */
export function cutText(text: string, limit: OutputLimit): Cut {
  const bytes = Buffer.byteLength(text);
  const end = lineEnd(text, limit.lines);
  if (bytes <= limit.bytes && end === text.length) {
    return { text, rest: "", truncated_lines: 0, truncated_bytes: 0 };
  }
  let cut = Math.min(end, charactersIn(text, limit.bytes));
  if (cut < end) {
    const line = text.lastIndexOf("\n", cut - 1);
    if (line > 0) cut = line + 1;
  }
  const kept = text.slice(0, cut);
  const rest = text.slice(cut);
  return {
    text: kept,
    rest,
    truncated_lines: linesOf(rest),
    truncated_bytes: bytes - Buffer.byteLength(kept),
  };
}

/** Where the so-and-so-many-th line ends, its line end included; the length of the text when it has no more lines. */
function lineEnd(text: string, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line++) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

/** How many UTF-16 units of a text fit so many bytes, whole characters alone; one at least, so that paging goes on. */
function charactersIn(text: string, bytes: number): number {
  const buffer = Buffer.from(text.slice(0, bytes));
  if (buffer.length <= bytes) return Math.min(text.length, bytes);
  let end = bytes;
  while (end > 0 && ((buffer[end] ?? 0) & 0xc0) === 0x80) end--;
  const units = buffer.toString("utf8", 0, end).length;
  return units > 0 ? units : text.codePointAt(0) === undefined ? 0 : firstCharacter(text);
}

function firstCharacter(text: string): number {
  return String.fromCodePoint(text.codePointAt(0) ?? 0).length;
}

function linesOf(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
