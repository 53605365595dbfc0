import type { Feature } from "../feature.ts";

export const otherFolder: Feature = {
  name: "other-folder",
  says: "It is of another folder than the question names.",
  value: (c, asked) =>
    Number(
      asked.analysis.folder !== undefined && asked.analysis.folder !== c.source.citation.root_id,
    ),
};
