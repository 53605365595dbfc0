/**
 * What a file that code left is, told by its bytes: a picture by its first bytes, a drawing and a page by how they begin.
 * Of other text the ending of the name says which kind it is; it decides only how the text is laid out.
 */
export function mediaTypeOf(name: string, bytes: Uint8Array): string {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = pictures.find(([, is]) => is(content))?.[0];
  if (picture !== undefined) return picture;
  const text = textOf(content);
  if (text === undefined) return "application/octet-stream";
  const start = text.slice(0, LOOKED_AT).replace(/^\uFEFF/, "");
  if (
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/i.test(start)
  )
    return "image/svg+xml";
  if (/^\s*<(?:!doctype html|html|head|body|script|iframe)[\s>]/i.test(start)) return "text/html";
  const ending = /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase();
  return (ending !== undefined && kinds[ending]) || "text/plain";
}

const LOOKED_AT = 4096;

const pictures: [type: string, is: (bytes: Buffer) => boolean][] = [
  ["image/png", (b) => b.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (b) => b.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  ["image/gif", (b) => /^GIF8[79]a/.test(b.toString("latin1", 0, 6))],
  ["image/webp", (b) => /^RIFF[\s\S]{4}WEBP/.test(b.toString("latin1", 0, 12))],
];

const kinds: Record<string, string> = {
  csv: "text/csv",
  md: "text/markdown",
  markdown: "text/markdown",
  json: "application/json",
  diff: "text/x-diff",
  patch: "text/x-diff",
};

function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
