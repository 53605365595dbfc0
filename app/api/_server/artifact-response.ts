import type { Artifact } from "#lib/contracts/tasks";

/**
 * A file of a task or of code. What it is shown as is told by its bytes, whatever was said of it: pictures and plain text
 * may be shown; everything else, HTML and SVG too, is a file to be saved. Nothing of it may run or load anything. A drawing
 * that was named as one keeps its type, so that a page can show it as a picture, where no script of it runs and nothing is
 * loaded; opened by itself it is saved as well.
 */
export function artifactResponse(
  artifact: Pick<Artifact, "name" | "media_type" | "sha256">,
  bytes: Buffer,
): Response {
  const drawing = artifact.media_type === svg && isText(bytes) && isMarkup("", bytes);
  const type = drawing ? svg : shownAs(artifact.media_type, bytes);
  const name = encodeURIComponent(artifact.name).replace(/['()*]/g, percent);
  const how = type === undefined || drawing ? "attachment" : "inline";
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": type ?? "application/octet-stream",
      "content-disposition": `${how}; filename*=UTF-8''${name}`,
      "content-length": String(bytes.byteLength),
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      etag: `"${artifact.sha256}"`,
    },
  });
}

const svg = "image/svg+xml";
const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

const pictures: [type: string, is: (bytes: Buffer) => boolean][] = [
  ["image/png", (b) => b.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (b) => b.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  ["image/gif", (b) => /^GIF8[79]a/.test(b.toString("latin1", 0, 6))],
  ["image/webp", (b) => /^RIFF[\s\S]{4}WEBP/.test(b.toString("latin1", 0, 12))],
];

/** Kinds of plain text that a task may name; any other text is plain. */
const texts = new Set(["text/markdown", "text/csv", "text/x-diff", "application/json"]);

function shownAs(declared: string, bytes: Buffer): string | undefined {
  const picture = pictures.find(([, is]) => is(bytes))?.[0];
  if (picture !== undefined) return picture;
  if (!isText(bytes) || isMarkup(declared, bytes)) return undefined;
  return `${texts.has(declared) ? declared : "text/plain"}; charset=utf-8`;
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Named so, or beginning as a page or a drawing does; a tag in the middle of Markdown makes no page of it. */
function isMarkup(declared: string, bytes: Buffer): boolean {
  if (/html|xml|svg|javascript|ecmascript/i.test(declared)) return true;
  const start = bytes.toString("utf8", 0, 1024).replace(/^\uFEFF?\s*/, "");
  return /^<(?:!doctype|\?xml|html|head|body|script|svg|iframe|style|title|meta|link|!--)/i.test(
    start,
  );
}
