import { readSync } from "node:fs";
import type { JudgedFile } from "#lib/access/open-judged";
import { decode } from "#lib/platform/decode";
import { splitLines } from "#lib/platform/lines";

/**
 * The lines of an open file in its own encoding, a part of the file at a time, so that a file of any size can be searched.
 * The encoding of a file that does not fit one part is that of its first part. `binary`: it is no text, and its
 * lines are those of its bytes as they are.
 */
export type Lines = { lines: string[]; binary: boolean };

const partBytes = 4 * 1024 * 1024;
/** A line that is longer is searched in parts. */
const longestLine = 4 * 1024 * 1024;

export function* fileLines(file: JudgedFile): Generator<Lines> {
  // Of a small file no more room is taken than it fills.
  const size = Math.min(partBytes, Number(file.stat.size) + 1);
  const first = readPart(file.descriptor, 0, size);
  const whole = first.length < partBytes;
  const decoded = decode(whole ? first : wholeLines(first));
  const encoding = decoded.kind === "text" ? decoded.encoding : "binary";
  if (whole) {
    const text = decoded.kind === "text" ? decoded.text : first.toString("utf8");
    yield { lines: splitLines(text), binary: encoding === "binary" };
    return;
  }
  const read = decoderFor(encoding);
  let carry = "";
  let at = 0;
  for (let part = first; part.length > 0; part = readPart(file.descriptor, at, partBytes)) {
    at += part.length;
    const piece = read(part);
    const text = carry + piece;
    const end = lastLineEnd(text);
    carry = text.slice(end);
    const long = carry.length > longestLine ? [carry] : [];
    if (long.length > 0) carry = "";
    const nul = encoding !== "utf-16le" && encoding !== "utf-16be" && piece.includes("\0");
    yield {
      lines: [...splitLines(text.slice(0, end)), ...long],
      binary: encoding === "binary" || nul,
    };
  }
  yield { lines: splitLines(carry), binary: encoding === "binary" };
}

function readPart(descriptor: number, at: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, at + length);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

/** Up to its last line end, so that no character is cut in two; UTF-16 is told by its mark and not by its characters. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(0x0a);
  const marked =
    bytes.length >= 2 && (bytes.readUInt16LE(0) === 0xfeff || bytes.readUInt16LE(0) === 0xfffe);
  return end === -1 || marked ? bytes : bytes.subarray(0, end + 1);
}

function decoderFor(encoding: string): (bytes: Buffer) => string {
  if (encoding === "latin1") return (bytes) => bytes.toString("latin1");
  const decoder = new TextDecoder(encoding === "binary" ? "utf-8" : encoding);
  return (bytes) => decoder.decode(bytes, { stream: true });
}

/** Behind the last line end that is sure to be one: a CR at the end may be half of one. */
function lastLineEnd(text: string): number {
  const sure = text.endsWith("\r") ? text.length - 1 : text.length;
  return Math.max(text.lastIndexOf("\n", sure - 1), text.lastIndexOf("\r", sure - 1)) + 1;
}
