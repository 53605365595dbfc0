import { defineUnlistedTool } from "../tool.ts";

/** Says whether there is any vector to forget, also where none can be compared. */
export const embedKept = defineUnlistedTool({
  name: "docs_embed_kept",
  run: async (_, { shelf }) => ({ kept: shelf.index.keepsVectors() }),
  summarize: ({ kept }) => (kept ? "there are vectors" : "there is no vector"),
});
