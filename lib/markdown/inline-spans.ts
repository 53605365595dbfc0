/** Where inline code and links stand in a line of text. Each character is looked at a fixed number of times. */
export type Range = { start: number; end: number };

/** Inline code: from a run of backticks to the next run of the same length. */
export function codeSpans(text: string): Range[] {
  const runs = [...text.matchAll(/`+/g)];
  const next: (number | undefined)[] = [];
  const seen = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = (runs[i] as RegExpExecArray)[0].length; // within bounds
    next[i] = seen.get(length);
    seen.set(length, i);
  }
  const spans: Range[] = [];
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i] as RegExpExecArray; // within bounds
    const close = runs[next[i] ?? -1];
    if (close === undefined) continue;
    spans.push({ start: open.index, end: close.index + close[0].length });
    i = next[i] as number; // there is a close, so there is a next
  }
  return spans;
}

const longestLinkText = 400;
const longestLinkTarget = 800;

/** Links and images, each `](` looked at once. */
export function linkSpans(text: string): Range[] {
  const spans: Range[] = [];
  let after = 0;
  let close = 0;
  for (let middle = text.indexOf("]("); middle !== -1; middle = text.indexOf("](", middle + 2)) {
    if (close < middle + 2) close = text.indexOf(")", middle + 2);
    if (close === -1) break;
    if (close - middle - 2 > longestLinkTarget) continue;
    if (text.slice(middle, close).includes("\n")) continue;
    const from = Math.max(after, middle - longestLinkText - 1);
    const words = text.slice(from, middle);
    const fresh = Math.max(words.lastIndexOf("]"), words.lastIndexOf("\n")) + 1;
    const open = words.indexOf("[", fresh);
    if (open === -1) continue;
    const start = from + open;
    spans.push({ start: text[start - 1] === "!" ? start - 1 : start, end: close + 1 });
    after = close + 1;
  }
  return spans;
}

const underscored = /(?<![\p{L}\p{N}_`])(_{1,3})(?=[^\s_])([^_`]*[^\s_`])\1(?![\p{L}\p{N}_`])/gu;

/** "_not_" as "not": no word ends at an underscore. What stands in code stays as it is. */
export function withoutUnderscores(text: string): string {
  if (!text.includes("_")) return text;
  const code = codeSpans(text);
  return text.replace(underscored, (whole, _mark, words: string, at: number) =>
    code.some(({ start, end }) => start <= at && at < end) ? whole : words,
  );
}
