import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decode } from "#lib/platform/decode";
import { createRandom } from "../../fixtures/hostile/random.ts";
import { encodeLegacy, type LegacyEncoding, sentences } from "./legacy-bytes.ts";

/** Random bytes of which none is NUL. */
function noise(seed: number, length: number): Buffer {
  const random = createRandom(seed);
  return Buffer.from(Array.from({ length }, () => 1 + random.below(255)));
}

function compose(parts: readonly string[], seed: number): string {
  const random = createRandom(seed);
  const lines = Array.from({ length: 1 + (seed % 12) }, () => random.pick(parts));
  return `# ${lines[0]}\r\n\r\n${lines.join(seed % 2 === 0 ? "\r\n" : "\n\n")}\n`;
}

const handbook = (lang: string) => {
  const folder = new URL(`../../handbook/${lang}/`, import.meta.url);
  return readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
};

const kinds: readonly (readonly [LegacyEncoding, readonly string[], readonly string[]])[] = [
  ["gbk", sentences.chinese, handbook("zh-CN")],
  ["big5", sentences.traditional, []],
  ["shift_jis", sentences.japanese, []],
  ["euc-jp", sentences.japanese, []],
  ["euc-kr", sentences.korean, []],
  ["windows-1252", sentences.western, []],
  ["windows-1251", sentences.cyrillic, []],
  ["koi8-r", sentences.cyrillic, []],
  ["ibm866", sentences.cyrillic, []],
];

describe("text that is not UTF-8", () => {
  it.each(kinds)("is text in %s, however short or long", (encoding, parts, pages) => {
    const texts = [
      ...parts,
      ...Array.from({ length: 48 }, (_, seed) => compose(parts, seed)),
      ...pages,
    ];
    const refused = texts.filter((one) => decode(encodeLegacy(one, encoding)).kind !== "text");
    expect(refused).toEqual([]);
    expect(texts.length).toBeGreaterThanOrEqual(50);
  });

  it("is text in UTF-16 of both byte orders with a mark", () => {
    const texts = [...Object.values(sentences).flat(), ...handbook("en"), ...handbook("zh-CN")];
    for (const one of texts) {
      const little = Buffer.from(`\ufeff${one}`, "utf16le");
      expect(decode(little)).toEqual({ kind: "text", encoding: "utf-16le", text: one });
      expect(decode(Buffer.from(little).swap16())).toMatchObject({ encoding: "utf-16be" });
    }
    expect(texts.length).toBeGreaterThanOrEqual(50);
  });

  it("is text with what editors, printers and terminals leave in it", () => {
    const plain = encodeLegacy(sentences.western.join("\n"), "windows-1252");
    const with_ = (...bytes: number[]) => Buffer.concat([plain, Buffer.from(bytes), plain]);
    for (const left of [[0x0c], [0x0b, 0x0b], [0x1b, 0x5b, 0x31, 0x6d], [0x08], [0x7f]]) {
      expect(decode(with_(...left))).toMatchObject({ kind: "text", encoding: "latin1" });
    }
    expect(
      decode(Buffer.concat([Buffer.from("d\xe9j\xe0", "latin1"), Buffer.from([0x1a])])),
    ).toEqual({ kind: "text", encoding: "latin1", text: "déjà\x1a" });
  });

  it("is text where its first letters are those of a format", () => {
    for (const start of ["GIF89a", "BMW", "%PDF-1.7", "ID3", "RIFF", "MZ", "PK", "BZh", "OggS"]) {
      const about = `${start} est un format décrit à la page 3.\n`;
      expect([start, decode(Buffer.from(about, "latin1")).kind]).toEqual([start, "text"]);
      expect([start, decode(Buffer.from(about)).kind]).toEqual([start, "text"]);
    }
  });

  it("is text as UTF-8 with a broken byte or a stray control character", () => {
    const page = Buffer.from(handbook("zh-CN").join("\n"));
    const broken = Buffer.concat([page, Buffer.from([0xff, 0x0a]), page]);
    expect(decode(broken).kind).toBe("text");
    const stray = Buffer.concat([page, Buffer.from([0x01, 0x02, 0x0a]), page]);
    expect(decode(stray)).toMatchObject({ kind: "text", encoding: "utf-8" });
  });
});

