import { tokenize } from "#lib/language/words";
import { bareFence, closesFence } from "#lib/markdown/fences";

/**
 * The words that mean the same in a folder, from the list items of the page `synonyms.md` at its top. Everything else on
 * the page is for people. A list item that is no group is refused by its line, and the rest counts.
 *
 *   - boat hoist = travel lift = 吊船机
 */
export const synonymsFile = "synonyms.md";

/** Words and phrases as they are written. */
export type SynonymGroup = string[];

export type SynonymLines = {
  groups: { line: number; words: SynonymGroup }[];
  /** Numbers of the lines that are refused, from 1. */
  refused: number[];
};

export const synonymLimits = { groups: 500, words: 12, characters: 60 };
const longestPage = 65_536;
/** Longer than any group within the limits. */
const longestItem = 800;

/** A page without any group is an ordinary page that happens to have this name: nothing of it is refused. */
export function readSynonymLines(lines: readonly string[]): SynonymLines {
  const groups: SynonymLines["groups"] = [];
  const refused: number[] = [];
  let fence: string | undefined;
  let read = 0;
  const begin = endOfFrontMatter(lines);
  for (const [i, text] of lines.entries()) {
    if (i < begin) continue;
    const mark = bareFence(text);
    if (fence === undefined) fence = mark?.mark;
    else if (closesFence(mark, fence)) fence = undefined;
    const item = fence === undefined ? /^\s*[-*+]\s+(.+)$/.exec(text)?.[1] : undefined;
    read += text.length;
    if (item === undefined) continue;
    const full = groups.length === synonymLimits.groups || read > longestPage;
    const words = full || item.length > longestItem ? undefined : readGroup(item);
    if (words === undefined) refused.push(i + 1);
    else groups.push({ line: i + 1, words });
  }
  return groups.length === 0 ? { groups, refused: [] } : { groups, refused };
}

function readGroup(item: string): SynonymGroup | undefined {
  const written = item
    .split(/[=＝]/)
    .map((word) => word.replace(/[`*]+/g, "").replace(/\s+/g, " ").trim());
  const words = [...new Set(written)];
  const good =
    words.length >= 2 && words.length <= synonymLimits.words && words.every(saysSomething);
  return good ? words : undefined;
}

/**
 * Function words and single Han characters stand in too many words to mean another one. A word is shown as it is written,
 * also in a terminal: what steers one or turns text around is in no word.
 */
function saysSomething(word: string): boolean {
  if (word.length > synonymLimits.characters || /[\p{Cc}\p{Bidi_Control}]/u.test(word))
    return false;
  return tokenize(word).some((token) => !token.stop && token.kind !== "han_single");
}

function endOfFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === "---");
  return end < 0 ? 0 : end + 1;
}
