import { isUtf8 } from "node:buffer";
import { decode } from "#lib/platform/decode";

export type DecodedText = { text: string; charset: string };

/**
 * The text of a body: a mark at its beginning decides, then the header, then what a page says of itself in its first
 * lines, unless the bytes cannot be that; then valid UTF-8, Japanese by its syllables, what was said and
 * nearly fits, Chinese, Latin-1. Pure.
 */
export function decodeText(body: Uint8Array, content_type: string | undefined): DecodedText {
  const marked = byMark(body);
  if (marked !== undefined) return read(body, marked);
  const header = labelIn(/charset\s*=\s*["']?([\w.:-]+)/i, content_type ?? "");
  const head = Buffer.from(body.subarray(0, 4096)).toString("latin1");
  const meta =
    labelIn(/<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i, head) ??
    labelIn(/^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i, head);
  for (const said of [header, meta]) {
    if (said !== undefined && fits(body, said)) return read(body, said);
  }
  if (isUtf8(body)) return read(body, "utf-8");
  const japanese = japaneseCharset(body);
  if (japanese !== undefined) return read(body, japanese);
  const said = [header, meta].find((one) => one !== undefined && nearlyFits(body, one));
  if (said !== undefined) return read(body, said);
  const found = decode(body);
  const wide = found.kind === "text" && found.encoding !== "latin1";
  return read(body, wide ? found.encoding : "windows-1252");
}

/** A page with a few broken characters is still in the encoding that it says. */
function nearlyFits(body: Uint8Array, charset: string): boolean {
  const { text } = read(body.subarray(0, 262_144), charset);
  const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  return broken * 20 < foreign;
}

function byMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : undefined;
}

/** A name of an encoding that is known here, by the name that the standard gives it. */
function labelIn(pattern: RegExp, text: string): string | undefined {
  const said = pattern.exec(text)?.[1];
  try {
    const known = said === undefined ? undefined : new TextDecoder(said).encoding;
    // What a page that was read as ASCII says of itself cannot be true (as the HTML standard has it).
    return known?.startsWith("utf-16") ? "utf-8" : known;
  } catch {
    return undefined; // no such encoding
  }
}

/** A page may be cut in the middle of a character. */
function fits(body: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function read(body: Uint8Array, charset: string): DecodedText {
  return { text: new TextDecoder(charset).decode(body), charset };
}

/** A Japanese text is full of syllables, which the same bytes are in no other encoding. */
function japaneseCharset(body: Uint8Array): string | undefined {
  return ["shift_jis", "euc-jp", "iso-2022-jp"].find((charset) => {
    if (!fits(body, charset)) return false;
    const { text } = read(body.subarray(0, 65_536), charset);
    const wide = text.match(/[^\0-\u{ff}\uff61-\uff9f]/gu)?.length ?? 0;
    const syllables = text.match(/[\u3041-\u3096\u30a1-\u30fa]/g)?.length ?? 0;
    return syllables >= 4 && syllables * 5 >= wide;
  });
}
