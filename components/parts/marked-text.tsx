import type { ReactNode } from "react";

/** Text with the given words marked where they stand, whatever their case. Longer words win over their own parts. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  const wanted = words.filter((word) => word.trim() !== "").sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return text;
  const pattern = new RegExp(`(${wanted.map(literal).join("|")})`, "giu");
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const piece of text.split(pattern)) {
    if (piece !== "") {
      const hit = wanted.some((word) => word.toLowerCase() === piece.toLowerCase());
      nodes.push(hit ? <mark key={at}>{piece}</mark> : piece);
    }
    at += piece.length;
  }
  return nodes;
}

/** "add" stands in no "address"; Han words stand anywhere. */
function literal(word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = wordLike.test(word.charAt(0)) ? `(?<!${wordLike.source})` : "";
  const after = wordLike.test(word.charAt(word.length - 1)) ? `(?!${wordLike.source})` : "";
  return before + escaped + after;
}

const wordLike = /(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{N}]/u;
