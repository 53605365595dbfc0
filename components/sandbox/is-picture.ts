/** A drawing larger than this is saved, not shown: laying it out takes the browser longer than anybody waits. */
const LARGEST_DRAWING = 1024 * 1024;

/** Whether a file is seen as a picture. In an image no script of a drawing runs and nothing is loaded. */
export function isShownPicture({ media_type, bytes }: { media_type: string; bytes: number }) {
  if (media_type === "image/svg+xml") return bytes <= LARGEST_DRAWING;
  return /^image\/(?:png|jpeg|gif|webp)$/.test(media_type);
}
