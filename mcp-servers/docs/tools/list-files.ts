import { AppError } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { refuseUnknownRoot } from "../known-roots.ts";
import { lookAtDisk } from "../look-at-disk.ts";
import { defineTool } from "../tool.ts";
import { waitAtMost } from "../wait-at-most.ts";

/** So long a listing waits for the newest state of the disk. */
const lookAgainMs = 1000;

export const listFiles = defineTool({
  name: "docs_list",
  title: "List documents",
  description:
    "The documents below the roots with title, size and lines, 500 at a time; prefix narrows to one folder. With skipped: true the files that were left out, each with its rule.",
  async run(input, { shelf, signal }) {
    refuseUnknownRoot(shelf.access, input.root === undefined ? [] : [input.root]);
    if (input.prefix?.includes("\0")) {
      throw new AppError("invalid_path", say("en", "rule.invalid_path"));
    }
    if (input.cursor === undefined) {
      await shelf.untilRead(signal);
      await waitAtMost(lookAtDisk(shelf.index), lookAgainMs, signal);
    }
    return { ...shelf.index.list(input), coverage: shelf.index.coverage() };
  },
  summarize({ files, skipped, total, next_cursor }) {
    const more = next_cursor === undefined ? "" : " (more with next_cursor)";
    const names = [...files, ...skipped].slice(0, 50).map((f) => `${f.root_id}/${f.relative_path}`);
    return [`${total} in all${more}`, ...names].join("\n");
  },
});
