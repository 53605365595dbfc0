import { codeSpans, withoutUnderscores } from "./inline-spans.ts";

/** A word or sign of a text as it is said, and what separates it from the one before. */
export type Spoken = {
  /** In lower case, without inline marks; a Chinese character by itself. */
  word: string;
  /** Does punctuation stand before it? */
  border: boolean;
  /** Of the first word in brackets: the number of the first one behind them; else 0. */
  aside: number;
};

const token =
  /(?<border>[,.;:!?，。；：！？、…—–|"“”'‘’「」『』《》]+|(?<=\s)-(?=\s))|(?<open>[(（[【])|(?<close>[)）\]】])|(?<word>\p{Script=Han}|--?(?=\p{L})|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+(?:[.'’:/\\@-]+(?:(?!\p{Script=Han})[\p{L}\p{N}_])+)*|\S)/gu;

export function spoken(text: string): readonly Spoken[] {
  const read = lately.get(text);
  if (read !== undefined) return read;
  const words = readWords(text);
  // The lines of one answer are asked for each of its sentences; more than those is not kept.
  if (lately.size >= mostKept) lately.clear();
  lately.set(text, words);
  return words;
}

const lately = new Map<string, readonly Spoken[]>();
const mostKept = 2500;

function readWords(text: string): Spoken[] {
  const words: Spoken[] = [];
  const open: number[] = [];
  let border = true;
  for (const { groups = {} } of unmarked(text).matchAll(token)) {
    const { word, open: opens, close: closes } = groups;
    if (word !== undefined) {
      words.push({ word: word.toLowerCase().replaceAll("’", "'"), border, aside: 0 });
      border = false;
      continue;
    }
    border = true;
    if (opens !== undefined) open.push(words.length);
    const first = closes === undefined ? undefined : words[open.pop() ?? words.length];
    if (first !== undefined) first.aside = words.length;
  }
  return words;
}

/** Without the targets of links, tags and marks; what stands in code keeps its stars. */
function unmarked(text: string): string {
  const told = withoutUnderscores(text)
    .normalize("NFKC")
    .replace(/!?\[([^\][]*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)|\[[^\][]*\])/g, "$1")
    .replace(/\{\s?#[^{}]*\}|\{\/[^{}]*\/\}/g, "");
  let from = 0;
  const pieces = codeSpans(told).flatMap(({ start, end }) => {
    const before = told.slice(from, start);
    from = end;
    return [withoutMarks(before), told.slice(start, end).replaceAll("`", "")];
  });
  return [...pieces, withoutMarks(told.slice(from))].join("");
}

const withoutMarks = (text: string): string =>
  text.replace(/<\/?[a-z][^<>]*>/gi, "").replaceAll("*", "");
