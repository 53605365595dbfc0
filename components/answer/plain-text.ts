import type { Token } from "markdown-it";
import { markdown } from "./parse-markdown.ts";

/** Excerpts of documents without their Markdown marks, to be read and not to be relied on: the cited bytes are elsewhere. */

/** On one line. */
export function plainWords(text: string): string {
  return plainLines(text).join(" ").replace(/\s+/g, " ").trim();
}

/**
 * Line by line, empty lines left out; code keeps its lines as they are. `fence` is the opening of a code block that the
 * text begins in.
 */
export function plainLines(text: string, fence?: string): string[] {
  const lines: string[] = [];
  let mark = "";
  let row: string[] | undefined;
  for (const token of markdown.parse(fence === undefined ? text : `${fence}\n${text}`, {})) {
    if (token.type === "list_item_open") {
      mark = token.info === "" ? "– " : `${token.info}${token.markup} `;
    } else if (token.type === "tr_open") {
      row = [];
    } else if (token.type === "tr_close") {
      lines.push((row ?? []).join(" · "));
      row = undefined;
    } else if (token.type === "inline") {
      const said = inlineLines(token);
      if (row !== undefined) row.push(said.join(" "));
      else lines.push(...said.map((line, i) => (i === 0 ? mark + line : line)));
      mark = "";
    } else if (token.type === "fence" || token.type === "code_block") {
      lines.push(...token.content.replace(/\n$/, "").split("\n"));
    }
  }
  return lines.filter((line) => line.trim() !== "");
}

function inlineLines({ children }: Token): string[] {
  const words = (children ?? []).map((child) =>
    /break$/.test(child.type) ? "\n" : child.content.replaceAll("\n", " "),
  );
  return words.join("").split("\n");
}
