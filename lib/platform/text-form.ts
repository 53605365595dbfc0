import { AppError } from "#lib/contracts/errors";
import { decode, type Encoding } from "#lib/platform/decode";
import { saidError } from "#lib/platform/said-error";

/**
 * How a file writes its text down, so that a changed text goes back in the very form. Reading refuses what would not come
 * back byte for byte; writing refuses a text that the form cannot hold, or that would be read as another one.
 */
export type TextForm = { encoding: Encoding; bom: boolean };

/** What a new file is written in. */
export const plainForm: TextForm = { encoding: "utf-8", bom: false };

/** Throws `not_text` for what is no text, `bad_encoding` for one whose bytes would change by being read and written. */
export function readText(bytes: Buffer): { text: string; form: TextForm } {
  const decoded = decode(bytes);
  if (decoded.kind === "not_text" || decoded.text.includes("\0")) {
    throw saidError("not_text", "tool_write.not_text");
  }
  const { text, encoding } = decoded;
  const bom = encoding.startsWith("utf-16") || bytes.subarray(0, 3).equals(utf8Bom);
  const form = { encoding, bom };
  const again = encode(text, form);
  if ("missing" in again || !again.equals(bytes)) {
    throw saidError("bad_encoding", "tool_write.broken_encoding", { encoding });
  }
  return { text, form };
}

/** Throws `bad_encoding` when it would not be read back as this text. */
export function writeText(text: string, form: TextForm): Buffer {
  const bytes = encode(text, form);
  const { encoding } = form;
  if ("missing" in bytes) {
    throw saidError("bad_encoding", "tool_write.cannot_hold", {
      encoding,
      character: bytes.missing,
    });
  }
  const back = decode(bytes);
  if (back.kind === "not_text" || back.text !== text) {
    throw saidError("bad_encoding", "tool_write.read_otherwise", { encoding });
  }
  return bytes;
}

const utf8Bom = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16Boms = { "utf-16le": Buffer.from([0xff, 0xfe]), "utf-16be": Buffer.from([0xfe, 0xff]) };

type Unheld = { missing: string };

function encode(text: string, { encoding, bom }: TextForm): Buffer | Unheld {
  switch (encoding) {
    case "utf-8":
      return bom ? Buffer.concat([utf8Bom, Buffer.from(text)]) : Buffer.from(text);
    case "utf-16le":
      return Buffer.concat([utf16Boms[encoding], Buffer.from(text, "utf16le")]);
    case "utf-16be":
      return Buffer.concat([utf16Boms[encoding], Buffer.from(text, "utf16le").swap16()]);
    case "latin1": {
      const missing = /[^\0-\xff]/u.exec(text)?.[0];
      return missing === undefined ? Buffer.from(text, "latin1") : { missing };
    }
    case "gbk":
      return encodeGbk(text);
  }
}

function encodeGbk(text: string): Buffer | Unheld {
  gbkPairs ??= readGbkPairs();
  const bytes = Buffer.allocUnsafe(text.length * 2);
  let length = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x80) {
      length = bytes.writeUInt8(code, length);
      continue;
    }
    const pair = gbkPairs.get(character);
    if (pair === undefined) return { missing: character };
    length = bytes.writeUInt16BE(pair, length);
  }
  return bytes.subarray(0, length);
}

let gbkPairs: Map<string, number> | undefined;

/** Which two bytes stand for a character: asked of the decoder that reads such files, so that both always agree. */
function readGbkPairs(): Map<string, number> {
  const pairs: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) pairs.push(lead * 256 + trail);
  }
  const bytes = Buffer.alloc(pairs.length * 3, "\n");
  for (const [i, pair] of pairs.entries()) bytes.writeUInt16BE(pair, i * 3);
  const characters = new TextDecoder("gbk").decode(bytes).split("\n");
  const table = new Map<string, number>();
  for (const [i, pair] of pairs.entries()) {
    const character = characters[i] ?? "";
    const one = [...character].length === 1 && character !== "\ufffd";
    if (one && !table.has(character)) table.set(character, pair);
  }
  return table;
}

/** Throws `validation` for a text that no file may be given. */
export function refuseOddText(name: string, text: string): void {
  if (!text.isWellFormed()) {
    throw new AppError("validation", `${name} holds half of a character.`);
  }
  if (text.includes("\0")) throw saidError("validation", "tool_write.nul", { name });
}
