import { withJudged } from "../read-document.ts";
import { defineTool } from "../tool.ts";

export const outlineFile = defineTool({
  name: "docs_outline",
  title: "Headings of a document",
  description:
    "The headings of one document with the lines of their sections, to choose what to read. path is absolute or relative to a root.",
  run(input, { shelf }) {
    return withJudged(shelf.access, input.path, input.root, async (verdict) => ({
      path: verdict.real_path,
      root_id: verdict.root.id,
      relative_path: verdict.relative_path,
      ...(await shelf.index.outline(verdict)),
    }));
  },
  summarize: ({ title, headings }) =>
    [
      title,
      ...headings.map((h) => `${"#".repeat(h.level)} ${h.text} (${h.line_start}-${h.line_end})`),
    ]
      .slice(0, 200)
      .join("\n"),
});
