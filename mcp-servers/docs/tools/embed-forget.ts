import { defineUnlistedTool } from "../tool.ts";

/** Takes every vector away. */
export const embedForget = defineUnlistedTool({
  name: "docs_embed_forget",
  run: async (_, { shelf }) => ({ forgotten: shelf.index.forgetVectors() }),
  summarize: ({ forgotten }) => `${forgotten} vectors forgotten`,
});
