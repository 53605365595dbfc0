import type { ReactNode } from "react";
import { marksIn } from "#lib/contracts/mark-words";

/** Text with the given words marked where they stand. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of marksIn(text, words)) {
    if (start > at) nodes.push(text.slice(at, start));
    nodes.push(<mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return at === 0 ? text : [...nodes, text.slice(at)];
}