const headers: Readonly<Record<string, string>> = {
  "PNG, all of its mark": "\x89PNG\r\n\x1a\n",
  "PNG, four bytes of it": "\x89PNG",
  JPEG: "\xff\xd8\xff\xe0\x10JFIF",
  "GIF 87": "GIF87a",
  "GIF 89": "GIF89a",
  PDF: "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
  ZIP: "PK\x03\x04\x14",
  gzip: "\x1f\x8b\x08",
  bzip2: "BZh91AY&SY",
  xz: "\xfd7zXZ",
  "7z": "7z\xbc\xaf\x27\x1c",
  Zstandard: "\x28\xb5\x2f\xfd",
  RAR: "Rar!\x1a\x07\x01",
  ELF: "\x7fELF\x02\x01\x01",
  wasm: "\x01asm\x01",
  SQLite: "SQLite format 3",
  "MP3 with tags": "ID3\x04",
  "MP3 without tags": "\xff\xfb\x90\x64",
  Ogg: "OggS\x02",
  FLAC: "fLaC",
  WOFF: "wOFF",
  WOFF2: "wOF2",
  "old office": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
  "Windows program": "MZ\x90\x03",
  "UTF-8 mark": "\xef\xbb\xbf",
};

describe("binary data without NUL", () => {
  /** Of 64 random bytes one in a thousand has no control character; a mark that may also begin a text is no proof then. */
  it.each(Object.entries(headers))("is no text behind the mark of %s", (name, header) => {
    const takenOf = (length: number) =>
      Array.from({ length: 60 }, (_, seed) => noise(seed * 31 + name.length, length)).filter(
        (body) => decode(Buffer.concat([Buffer.from(header, "latin1"), body])).kind === "text",
      ).length;
    expect(takenOf(64)).toBeLessThanOrEqual(/^[\x20-\x7e\xef\xff]/.test(header) ? 1 : 0);
    expect([takenOf(500), takenOf(4000)]).toEqual([0, 0]);
  });

  it("says which format it begins like", () => {
    expect(decode(Buffer.concat([Buffer.from([0x89]), Buffer.from("PNG"), noise(1, 64)]))).toEqual({
      kind: "not_text",
      reason: "it begins like a PNG picture",
    });
  });

  it.each([500, 4000])("is no text as %i random bytes", (length) => {
    const taken = Array.from({ length: 500 }, (_, seed) => seed).filter(
      (seed) => decode(noise(seed, length)).kind === "text",
    );
    expect(taken).toEqual([]);
  });

  /** One in a thousand of such has no control character at all, which nothing tells from some legacy text. */
  it("is no text as 64 random bytes, but for one in 500 at most", () => {
    const taken = Array.from({ length: 500 }, (_, seed) => seed).filter(
      (seed) => decode(noise(seed, 64)).kind === "text",
    );
    expect(taken.length).toBeLessThanOrEqual(1);
  });

  it("is no text behind a UTF-16 mark either, where there is enough of it", () => {
    for (const mark of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ]) {
      const taken = Array.from({ length: 200 }, (_, seed) => seed).filter(
        (seed) => decode(Buffer.concat([Buffer.from(mark), noise(seed, 4000)])).kind === "text",
      );
      expect(taken).toEqual([]);
    }
  });

  it("is no text where it is a PDF of ASCII alone, or control characters that happen to be UTF-8", () => {
    const pdf = "%PDF-1.4\n1 0 obj\n<< /Length 44 >>\nendobj\ntrailer\n<< >>\n%%EOF\n";
    expect(decode(Buffer.from(pdf))).toMatchObject({ kind: "not_text" });
    const controls = Buffer.from(noise(7, 400).map((byte) => byte & 0x7f || 1));
    expect(decode(controls)).toMatchObject({ kind: "not_text" });
  });
});
