import { readSync } from "node:fs";
import type { JudgedFile } from "#lib/access/open-judged";
import type { Encoding } from "#lib/platform/decode";

/**
 * A part of a file as text, from one byte to another, with no character cut in two: both ends move back to where a
 * character begins, and at least one character is given. A mark at the beginning of a file is no part of its text.
 */
export type TextWindow = { text: string; start: number; end: number };

/** A character of GBK is told from its neighbours by looking back for a while. */
const lookBack = 4096;
/** A mark at the beginning and a character that is longer than what is wanted. */
const spare = 8;

export function textWindow(
  file: JudgedFile,
  {
    offset,
    limit,
    encoding,
    size,
  }: { offset: number; limit: number; encoding: Encoding; size: number },
): TextWindow {
  const from = Math.max(0, Math.min(offset, size) - lookBack);
  const bytes = bytesAt(file, from, Math.min(size, offset + limit + spare) - from);
  const last = from + bytes.length; // the file may have become shorter
  const begins = (at: number) => from + characterStart(bytes, at - from, encoding);
  const first = markLength(file, encoding);
  const start = Math.max(first, offset >= last ? last : begins(offset));
  const wanted = start + limit;
  const whole = wanted >= last ? last : begins(wanted);
  const end = whole > start ? whole : nextCharacter(start, last, begins);
  return { text: asText(bytes.subarray(start - from, end - from), encoding), start, end };
}

export function bytesAt({ descriptor }: JudgedFile, at: number, length: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, length));
  let filled = 0;
  while (filled < buffer.length) {
    const read = readSync(descriptor, buffer, filled, buffer.length - filled, at + filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}

function nextCharacter(start: number, last: number, begins: (at: number) => number): number {
  for (let at = start + 1; at < last; at += 1) if (begins(at) > start) return begins(at);
  return last;
}

/** Where the character begins that the byte at this place is part of. */
function characterStart(bytes: Buffer, at: number, encoding: Encoding): number {
  switch (encoding) {
    case "latin1":
      return at;
    case "utf-8": {
      for (let start = at; start >= Math.max(0, at - 3); start -= 1) {
        if (((bytes[start] ?? 0) & 0xc0) !== 0x80) return start;
      }
      return at; // no character of UTF-8 has so many bytes that go on
    }
    case "utf-16le":
    case "utf-16be": {
      const even = at - (at % 2);
      const high = (place: number) =>
        (bytes[encoding === "utf-16le" ? place + 1 : place] ?? 0) & 0xfc;
      return even >= 2 && high(even) === 0xdc && high(even - 2) === 0xd8 ? even - 2 : even;
    }
    case "gbk": {
      let sure = at;
      // A byte below 0x30 is a character by itself, wherever it stands.
      while (sure > 0 && (bytes[sure - 1] ?? 0) >= 0x30) sure -= 1;
      let start = sure;
      for (let next = sure; next <= at; next += gbkLength(bytes, next)) start = next;
      return start;
    }
  }
}

function gbkLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0x81 || lead > 0xfe) return 1;
  if (second >= 0x30 && second <= 0x39) return 4;
  return second >= 0x40 && second <= 0xfe && second !== 0x7f ? 2 : 1;
}

function markLength(file: JudgedFile, encoding: Encoding): number {
  if (encoding === "utf-16le" || encoding === "utf-16be") return 2;
  const marked = encoding === "utf-8" && bytesAt(file, 0, 3).equals(utf8Mark);
  return marked ? utf8Mark.length : 0;
}
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

function asText(bytes: Buffer, encoding: Encoding): string {
  if (encoding === "latin1") return bytes.toString("latin1");
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}
