import type { Token } from "#lib/language/words";

const most = 50;

/** The question's words as they are written in the text, longest first; pairs of Han characters grown together. */
export function matchedWords(text: string, tokens: readonly Token[]): string[] {
  const found = new Set<string>();
  let open: { start: number; end: number } | undefined;
  const close = () => {
    if (open !== undefined) found.add(text.slice(open.start, open.end));
    open = undefined;
  };
  for (const token of tokens) {
    if (token.kind === "han" || token.kind === "han_single") {
      if (open !== undefined && token.start < open.end) open.end = Math.max(open.end, token.end);
      else {
        close();
        open = { start: token.start, end: token.end };
      }
    } else {
      found.add(text.slice(token.start, token.end));
    }
  }
  close();
  return [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, most);
}
