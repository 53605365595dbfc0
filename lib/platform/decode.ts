import { isUtf8 } from "node:buffer";

export type Decoded =
  | { kind: "text"; text: string; encoding: "utf-8" | "utf-16le" | "utf-16be" | "gbk" | "latin1" }
  | { kind: "not_text"; reason: string };

/**
 * Bytes of a file as text: a BOM decides first (and is not part of the text), then valid UTF-8, then GBK when the
 * bytes decode as it and hold Han characters, else Latin-1. NUL bytes outside UTF-16 mean the file is no document.
 * Undecodable sequences after a BOM become U+FFFD.
 */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return nulFree(bytes.subarray(3), "utf-8");
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { kind: "text", text: decodeAs("utf-16le", bytes.subarray(2)), encoding: "utf-16le" };
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return { kind: "text", text: decodeAs("utf-16be", bytes.subarray(2)), encoding: "utf-16be" };
  }
  if (isUtf8(bytes)) return nulFree(bytes, "utf-8");
  if (bytes.includes(0)) return { kind: "not_text", reason: "it holds NUL bytes" };
  const gbk = strict("gbk", bytes);
  if (gbk !== undefined && looksLikeHan(gbk)) return { kind: "text", text: gbk, encoding: "gbk" };
  return { kind: "text", text: Buffer.from(bytes).toString("latin1"), encoding: "latin1" };
}

function nulFree(bytes: Uint8Array, encoding: "utf-8"): Decoded {
  if (bytes.includes(0)) return { kind: "not_text", reason: "it holds NUL bytes" };
  return { kind: "text", text: decodeAs("utf-8", bytes), encoding };
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

function strict(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not this encoding
  }
}

/** GBK accepts nearly any pair of high bytes, so at least half of what is not ASCII must be common Han or its punctuation. */
function looksLikeHan(text: string): boolean {
  let foreign = 0;
  let han = 0;
  // By loop: as matches of a pattern the characters of a large file would fill the memory.
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80 || (unit >= 0xdc00 && unit <= 0xdfff)) continue;
    foreign += 1;
    if (isCommonHan(unit)) han += 1;
  }
  return han >= 2 && han * 2 >= foreign;
}

function isCommonHan(unit: number): boolean {
  return (
    (unit >= 0x4e00 && unit <= 0x9fa5) ||
    (unit >= 0x3000 && unit <= 0x303f) ||
    (unit >= 0xff00 && unit <= 0xffef) ||
    (unit >= 0x2018 && unit <= 0x201d) ||
    unit === 0x2014 ||
    unit === 0x2026
  );
}
