/**
 * Sentence boundaries in one line of English, Chinese or mixed text that may hold inline Markdown. It cuts only where a
 * sentence surely ends: never in inline code, a link, a tag, a URL, a number, a version, an abbreviation or an initial,
 * and never inside a pair of brackets or quotation marks. In doubt two sentences stay one.
 *
 *   "Use v1.2. 它支持“是。”和“否。” See e.g. Fig. 3." -> ["Use v1.2.", "它支持“是。”和“否。”", "See e.g. Fig. 3."]
 */
import { codeSpans, linkSpans, type Range } from "./inline-spans.ts";

/** Ranges of the sentences of `text`, in order, without the white space around them. `breaks` are forced boundaries. */
export function sentenceRanges(text: string, breaks: readonly number[] = []): Range[] {
  const closed = protectedSpans(text);
  const ranges: Range[] = [];
  const forced = new Set(breaks);
  for (const { start, end } of tagSpans(text)) {
    if (closed[start] !== inCode) forced.add(start).add(end);
  }
  const comments = new Map(commentSpans(text).map(({ start, end }) => [start, end]));
  let start = 0;
  const close = (end: number) => {
    const range = trimmed(text, start, end);
    if (range) ranges.push(range);
    start = end;
  };
  for (let i = 0; i < text.length; i++) {
    if (forced.has(i)) close(i);
    const comment = closed[i] === inCode ? undefined : comments.get(i);
    if (comment !== undefined) {
      close(i);
      // Nobody sees what stands in it, so it is no sentence and no part of one.
      start = comment;
      i = comment - 1;
      continue;
    }
    if (closed[i] !== 0) continue;
    const end = boundaryAfter(text, i, start);
    if (end === undefined || (end < text.length && closed[end] !== 0 && closed[end - 1] !== 0)) {
      i = runEnd(text, i);
      continue;
    }
    close(end);
    i = end - 1;
  }
  close(text.length);
  return ranges;
}

function trimmed(text: string, start: number, end: number): Range | undefined {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] as string)) from++;
  while (to > from && /\s/.test(text[to - 1] as string)) to--;
  if (from === to || onlyBlockTag.test(text.slice(from, to))) return undefined;
  return { start: from, end: to };
}

/** Tags that stand between sentences, not in them. */
const blockTag =
  /<\/?(?:p|div|dd|dt|dl|li|ul|ol|br|hr|h[1-6]|summary|details|section|article|center|tr|td|th|tbody|thead)\b[^<>]*>/gi;
const onlyBlockTag = new RegExp(`^(?:<!--[\\s\\S]*-->|${blockTag.source})$`, "i");

function tagSpans(text: string): Range[] {
  return [...text.matchAll(blockTag)].map((tag) => ({
    start: tag.index,
    end: tag.index + tag[0].length,
  }));
}

/** A text without the comments in it, which no reader sees; those in code are text. */
export function withoutComments(text: string): string {
  if (!text.includes("<!--")) return text;
  const code = codeSpans(text);
  const seen: string[] = [];
  let from = 0;
  for (const { start, end } of commentSpans(text)) {
    if (code.some((span) => span.start <= start && start < span.end)) continue;
    seen.push(text.slice(from, start));
    from = end;
  }
  return [...seen, text.slice(from)].join(" ");
}

function commentSpans(text: string): Range[] {
  const spans: Range[] = [];
  for (let at = text.indexOf("<!--"); at !== -1; ) {
    const close = text.indexOf("-->", at + 4);
    if (close === -1) break;
    spans.push({ start: at, end: close + 3 });
    at = text.indexOf("<!--", close + 3);
  }
  return spans;
}

/** Enough to tell an abbreviation before a full stop, and how the sentence after it begins. */
const lookBack = 64;
const lookAhead = 256;
/** Whether emphasis is open is not asked of a longer sentence. */
const longestEmphasised = 2000;

