import path from "node:path";
import { type MarkdownDocument, type MarkdownOptions, readMarkdown } from "#lib/markdown/document";
import { say } from "#lib/platform/say";
import {
  readSynonymLines,
  type SynonymGroup,
  synonymLimits,
  synonymsFile,
} from "../synonym-lines.ts";

/** A Markdown file as the index reads it: headings and passages, and what a page of synonyms says words mean. */
export type SearchedDocument = MarkdownDocument & {
  /** Of a page of synonyms; they count where it stands at the top of a root. */
  synonyms?: SynonymGroup[];
};

const mostNamedLines = 20;

export function readDocument(
  lines: readonly string[],
  relativePath: string,
  options?: MarkdownOptions,
): SearchedDocument {
  const markdown = readMarkdown(lines, relativePath, options);
  const synonyms = synonymsOf(markdown, relativePath);
  return synonyms.length === 0 ? markdown : { ...markdown, synonyms };
}

/**
 * The groups of a page of synonyms; of one further down too, because another root may begin there. At the top the
 * passages that hold a group are taken out of the search: they say what words mean, not what anybody asks for.
 */
function synonymsOf(
  { lines, passages, cuts }: MarkdownDocument,
  relativePath: string,
): SynonymGroup[] {
  if (path.posix.basename(relativePath) !== synonymsFile) return [];
  const { groups, refused } = readSynonymLines(lines);
  const words = groups.map((group) => group.words);
  if (relativePath !== synonymsFile) return words;
  for (const passage of passages) {
    const holds = ({ line }: { line: number }) => passage.start < line && line <= passage.end;
    if (groups.some(holds)) passage.silent = true;
  }
  if (refused.length > 0) {
    const named = refused.slice(0, mostNamedLines);
    const limits = { lines: named.join(", "), ...synonymLimits };
    cuts.push({
      rule: "synonym_line",
      message: say("en", "search.cut.synonym_line", { count: refused.length, ...limits }),
      lines: named,
    });
  }
  return words;
}
