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
  const foreign = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  const han =
    text.match(/[\u4e00-\u9fa5\u3000-\u303f\uff00-\uffef\u2014\u2018-\u201d\u2026]/gu)?.length ?? 0;
  return han >= 2 && han * 2 >= foreign;
}
