import { AppError } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { refuseUnknownRoot } from "../known-roots.ts";
import { defineTool } from "../tool.ts";

export const listFiles = defineTool({
  name: "docs_list",
  title: "List documents",
  description:
    "The documents below the roots with title, size and lines, 500 at a time; root and roots narrow to some of them, prefix to one folder, mentions to the files that hold a wording (with how often and where), changed_since to those changed at that time or later. With skipped: true the files that were left out, each with its rule.",
  async run(input, { shelf, signal }) {
    const { root, roots = [] } = input;
    refuseUnknownRoot(shelf.access, root === undefined ? roots : [...roots, root]);
    if (input.prefix?.includes("\0")) {
      throw new AppError("invalid_path", say("en", "rule.invalid_path"));
    }
    if (input.cursor === undefined) {
      await shelf.untilRead(signal);
      await shelf.index.lookAgain(signal);
    }
    const mentions =
      input.mentions === undefined ? undefined : await shelf.index.mentions(input.mentions);
    const listed = shelf.index.list(input, mentions);
    const labels = new Map(shelf.access.roots.map((root) => [root.id, root.label]));
    return {
      ...listed,
      files: listed.files.map((file) => ({
        ...file,
        display_path: `${labels.get(file.root_id) ?? file.root_id}/${file.relative_path}`,
      })),
      coverage: shelf.index.coverage(),
    };
  },
  summarize({ files, skipped, total, next_cursor }) {
    const more = next_cursor === undefined ? "" : " (more with next_cursor)";
    const names = [...files, ...skipped].slice(0, 50).map((f) => `${f.root_id}/${f.relative_path}`);
    return [`${total} in all${more}`, ...names].join("\n");
  },
});
