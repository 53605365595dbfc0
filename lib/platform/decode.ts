import { isUtf8 } from "node:buffer";
import { signOfBinary, signOfBinaryUnits } from "./signs-of-binary.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "gbk" | "latin1";

/** `reason`: words that complete “it …”. */
export type NotText = { kind: "not_text"; reason: string };
export type Decoded = { kind: "text"; text: string; encoding: Encoding } | NotText;

/**
 * Bytes of a file as text: a BOM decides first (and is not part of the text), then valid UTF-8, then GBK when the
 * bytes decode as it and hold Han characters, else Latin-1. What shows signs of binary data is no document. Undecodable
 * sequences after a BOM become U+FFFD.
 */
export function decode(bytes: Uint8Array): Decoded {
  const steps = encodingInParts(bytes);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const encoding = step.value;
  if (typeof encoding !== "string") return encoding;
  if (encoding === "latin1") {
    return { kind: "text", text: Buffer.from(bytes).toString("latin1"), encoding };
  }
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(
    bytes.subarray(markLength(bytes, encoding)),
  );
  return { kind: "text", text, encoding };
}

/**
 * The encoding that `decode` finds, or why the bytes are no text: a part of them at a time, so that whoever asks about a
 * large file can let others have their turn.
 */
export function* encodingInParts(bytes: Uint8Array): Generator<void, Encoding | NotText> {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) {
    const sign = yield* signOfBinaryUnits(bytes, { low: wide === "utf-16le" ? 0 : 1 });
    return sign === undefined ? wide : { kind: "not_text", reason: sign };
  }
  const utf8 = isUtf8(bytes);
  const sign = yield* signOfBinary(bytes, { utf8 });
  if (sign !== undefined) return { kind: "not_text", reason: sign };
  if (utf8 || markLength(bytes, "utf-8") > 0) return "utf-8";
  return (yield* isGbk(bytes)) ? "gbk" : "latin1";
}

function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** Of the byte order mark at the beginning. */
export function markLength(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === "utf-16le" || encoding === "utf-16be") return 2;
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return encoding === "utf-8" && marked ? 3 : 0;
}

const partBytes = 1024 * 1024;

/** GBK accepts nearly any pair of high bytes, so at least half of what is not ASCII must be common Han or its punctuation. */
function* isGbk(bytes: Uint8Array): Generator<void, boolean> {
  const decoder = new TextDecoder("gbk", { fatal: true });
  let foreign = 0;
  let han = 0;
  try {
    for (let at = 0; at < bytes.length; at += partBytes) {
      const text = decoder.decode(bytes.subarray(at, at + partBytes), { stream: true });
      // By loop: as matches of a pattern the characters of a large file would fill the memory.
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit < 0x80 || (unit >= 0xdc00 && unit <= 0xdfff)) continue;
        foreign += 1;
        if (isCommonHan(unit)) han += 1;
      }
      yield;
    }
    decoder.decode();
  } catch {
    return false; // not this encoding
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
