import { defineUnlistedTool } from "../tool.ts";

/** Hands out passages that have no vector yet, with their text. */
export const embedNext = defineUnlistedTool({
  name: "docs_embed_next",
  run: (input, { shelf, signal }) => shelf.index.nextToEmbed(input, signal),
  summarize: ({ passages, done, total }) =>
    `${passages.length} passages; ${done} of ${total} have a vector`,
});
