import { AppError } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { refersOn } from "#lib/search/picture-shelf";
import { readDocument } from "../read-document.ts";
import { defineTool } from "../tool.ts";

/** The bytes of a picture, and of nothing that no document refers to. */
export const readPicture = defineTool({
  name: "docs_picture",
  title: "Read a picture",
  description:
    "The bytes of one picture (PNG, JPEG, GIF, WebP, or SVG without scripts and references elsewhere) as base64, only where a document refers to it. path is absolute or relative to a root; from names the document and the line that refers to it.",
  async run({ path, root, from }, { shelf, signal }) {
    const { access, index } = shelf;
    const verdict = access.judgePicture(path, root);
    if (verdict.kind === "refused") {
      throw new AppError(verdict.rule, verdict.message, {
        ...(verdict.setting === undefined ? {} : { setting: verdict.setting }),
        details: { missing: verdict.missing },
      });
    }
    signal.throwIfAborted();
    const allowed = verdict;
    const { relative_path } = allowed;
    const root_id = allowed.root.id;
    const named =
      from === undefined
        ? (await index.refersTo(root_id, relative_path)) !== undefined
        : await refersTo(from);
    if (!named) throw new AppError("not_a_picture", say("en", "docs.picture_not_named"));
    const { bytes, words: _, ...picture } = access.openPicture(allowed);
    return {
      ...{ root_id, relative_path, ...picture },
      bytes: bytes.length,
      base64: bytes.toString("base64"),
    };

    async function refersTo(place: { path: string; line: number }): Promise<boolean> {
      const document = await readDocument(access, place.path, root_id);
      const own = { root_id, relative_path: document.verdict.relative_path };
      return refersOn(access, { ...own, lines: document.lines, line: place.line }, allowed);
    }
  },
  summarize: ({ relative_path, media_type, bytes }) =>
    `${relative_path}, ${media_type}, ${bytes} bytes`,
});
