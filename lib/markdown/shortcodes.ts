import type { MarkdownIt, Token } from "markdown-it";

/**
 * Shortcodes of Hugo (`{{< note >}} … {{< /note >}}`, `{{% … %}}`) are shown by what they mean: what stands between two marks
 * is text of the page, and the marks are left out. One with words of its own (`title`, `text`) stands as these, and one that
 * a link leads to as what it names. In code they are code, and one in a comment of theirs is spoken of. For the eye alone:
 * what is cited stays as the file has it.
 */
export function readShortcodes(md: MarkdownIt): void {
  // A line of marks alone belongs to no paragraph and no table above it.
  const alt = ["paragraph", "reference", "blockquote", "list"];
  md.block.ruler.before("blockquote", "shortcodes", readLine, { alt });
  md.core.ruler.before("inline", "shortcodes", (state) => {
    const { tokens } = state;
    const empty = new Set<Token | undefined>();
    for (const [at, token] of tokens.entries()) {
      if (token.type !== "inline") continue;
      const content = withoutMarks(token.content);
      const around = [tokens[at - 1], token, tokens[at + 1]];
      if (content === "" && token.content !== "" && around[0]?.type === "paragraph_open") {
        for (const one of around) empty.add(one);
      }
      token.content = content;
    }
    if (empty.size > 0) state.tokens = tokens.filter((token) => !empty.has(token));
  });
}

/** A name, perhaps behind a slash, and anything up to its own end but another mark or an empty line. */
const mark =
  /\{\{(?:<\s*\/?\s*([A-Za-z][\w-]*)(?:(?!>\}\}|\{\{|\n[ \t]*\n)[\s\S]){0,1000}>|%\s*\/?\s*([A-Za-z][\w-]*)(?:(?!%\}\}|\{\{|\n[ \t]*\n)[\s\S]){0,1000}%)\}\}/y;

/** `{{<name>}}` without its other one is left: it is written so where somebody is to put a name. */
function markAt(text: string, at: number): string | undefined {
  mark.lastIndex = at;
  const [found, angled, percented] = mark.exec(text) ?? [];
  const bare = /^\{\{[<%][A-Za-z][\w-]*[>%]\}\}$/.test(found ?? "");
  return bare && !text.includes(`/${angled ?? percented}`) ? undefined : found;
}

const wordsOf = (found: string): string =>
  /\s(?:title|text)\s*=\s*"([^"\n]*)"/.exec(found)?.[1] ?? "";
const targetOf = (found: string): string => /"([^"<>\n]*)"/.exec(found)?.[1] ?? "";

type Rule = Parameters<MarkdownIt["block"]["ruler"]["push"]>[1];

const readLine: Rule = (state, start, end, silent) => {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const begin = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  const stop = state.eMarks[end - 1] ?? begin;
  const words: string[] = [];
  let at = begin;
  for (let found = markAt(state.src, at); found !== undefined; found = markAt(state.src, at)) {
    words.push(wordsOf(found));
    at += found.length;
    while (/[ \t]/.test(state.src[at] ?? "")) at += 1;
  }
  if (at === begin || at > stop || !/^\n?$/.test(state.src[at] ?? "")) return false;
  if (silent) return true;
  const map: [number, number] = [start, start + state.src.slice(begin, at).split("\n").length];
  const said = words.join(" ").trim();
  if (said !== "") {
    state.push("paragraph_open", "p", 1).map = map;
    Object.assign(state.push("inline", "", 0), { content: said, map, children: [] });
    state.push("paragraph_close", "p", -1);
  }
  [, state.line] = map;
  return true;
};

/** The text of one block, its code spans as they are; it has as many lines as before. */
function withoutMarks(text: string): string {
  if (!/\{\{[<%]/.test(text)) return text;
  const lastRun = new Map<string, number>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) lastRun.set(run, index);
  const piece = /\\[\s\S]|`+|\{\{(?=[<%])/g;
  let shown = "";
  let from = 0;
  for (let found = piece.exec(text); found !== null; found = piece.exec(text)) {
    const { 0: sign, index } = found;
    if (sign.startsWith("`") && (lastRun.get(sign) ?? 0) > index) {
      const closing = /`+/g;
      closing.lastIndex = piece.lastIndex;
      while (closing.exec(text)?.[0] !== sign);
      piece.lastIndex = closing.lastIndex;
    }
    const code = sign === "{{" ? markAt(text, index) : undefined;
    if (code === undefined) continue;
    shown += text.slice(from, index);
    const target = shown.endsWith("](") ? `<${targetOf(code)}>` : wordsOf(code);
    shown += target + "\n".repeat(code.split("\n").length - 1);
    from = index + code.length;
    if (target === "" && /(?:^|\s)$/.test(shown)) while (/[ \t]/.test(text[from] ?? "")) from += 1;
    piece.lastIndex = from;
  }
  return (shown + text.slice(from)).trimEnd();
}
