import type { Quote } from "#lib/contracts/draft";

/**
 * Markers that say what a sentence rests on in the words of the evidence: `[3 "at most a line of it"]`, `[3 "…", 5 "…"]`.
 * The words may hold full stops and brackets, so they are taken out before sentences are cut, and a number stands for each
 * marker, padded to its length: places in the text stay what they were.
 */
export type HiddenQuotes = {
  text: string;
  /** What a number stands for; undefined of a number that is a citation's own. */
  quotesOf(number: number): readonly Quote[] | undefined;
  /** A piece of the text with its markers as they were, as code keeps them. */
  restore(piece: string): string;
};

export function hideQuotes(written: string): HiddenQuotes {
  const found = new Map<number, { quotes: Quote[]; marker: string }>();
  const taken = new Set(Array.from(written.matchAll(ownNumbers), ([, number]) => Number(number)));
  let number = firstNumber;
  let text = "";
  let done = 0;
  for (const { index } of written.matchAll(opening)) {
    while (taken.has(number)) number++;
    const marker = index < done || number > lastNumber ? undefined : readMarker(written, index);
    if (marker === undefined) continue;
    const hidden = `[${number}`;
    found.set(number, { quotes: marker.quotes, marker: written.slice(index, marker.end) });
    text += `${written.slice(done, index)}${hidden.padEnd(marker.end - index - 1)}]`;
    done = marker.end;
    number++;
  }
  return {
    text: text + written.slice(done),
    quotesOf: (number) => found.get(number)?.quotes,
    restore: (piece) =>
      piece.replace(hiddenPattern, (whole, number: string) => found.get(+number)?.marker ?? whole),
  };
}

/** A text that is still being written, without the marker that it breaks off in. */
export function withoutOpenMarker(written: string): string {
  const line = written.lastIndexOf("\n") + 1;
  const last = [...written.slice(line).matchAll(opening)].at(-1)?.index;
  if (last !== undefined && readMarker(written, line + last) === undefined)
    return written.slice(0, line + last).trimEnd();
  const open = written.lastIndexOf("[");
  const tail = open === -1 ? "" : written.slice(open + 1);
  return open !== -1 && tail.length < longestTail && /^[\d\s,;]*$/.test(tail)
    ? written.slice(0, open).trimEnd()
    : written;
}

/** Is there something in it that looks like such a marker and is none? What a reader would see of it is garbage. */
export const holdsBrokenMarker = (text: string): boolean => broken.test(text);
const broken = /\[\s?\d{1,4}\s?[,:：]?\s?["'“”‘«「『]/;

/** Numbers that no evidence has. */
const firstNumber = 9001;
const lastNumber = 9999;
const ownNumbers = /\[\s?(9\d{3})(?!\d)/g;
const hiddenPattern = /\[(9\d{3}) *\]/g;
/** Half a marker without words is no longer. */
const longestTail = 80;

const opening = /\[\s?\d{1,4}\s?[:：]?\s?(?=["“”「『])/g;
const closing = /["“”」』]/;

/** More words than these are no span. */
const longestQuote = 600;

function readMarker(written: string, start: number): { quotes: Quote[]; end: number } | undefined {
  const quotes: Quote[] = [];
  const item = /\s{0,2}(?:[,;，；]\s{0,2})?(?:(\d{1,4})\s{0,2}[:：]?\s{0,2})?["“”「『](?=.)/y;
  let citation = 0;
  let at = start + 1;
  for (;;) {
    item.lastIndex = at;
    const opened = item.exec(written);
    if (opened === null) break;
    citation = Number(opened[1] ?? citation);
    const from = item.lastIndex;
    const to = endOfQuote(written, from);
    if (to === undefined || to === from) return undefined;
    quotes.push({ citation, text: written.slice(from, to) });
    at = to + 1;
  }
  const end = /\s{0,2}\]/y;
  end.lastIndex = at;
  return quotes.length > 0 && end.test(written) ? { quotes, end: end.lastIndex } : undefined;
}

/**
 * Words may hold quotation marks and brackets: the mark that ends them has the bracket of the marker or another span behind
 * it. They never run into the next marker.
 */
function endOfQuote(written: string, from: number): number | undefined {
  const last = Math.min(written.length, from + longestQuote);
  let inner = 0;
  for (let at = from; at < last && written[at] !== "\n"; at++) {
    const sign = written[at] ?? "";
    if (sign === "[") {
      if (opensMarker(written, at)) return undefined;
      inner += 1;
    } else if (sign === "]") inner = Math.max(0, inner - 1);
    else if (inner === 0 && closing.test(sign) && endsQuote(written.slice(at + 1, at + 16)))
      return at;
  }
  return undefined;
}

const opensMarker = (written: string, at: number): boolean =>
  /^\[\s?\d{1,4}\s?[:：]?\s?["“”「『]/.test(written.slice(at, at + 12));

/** A mark before one that ends the words is the last of them: `[3 "open the "About" tab""]` ends with the second. */
const endsQuote = (behind: string): boolean =>
  /^\s{0,2}(?:\]|["“「『](?!\s{0,2}(?:\]|[,;，；]\s{0,2}\d))|[,;，；]\s{0,2}(?:\d{1,4}\s{0,2}[:：]?\s{0,2})?["“”「『])/.test(
    behind,
  );
