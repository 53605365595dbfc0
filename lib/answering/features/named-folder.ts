import type { Feature } from "../feature.ts";

export const namedFolder: Feature = {
  name: "named-folder",
  says: "It is of the folder that the question names.",
  value: (c, asked) =>
    Number(
      asked.analysis.folder !== undefined && asked.analysis.folder === c.source.citation.root_id,
    ),
};
