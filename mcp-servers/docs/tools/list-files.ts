import { AppError } from "#lib/contracts/errors";
import { refuseUnknownRoot } from "../known-roots.ts";
import { defineTool } from "../tool.ts";

export const listFiles = defineTool({
  name: "docs_list",
  title: "List documents",
  description:
    "The documents below the roots with title, size and lines, 500 at a time; prefix narrows to one folder. With skipped: true the files that were left out, each with its rule.",
  async run(input, { shelf }) {
    refuseUnknownRoot(shelf.access, input.root === undefined ? [] : [input.root]);
    if (input.prefix?.includes("\0")) {
      throw new AppError("invalid_path", "The prefix holds a NUL character. Give a path.");
    }
    return shelf.index.list(input);
  },
  summarize({ files, skipped, total, next_cursor }) {
    const more = next_cursor === undefined ? "" : " (more with next_cursor)";
    const names = [...files, ...skipped].slice(0, 50).map((f) => `${f.root_id}/${f.relative_path}`);
    return [`${total} in all${more}`, ...names].join("\n");
  },
});