const han = /\p{Script=Han}/u;
const closers = /["'”’»)\]）】」』》〉*_~]/;

/**
 * The last of the marks in a row that starts at `i`, when no sentence ends there: none ends at the others either. A
 * Chinese full stop is asked for itself.
 */
function runEnd(text: string, i: number): number {
  const marks = /[.!?]/.test(text[i] as string)
    ? /[.!?]/
    : /[！？]/.test(text[i] as string)
      ? /[！？!?…]/
      : undefined;
  let last = i;
  while (marks?.test(text[last + 1] ?? "")) last++;
  return last;
}

/** The end of the sentence whose terminator stands at `i`, or undefined when no sentence ends there. */
function boundaryAfter(text: string, i: number, start: number): number | undefined {
  const c = text[i] as string;
  if (c === "。" || c === "．" || c === "｡" || c === "！" || c === "？") {
    let end = i + 1;
    while (end < text.length && /[。！？!?…]/.test(text[end] as string)) end++;
    const marks = end;
    while (end < text.length && closes(text, end, start, i)) end++;
    // “……吗？”他问: a question in quotation marks need not end the sentence around it.
    if (end > marks && c !== "。" && /\p{Script=Han}/u.test(text[end] ?? "")) return undefined;
    return end;
  }
  if (c !== "." && c !== "!" && c !== "?") return undefined;
  let end = i + 1;
  while (end < text.length && /[.!?]/.test(text[end] as string)) end++;
  const run = end - i;
  while (end < text.length && closes(text, end, start, i)) end++;
  // Note marks belong to the sentence they follow: "It did.[3][citation needed] Then …"
  const notes = /^(?:\[[^\][]{1,20}\])+(?=\s|$)/.exec(text.slice(end, end + 80));
  if (notes) end += notes[0].length;
  const next = text[end];
  if (next === undefined) return end;
  if (!/\s/.test(next)) {
    const glued = c !== "." && han.test(text[i - 1] ?? "") && han.test(next);
    return glued ? end : undefined;
  }
  const follows = text.slice(end, end + lookAhead).trimStart();
  if (follows === "") return end;
  // "… the configuration center. etcd provides …": a long word ends a sentence even before a small letter.
  const before = text.slice(Math.max(start, i - lookBack), i);
  if (/^\p{Ll}/u.test(follows) && !(run === 1 && /\p{Ll}{5}[`)\]]?$/u.test(before)))
    return undefined;
  if (/^[,;:–—-]\s?/.test(follows)) return undefined;
  if (c === "." && run === 1 && isAbbreviation(before, follows)) return undefined;
  return end;
}

/** Does the mark at `at` close something? Emphasis does only if the sentence has opened it: "好。**注意**…". */
function closes(text: string, at: number, start: number, stop: number): boolean {
  const mark = text[at] as string; // `at` is within the text
  if (!closers.test(mark)) return false;
  if (!/[*_~]/.test(mark)) return true;
  if (text[at - 1] === mark) return true; // the second half of a mark that closes
  if (stop - start > longestEmphasised) return false;
  const twice = mark + mark;
  const before = text.slice(start, stop);
  const open = text.startsWith(twice, at)
    ? before.split(twice)
    : before.replaceAll(twice, "").split(mark);
  return open.length % 2 === 0;
}

const neverEnds =
  /(?:^|[\s("“[*_])(?:e\.g|i\.e|eg|ie|cf|vs|v|mr|mrs|ms|dr|prof|gen|sen|rep|gov|st|mt|fig|figs|eq|sec|ch|vol|pp|ca|approx|viz|resp|incl|esp|al|lt|col|sgt|capt|rev|hon|messrs|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/i;
const mayEnd =
  /(?:^|[\s("“[*_])(?:etc|inc|ltd|co|corp|jr|sr|bros|dept|univ|assn|a\.m|p\.m|ph\.d|m\.d|b\.a|m\.a|b\.c|a\.d|d\.c|u\.s|u\.k|u\.n|u\.s\.a|e\.u|no\.s|est|ave|blvd|rd)$/i;
const initial = /(?:^|[\s("“[.\p{Script=Han}])\p{Lu}$/u;
const starter =
  /^["'“‘([*_]*(?:The|This|That|These|Those|It|Its|In|On|At|As|A|An|He|She|They|We|You|His|Her|Their|Our|However|But|And|Or|So|If|When|While|After|Before|For|From|To|By|With|Since|Although|There|Here|Such|Some|Many|Most|Both|Each|Other|Not|No|One|Two|Another|During|Under|According|Also|Because|Then|Use|See|Note)\b/;

/** `before` is the sentence up to its full stop, `follows` what comes after the space. */
function isAbbreviation(before: string, follows: string): boolean {
  if (neverEnds.test(before)) return true;
  if (/(?:^|\s)(?:no|nos|art|nr|p)$/i.test(before) && /^\d/.test(follows)) return true;
  if (mayEnd.test(before)) return !starter.test(follows);
  if (/\bI$/.test(before)) return false;
  if (initial.test(before)) return !starter.test(follows);
  return /^\s*\d{1,3}$/.test(before); // "1. First": a number that opens the text
}

/** Marks that come in pairs. Quotation marks may end a sentence, brackets only when they hold one of their own. */
const pairs: Record<string, { close: string; quotes: boolean }> = {
  "(": { close: ")", quotes: false },
  "（": { close: "）", quotes: false },
  "[": { close: "]", quotes: false },
  "【": { close: "】", quotes: false },
  "《": { close: "》", quotes: false },
  "“": { close: "”", quotes: true },
  "「": { close: "」", quotes: true },
  "『": { close: "』", quotes: true },
  '"': { close: '"', quotes: true },
};
const longestPair = 240;

const inCode = 2;

/** Not 0 for every position inside something that is never cut; `inCode` inside inline code. */
function protectedSpans(text: string): Uint8Array {
  const closed = new Uint8Array(text.length);
  for (const { start, end } of codeSpans(text)) closed.fill(inCode, start, end);
  const mark = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (closed[i] === 0) closed[i] = 1;
  };
  for (const { start, end } of linkSpans(text)) mark(start, end);
  for (const pattern of [
    /<\/?[A-Za-z][^<>]*>/g, // tags and autolinks
    /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"'”）)，。；、\u4e00-\u9fff]*[^\s<>"'”）)，。；、.,;:!?\u4e00-\u9fff]/gi, // bare URLs
    /\$\$?[^$\n]{1,200}\$\$?(?!\d)/g, // formulas
  ]) {
    for (const hit of text.matchAll(pattern)) mark(hit.index, hit.index + hit[0].length);
  }
  for (const hit of text.matchAll(/(\*\*|__)(?=\S)[^*\n]{1,240}?\1/g)) {
    mark(hit.index, hit.index + hit[0].length - 3); // "**Done.** Next" still ends after the bold words
  }
  for (let i = 0; i < text.length; i++) {
    if (closed[i] !== 0) continue;
    const pair = pairs[text[i] as string];
    if (pair === undefined) continue;
    const end = closing(text, i, pair.close, closed);
    if (end === undefined) continue;
    const ends = /[.!?。！？]/.test(text[end - 1] as string);
    const opens = /(?:^|[.!?。！？])\s*$/.test(text.slice(Math.max(0, i - 4), i));
    mark(i, ends && (pair.quotes || opens) ? end - 1 : end);
    i = end;
  }
  return closed;
}

/** Where the mark opened at `open` closes, if it does so soon enough to be believed. */
function closing(text: string, open: number, close: string, closed: Uint8Array) {
  let depth = 1;
  for (let i = open + 1; i < text.length && i - open <= longestPair; i++) {
    if (closed[i] !== 0) continue;
    if (text[i] === close) {
      depth--;
      if (depth === 0) return i;
    } else if (text[i] === text[open]) depth++;
  }
  return undefined;
}

/** The sentences of a text, in their order. */
export const sentencesOf = (text: string): string[] =>
  sentenceRanges(text).map(({ start, end }) => text.slice(start, end));
