import { refuseUnknownRoot } from "../known-roots.ts";
import { defineTool } from "../tool.ts";

export const suggestHeadings = defineTool({
  name: "docs_suggest",
  title: "Suggest questions",
  description:
    "Titles and headings of the documents that complete what has been typed; with an empty text, headings that are questions already. Only words that stand in the documents.",
  async run(input, { shelf }) {
    refuseUnknownRoot(shelf.access, input.roots ?? []);
    return shelf.index.suggest(input);
  },
  summarize({ suggestions, did_you_mean }) {
    const meant = did_you_mean === undefined ? [] : [`Did you mean: ${did_you_mean}`];
    return [...meant, ...suggestions.map(({ text }) => text)].join("\n") || "No heading fits.";
  },
});
