import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode } from "#lib/platform/decode";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string))); // Buffer.from takes both kinds
const text = (encoding: string, value: string) => ({ kind: "text", encoding, text: value });
const utf16be = (value: string) => Buffer.from(value, "utf16le").swap16();
/** “你好，世界。文件夹” in GBK. */
const gbk = Buffer.from("c4e3bac3a3accac0bde7a1a3cec4bcfebcd0", "hex");

describe("decoding a file", () => {
  it("reads UTF-8 with and without a byte order mark, which is not part of the text", () => {
    expect(decode(bytes("# 标题\r\n"))).toEqual(text("utf-8", "# 标题\r\n"));
    expect(decode(bytes([0xef, 0xbb, 0xbf], "# A\r"))).toEqual(text("utf-8", "# A\r"));
    expect(decode(bytes())).toEqual(text("utf-8", ""));
  });

  it("keeps a second byte order mark as text", () => {
    expect(decode(bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], "a"))).toEqual(
      text("utf-8", "\ufeffa"),
    );
  });

  it("reads UTF-16 of both byte orders by its mark", () => {
    const value = "é 中 😀\n";
    expect(
      decode(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(value, "utf16le")])),
    ).toEqual(text("utf-16le", value));
    expect(decode(Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be(value)]))).toEqual(
      text("utf-16be", value),
    );
  });

  it("puts U+FFFD where UTF-8 or UTF-16 after a mark breaks off", () => {
    expect(decode(Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42]))).toEqual(
      text("utf-16le", "A\ufffd"),
    );
    expect(decode(bytes([0xef, 0xbb, 0xbf, 0x41, 0xff]))).toEqual(text("utf-8", "A\ufffd"));
  });

  it("tells GBK from Latin-1", () => {
    expect(decode(gbk)).toEqual(text("gbk", "你好，世界。文件夹"));
    expect(decode(Buffer.concat([Buffer.from("# "), gbk, Buffer.from("\r\n")]))).toEqual(
      text("gbk", "# 你好，世界。文件夹\r\n"),
    );
    expect(decode(Buffer.from("Café à Zürich\n", "latin1"))).toEqual(
      text("latin1", "Café à Zürich\n"),
    );
  });

  it("takes NUL bytes as the sign of no document, except in UTF-16", () => {
    for (const binary of [bytes("a", [0], "b"), bytes([0x89], "PNG", [0, 0xff]), Buffer.alloc(9)]) {
      expect(decode(binary)).toEqual({ kind: "not_text", reason: "it holds NUL bytes" });
    }
  });

  it("gives back any text written in UTF-8 or in UTF-16 with a mark", () => {
    const anyText = fc.string({ unit: "grapheme" }).filter((value) => !/[\0\ufeff]/.test(value));
    fc.assert(
      fc.property(anyText, (value) => {
        expect(decode(Buffer.from(value))).toEqual(text("utf-8", value));
        expect(decode(Buffer.from(`\ufeff${value}`, "utf16le"))).toEqual(text("utf-16le", value));
        expect(decode(utf16be(`\ufeff${value}`))).toEqual(text("utf-16be", value));
      }),
    );
  });

  it("ends for any bytes, and gives text without NUL or a reason", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (any) => {
        const decoded = decode(any);
        expect(decoded.kind === "not_text" || decoded.text.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
