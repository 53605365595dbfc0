import type { Passage } from "./passages.ts";

/**
 * What of a passage is searched: prose and code apart, without the markup that only lays text out (link targets, tags,
 * entities, escapes). Offsets are lost on purpose: what is cited is read from the file.
 */
export function searchableText(
  passage: Passage,
  lines: readonly string[],
): { body: string; code: string } {
  if (passage.silent) return { body: "", code: "" };
  const text = lines.slice(passage.start, passage.end);
  const prose: string[] = [];
  const code: string[] = [];
  let fence: string | undefined;
  for (const line of text) {
    const mark = /^\s{0,12}(?:[-*+>]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      fence = mark;
      continue;
    }
    if (fence !== undefined && mark?.startsWith(fence) === true) {
      fence = undefined;
      continue;
    }
    (fence === undefined && !(passage.kind === "code" && /^(?: {4}|\t)/.test(line))
      ? prose
      : code
    ).push(line);
  }
  if (passage.header !== undefined) {
    prose.push(...lines.slice(passage.header.start, passage.header.end));
  }
  return { body: plain(prose.join("\n")), code: code.join("\n") };
}

const entities: Record<string, string> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  nbsp: " ",
  apos: "'",
};

function plain(text: string): string {
  return (
    text
      .replace(/\]\([^()\s]{0,2000}(?:\s+"[^"\n]{0,500}")?\)/g, "] ")
      .replace(/^\s{0,3}\[[^\]\n]{1,200}\]:\s+\S+/gm, " ")
      .replace(/<(?:https?:[^<>\s]*|\/?[a-zA-Z][^<>]{0,2000})>/g, " ")
      .replace(/<!--[\s\S]{0,5000}?-->/g, " ")
      .replace(/&(lt|gt|amp|quot|nbsp|apos);/g, (whole, name: string) => entities[name] ?? whole)
      .replace(/\\([!-/:-@[-`{-~])/g, "$1")
      // The mark of a list item stays a mark: items are no sentence.
      .replace(/^([ \t]{0,40})\*(?=[ \t])/gm, "$1-")
      .replace(/\*{1,3}|~~/g, " ")
  );
}
