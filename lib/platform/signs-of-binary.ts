import { Buffer } from "node:buffer";

/**
 * What shows that bytes are no text in any encoding: NUL, the first bytes of a known format, or control characters, which
 * no legacy encoding uses inside a character (a Chinese, Japanese or Korean one has only bytes from 0x30 up), so that
 * they tell binary data from text that merely is not UTF-8. Of random bytes a tenth are control characters. What cannot
 * be told: a few dozen bytes that happen to hold none, and UTF-16 without its mark.
 */

/** Valid UTF-8 is rarely an accident, so only what consists of control characters for a good part is no text then. */
const mostControls = { utf8: { count: 16, share: 1 / 10 }, other: { count: 0, share: 1 / 100 } };
/** Of two-byte units that are no character: a text may hold some broken ones. */
const mostBrokenUnits = { count: 4, share: 1 / 100 };

const partBytes = 1024 * 1024;

type Format = {
  name: string;
  begins: readonly number[];
  /** Its first bytes may begin a text as well, so that it is one of this format only with a control character. */
  wordlike?: true;
};

const ascii = (text: string) => [...Buffer.from(text, "latin1")];

const formats: readonly Format[] = [
  { name: "a PNG picture", begins: ascii("\x89PNG") },
  { name: "a JPEG picture", begins: [0xff, 0xd8, 0xff] },
  { name: "a ZIP archive or an office document", begins: ascii("PK\x03\x04") },
  { name: "a ZIP archive", begins: ascii("PK\x05\x06") },
  { name: "a gzip archive", begins: [0x1f, 0x8b] },
  { name: "an xz archive", begins: ascii("\xfd7zXZ") },
  { name: "a 7z archive", begins: ascii("7z\xbc\xaf\x27\x1c") },
  { name: "a Zstandard archive", begins: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: "a RAR archive", begins: ascii("Rar!\x1a\x07") },
  { name: "a program (ELF)", begins: ascii("\x7fELF") },
  { name: "an old office document", begins: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { name: "a GIF picture", begins: ascii("GIF87a"), wordlike: true },
  { name: "a GIF picture", begins: ascii("GIF89a"), wordlike: true },
  { name: "a BMP picture", begins: ascii("BM"), wordlike: true },
  { name: "a RIFF file (WebP, WAV)", begins: ascii("RIFF"), wordlike: true },
  { name: "a PDF document", begins: ascii("%PDF-"), wordlike: true },
  { name: "a bzip2 archive", begins: ascii("BZh"), wordlike: true },
  { name: "an SQLite database", begins: ascii("SQLite format 3"), wordlike: true },
  { name: "an MP3 recording", begins: ascii("ID3"), wordlike: true },
  { name: "an MP3 recording", begins: [0xff, 0xfb], wordlike: true },
  { name: "an MP3 recording", begins: [0xff, 0xf3], wordlike: true },
  { name: "an Ogg recording", begins: ascii("OggS"), wordlike: true },
  { name: "a FLAC recording", begins: ascii("fLaC"), wordlike: true },
  { name: "a font (WOFF)", begins: ascii("wOFF"), wordlike: true },
  { name: "a font (WOFF2)", begins: ascii("wOF2"), wordlike: true },
  { name: "a program (Windows)", begins: ascii("MZ"), wordlike: true },
];

/** The sign as words that complete “it …”, or undefined. A part of the bytes at a time; bytes with a UTF-16 mark go elsewhere. */
export function* signOfBinary(
  bytes: Uint8Array,
  { utf8 }: { utf8: boolean },
): Generator<void, string | undefined> {
  if (bytes.includes(0)) return "it holds NUL bytes";
  const controls = yield* countControls(bytes);
  const most = utf8 ? mostControls.utf8 : mostControls.other;
  const format = formats.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (format !== undefined && !utf8 && (format.wordlike === undefined || controls > 0)) {
    return `it begins like ${format.name}`;
  }
  if (utf8 && isPlainPdf(bytes)) return "it begins like a PDF document";
  return controls > most.count && controls > bytes.length * most.share
    ? "it holds too many control characters"
    : undefined;
}

/** The same for bytes with a UTF-16 mark, where half of a text may be NUL. */
export function* signOfBinaryUnits(
  bytes: Uint8Array,
  { low }: { low: 0 | 1 },
): Generator<void, string | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = Math.floor(bytes.length / 2);
  let broken = 0;
  let pending = false;
  for (let i = 0; i < units; i++) {
    const unit = view.getUint16(i * 2, low === 0);
    const second = unit >= 0xdc00 && unit <= 0xdfff;
    if (pending !== second) broken += 1;
    pending = unit >= 0xd800 && unit <= 0xdbff;
    if (isNoCharacter(unit)) broken += 1;
    if (i % (partBytes / 2) === 0) yield;
  }
  return broken > mostBrokenUnits.count && broken > units * mostBrokenUnits.share
    ? "after its UTF-16 mark it holds too much that is no character"
    : undefined;
}

/** A PDF of nothing but ASCII is one by what every PDF has at its end. */
function isPlainPdf(bytes: Uint8Array): boolean {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    whole.subarray(0, 5).equals(Buffer.from("%PDF-")) &&
    whole.includes("endobj") &&
    whole.subarray(-1024).includes("%%EOF")
  );
}

function* countControls(bytes: Uint8Array): Generator<void, number> {
  let count = 0;
  // DOS ends a text with ^Z.
  const end = bytes.at(-1) === 0x1a ? bytes.length - 1 : bytes.length;
  for (let at = 0; at < end; at += partBytes) {
    const stop = Math.min(at + partBytes, end);
    for (let i = at; i < stop; i++) count += controlAt[bytes[i] ?? 0] ?? 0;
    yield;
  }
  return count;
}

/** 1 for each byte that texts do not hold: not for what separates lines, columns and pages, nor for what colours a terminal. */
const controlAt = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isLayout = (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b;
  return (byte < 0x20 && !isLayout) || byte === 0x7f ? 1 : 0;
});

function isNoCharacter(unit: number): boolean {
  return (unit >= 0xfdd0 && unit <= 0xfdef) || unit >= 0xfffe;
}
