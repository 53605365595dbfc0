import { defineTool } from "../tool.ts";

/** Pictures, found by what documents say of them. None of their bytes: those are asked for one by one. */
export const findPictures = defineTool({
  name: "docs_pictures",
  title: "Find pictures in the documents",
  description:
    "Pictures that documents refer to (PNG, JPEG, GIF, WebP, SVG), best first: by alternative text, title, caption, file name, the text inside a drawing, and the paragraphs around. With within: the pictures of these lines of documents. Each comes with the line that holds it as a citation; docs_picture has its bytes.",
  async run(input, { shelf, signal }) {
    await shelf.untilRead(signal);
    return shelf.index.pictures(input, signal);
  },
  summarize({ pictures }) {
    if (pictures.length === 0) return "No picture was found.";
    return pictures
      .map(({ relative_path, alt, citation }) => {
        const place = `${citation.display_path} line ${citation.locator.line_start}`;
        return `${relative_path}${alt === "" ? "" : ` (${alt.slice(0, 120)})`}, in ${place}`;
      })
      .join("\n");
  },
});
