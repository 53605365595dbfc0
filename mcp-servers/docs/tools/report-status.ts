import { lookAtDisk } from "../look-at-disk.ts";
import { defineTool } from "../tool.ts";

export const reportStatus = defineTool({
  name: "docs_status",
  title: "State of the folders",
  description:
    "Per folder: its state, how many files are searchable and known, what was skipped by which rule; how far the index is; calls under way. With look_again: true a look at the disk begins.",
  async run({ look_again = false }, { shelf, calls, call_id }) {
    if (look_again) void lookAtDisk(shelf.index, { again: true });
    return {
      ...shelf.index.status(),
      calls_under_way: calls.list(call_id),
      config: shelf.config_error === undefined ? "ok" : "error",
      ...(shelf.config_error === undefined ? {} : { message: shelf.config_error }),
    };
  },
  summarize: ({ coverage, roots }) =>
    `${coverage.files_searchable} of ${coverage.files_known} files searchable in ${roots.length} folders, ${coverage.state}.`,
});
