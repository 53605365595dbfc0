import type { MarkdownDocument } from "#lib/markdown/document";
import { searchableText } from "#lib/markdown/searchable";
import type { DocumentText } from "../engines/document-words.ts";

/** What of a document is searched, passage by passage: the passages that `silent` does not take out, in their order. */
export function documentText(markdown: MarkdownDocument, relativePath: string): DocumentText {
  const headingOf = openHeadings();
  return {
    title: [markdown.title, ...markdown.aliases].join("\n"),
    path: [relativePath, ...markdown.about].join("\n"),
    passages: markdown.passages
      .filter((passage) => !passage.silent)
      .map((passage) => ({
        line: passage.start + 1,
        heading: headingOf(passage.breadcrumb),
        section: passage.breadcrumb.at(-1) ?? "",
        ...searchableText(passage, markdown.lines),
      })),
  };
}

/** The passages of a section share their way down, and so its text. */
function openHeadings(): (breadcrumb: readonly string[]) => string {
  let last: readonly string[] | undefined;
  let heading = "";
  return (breadcrumb) => {
    if (breadcrumb !== last) heading = [...breadcrumb, breadcrumb.at(-1) ?? ""].join("\n");
    last = breadcrumb;
    return heading;
  };
}
