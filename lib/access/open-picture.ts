import { AppError } from "#lib/contracts/errors";
import { type PictureType, pictureLimits } from "#lib/contracts/pictures";
import { readDrawing } from "#lib/platform/drawing";
import { sha256 } from "#lib/platform/hash";
import { readPictureHead } from "#lib/platform/picture-head";
import { say } from "#lib/platform/say";
import { openDocument } from "./open-document.ts";
import { refusal } from "./open-judged.ts";
import type { Allowed } from "./verdict.ts";

/** Sizes in pixels, where the picture says them; `words`: the text inside a drawing. */
export type OpenedPicture = {
  bytes: Buffer;
  media_type: PictureType;
  sha256: string;
  width?: number;
  height?: number;
  words: string;
};

/**
 * Reads a picture that was judged. What it is its first bytes say, whatever its name; a drawing is read whole and refused
 * where it holds a script, leads to another place, or would make a browser lay out far more than it says. Throws AppError:
 * `not_a_picture`, `too_large`, or as `openDocument` does.
 */
export function openPicture(
  verdict: Pick<Allowed, "real_path">,
  maxFileBytes: number,
): OpenedPicture {
  const { bytes } = openDocument(verdict, Math.min(maxFileBytes, pictureLimits.bytes));
  const hash = sha256(bytes);
  const head = readPictureHead(bytes);
  if (head !== undefined) {
    const { width, height } = head;
    const { side, pixels } = pictureLimits;
    if (width > side || height > side || width * height > pixels) throw refusal("too_large");
    if (width < 1 || height < 1) throw refusal("not_a_picture");
    return { bytes, ...head, sha256: hash, words: "" };
  }
  if (bytes.length > pictureLimits.drawing_bytes) {
    throw refusal(bytes.includes(0) ? "not_a_picture" : "too_large");
  }
  const drawing = readDrawing(bytes);
  if (drawing.kind === "none") throw refusal("not_a_picture");
  if (drawing.kind === "refused") {
    const message = say("en", "access.drawing_refused", { reason: drawing.reason });
    throw new AppError("not_a_picture", message);
  }
  const { kind: _, ...own } = drawing;
  return { bytes, media_type: "image/svg+xml", sha256: hash, ...own };
}
