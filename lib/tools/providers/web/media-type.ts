/** What a body is: by its bytes where they tell, else by what its server calls it. Lower case, without parameters. Pure. */
export function mediaTypeOf(body: Uint8Array, declared: string | undefined): string {
  const said = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(declared ?? "")?.[1]?.toLowerCase();
  const seen = byBytes(body);
  if (seen !== undefined) return seen;
  if (said !== undefined && said !== "application/octet-stream") return said;
  const start = pastComments(latin1(body.subarray(0, 1024))).toLowerCase();
  if (/^<(?:!doctype html|html|head|body|h1|div|p|title)\b/.test(start)) return "text/html";
  return said ?? "text/plain";
}

/** Of a text of strangers each character is passed once. */
function pastComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith("<!--")) {
    const end = rest.indexOf("-->", 4);
    if (end === -1) return "";
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

/** What tells itself, and is no text whatever its server says. */
function byBytes(body: Uint8Array): string | undefined {
  const head = latin1(body.subarray(0, 16));
  const found = signatures.find(([sign]) => head.startsWith(sign));
  if (found !== undefined) return found[1];
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  if (head.slice(4, 8) === "ftyp") return "video/mp4";
  const wide = head.startsWith("\xff\xfe") || head.startsWith("\xfe\xff");
  return !wide && body.subarray(0, 4096).includes(0) ? "application/octet-stream" : undefined;
}

const signatures: readonly (readonly [string, string])[] = [
  ["%PDF-", "application/pdf"],
  ["PK\x03\x04", "application/zip"],
  ["PK\x05\x06", "application/zip"],
  ["\x1f\x8b", "application/gzip"],
  ["BZh", "application/x-bzip2"],
  ["7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  ["Rar!\x1a", "application/vnd.rar"],
  ["\xfd7zXZ", "application/x-xz"],
  ["\x28\xb5\x2f\xfd", "application/zstd"],
  ["\x89PNG\r\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["\x7fELF", "application/x-elf"],
  ["MZ\x90", "application/x-msdownload"],
  ["\0asm", "application/wasm"],
  ["SQLite format 3\0", "application/vnd.sqlite3"],
  ["OggS", "application/ogg"],
  ["ID3", "audio/mpeg"],
  ["\xd0\xcf\x11\xe0", "application/x-ole-storage"],
];

export const isHtml = (media_type: string): boolean =>
  media_type === "text/html" || media_type === "application/xhtml+xml";

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

export const isData = (media_type: string): boolean =>
  data.has(media_type) || /\+(?:json|xml)$/.test(media_type);
const data = new Set(["application/json", "application/xml", "text/xml"]);
