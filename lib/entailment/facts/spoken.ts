import { codeSpans, withoutUnderscores } from "#lib/markdown/inline-spans";
import { recentTexts } from "#lib/platform/recent-texts";
import { entailmentLimits } from "../limits.ts";

/** A word or sign of a text as it is said, and what separates it from the one before. */
export type Spoken = {
  /** Without inline marks, an ordinary word in lower case; a Chinese character by itself. */
  word: string;
  /** Does punctuation stand before it? */
  border: boolean;
};

/** Stands for a span of code until the rest is read. */
const held = "\uE000";
const token =
  /(?<code>\uE000)|(?<border>[,.;:!?，。；：！？、…—–|"“”'‘’「」『』《》()（）[\]【】]+|(?<=\s)-(?=\s))|(?<word>\p{Script=Han}|(?:--?(?=\p{L}))?(?:(?!\p{Script=Han})[\p{L}\p{N}_])+(?:(?:[.'’:/\\@-]+|(?<=\p{N}),(?=\p{N}{3}))(?:(?!\p{Script=Han})[\p{L}\p{N}_])+)*|\S)/gu;
/** "Wait" at the front of a sentence is "wait"; "GET", "-V" and "camelCase" are what they are. */
const common = /^\p{Lu}?[\p{Ll}'’-]+$/u;

export const spoken = (text: string): readonly Spoken[] => lately.of(text, readWords);

/** The lines of one answer are asked for each of its sentences. */
const lately = recentTexts<readonly Spoken[]>(entailmentLimits.remembered_characters);

function readWords(text: string): Spoken[] {
  const code: string[] = [];
  const words: Spoken[] = [];
  let border = true;
  for (const { groups = {} } of unmarked(text, code).matchAll(token)) {
    const { word, code: span } = groups;
    // Of code every sign counts.
    const said = span === undefined ? [word ?? ""] : (code.shift() ?? "").trim().split(/\s+/);
    if (word !== undefined || span !== undefined) {
      for (const one of said) {
        const plain = span === undefined && common.test(one);
        words.push({
          word: plain ? one.toLowerCase().replaceAll("’", "'") : one,
          border,
        });
        border = false;
      }
      continue;
    }
    border = true;
  }
  return words;
}

/** Without the targets of links, tags and marks; code is taken out of it. */
function unmarked(text: string, code: string[]): string {
  let from = 0;
  const pieces = codeSpans(text).flatMap(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    code.push(text.slice(start, end).replace(/^`+|`+$/g, ""));
    return [before, held];
  });
  return withoutUnderscores([...pieces, text.slice(from)].join(""))
    .normalize("NFKC")
    .replace(/!?\[([^\][]*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)|\[[^\][]*\])/g, "$1")
    .replace(/\{\s?#[^{}]*\}|\{\/[^{}]*\/\}/g, "")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replaceAll("*", "");
}
