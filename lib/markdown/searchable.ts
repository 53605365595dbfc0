import type { Passage } from "./document/passages.ts";
import { fenceOn, languageOf } from "./fences.ts";
import { optionRows } from "./option-rows.ts";

/**
 * What of a passage is searched: prose and code apart, without the markup that only lays text out (link targets, tags,
 * entities, escapes). Offsets are lost on purpose: what is cited is read from the file.
 */
export function searchableText(
  passage: Passage,
  lines: readonly string[],
): { body: string; code: string } {
  if (passage.silent) return { body: "", code: "" };
  const prose: string[] = [];
  const code: string[] = [];
  let fence: { mark: string; info: string; lines: string[] } | undefined;
  /** What options are said to do is told in words. */
  const close = () => {
    const { info = "", lines: own = [] } = fence ?? {};
    (optionRows(own, info).length > 0 ? prose : code).push(...own);
    fence = undefined;
  };
  for (let at = passage.start; at < passage.end; at++) {
    const line = lines[at] ?? "";
    const on = fenceOn(line);
    if (fence === undefined && on !== undefined)
      fence = { mark: on.mark, info: languageOf(on), lines: [] };
    else if (fence !== undefined && on?.mark.startsWith(fence.mark) === true) close();
    else if (fence !== undefined) fence.lines.push(line);
    else (passage.kind === "code" && /^(?: {4}|\t)/.test(line) ? code : prose).push(line);
  }
  close();
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

/** Each step only where there is something for it: to look for one sign is much quicker than to try a pattern everywhere. */
function plain(given: string): string {
  let text = given;
  if (text.includes("](")) {
    text = text.replace(/\]\([^()\s]{0,2000}(?:\s+"[^"\n]{0,500}")?\)/g, "] ");
  }
  if (text.includes("]:")) text = text.replace(/^\s{0,3}\[[^\]\n]{1,200}\]:\s+\S+/gm, " ");
  if (text.includes("<")) {
    text = text
      .replace(/<(?:https?:[^<>\s]*|\/?[a-zA-Z][^<>]{0,2000})>/g, " ")
      .replace(/<!--[\s\S]{0,5000}?-->/g, " ");
  }
  if (text.includes("&")) {
    text = text.replace(
      /&(lt|gt|amp|quot|nbsp|apos);/g,
      (whole, name: string) => entities[name] ?? whole,
    );
  }
  if (text.includes("\\")) text = text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  if (text.includes("*")) {
    // The mark of a list item stays a mark: items are no sentence.
    text = text.replace(/^([ \t]{0,40})\*(?=[ \t])/gm, "$1-").replace(/\*{1,3}/g, " ");
  }
  return text.includes("~~") ? text.replace(/~~/g, " ") : text;
}
