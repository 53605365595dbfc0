import { defineUnlistedTool } from "../tool.ts";

/** Takes vectors of passages back. */
export const embedPut = defineUnlistedTool({
  name: "docs_embed_put",
  run: async (input, { shelf }) => ({ kept: shelf.index.putVectors(input) }),
  summarize: ({ kept }) => `${kept} vectors kept`,
});
