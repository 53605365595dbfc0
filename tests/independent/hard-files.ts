import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Markdown files that are easy to cite wrongly: every kind of line end, byte order marks, encodings, one very long
 * line. They are written byte by byte when a test runs, because version control would mend them. Each holds a word
 * that no other file holds, so that a search finds exactly it.
 */
export type HardFile = {
  name: string;
  word: string;
  encoding: string;
  lines: number;
  bytes: Buffer;
};

export function hardFiles(): HardFile[] {
  const long = longLine("quokka");
  const files: HardFile[] = [
    text("crlf.md", "axolotl", 5, `${doc("axolotl").join("\r\n")}\r\n`),
    text("lone-cr.md", "bilby", 5, `${doc("bilby").join("\r")}\r`),
    text("mixed-ends.md", "capybara", 7, mixedEnds("capybara")),
    text("no-final-end.md", "dugong", 5, doc("dugong").join("\n")),
    text(
      "line-separator.md",
      "echidna",
      4,
      "# Ends\n\nThe echidna is one\u2028line, with\u2029and\u0085and\fin it.\nLast line.\n",
    ),
    { ...text("long-line.md", "quokka", 3, `# Long\n\n${long}`), lines: 3 },
    text("blank-tail.md", "fossa", 7, `${doc("fossa").join("\n")}\n\n\n`),
    text(
      "中文 名字.md",
      "貘",
      5,
      "# 动物\n\n貘住在雨林里，夜里出来觅食。\n\n它的鼻子很长😀，可以卷住叶子。\n",
    ),
    {
      name: "bom.md",
      word: "gharial",
      encoding: "utf-8",
      lines: 5,
      bytes: Buffer.concat([
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from(doc("gharial").join("\n")),
      ]),
    },
    {
      name: "utf16-le.md",
      word: "hoatzin",
      encoding: "utf-16le",
      lines: 5,
      bytes: Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(doc("hoatzin").join("\r\n"), "utf16le"),
      ]),
    },
    {
      name: "utf16-be.md",
      word: "ibex",
      encoding: "utf-16be",
      lines: 5,
      bytes: Buffer.concat([
        Buffer.from([0xfe, 0xff]),
        Buffer.from(`${doc("ibex").join("\n")}\n`, "utf16le").swap16(),
      ]),
    },
    {
      name: "gbk.md",
      word: "金丝猴",
      encoding: "gbk",
      lines: 5,
      bytes: gbk(
        "# 动物园\r\n\r\n金丝猴住在三号馆，上午九点开放。\r\n\r\n门票二十元，儿童半价。\r\n",
      ),
    },
    {
      name: "gbk-cr.md",
      word: "丹顶鹤",
      encoding: "gbk",
      lines: 3,
      bytes: gbk("# 湿地\r\r丹顶鹤每年十月飞到这里过冬"),
    },
    {
      name: "latin1.md",
      word: "jerboa",
      encoding: "latin1",
      lines: 3,
      bytes: Buffer.from("# Café\n\nThe jerboa lives near the café at Évreux.", "latin1"),
    },
  ];
  return files;
}

export function writeHardFiles(folder: string): HardFile[] {
  mkdirSync(folder, { recursive: true });
  const files = hardFiles();
  for (const file of files) writeFileSync(path.join(folder, file.name), file.bytes);
  return files;
}

function text(name: string, word: string, lines: number, content: string): HardFile {
  return { name, word, encoding: "utf-8", lines, bytes: Buffer.from(content, "utf8") };
}

function doc(word: string): string[] {
  return [
    `# About the ${word}`,
    "",
    `The ${word} sleeps in the old tower by day.  `,
    "\tIt leaves when the bell has rung three times.",
    `Nobody has ever weighed a ${word}.`,
  ];
}

/** LF, CRLF, CR, and CR CR LF, which is two ends: the empty line between them counts. */
function mixedEnds(word: string): string {
  return `# Mixed\n\r\nThe ${word} swims.\rIt dives,\r\r\nand it eats grass.\nDone.`;
}

/** 3,000 characters without a line end, with the word in the middle. */
function longLine(word: string): string {
  const filler = "Rivers carry sand and the sand carries the light of the evening. ";
  const half = filler.repeat(23).slice(0, 1485).trimEnd();
  const line = `${half} A ${word} waits there. ${filler.repeat(30)}`;
  return line.slice(0, 3000);
}

/** Node decodes GBK but does not encode it, so the table is turned round once. */
function gbk(content: string): Buffer {
  const codes = new Map<string, [number, number]>();
  const decoder = new TextDecoder("gbk");
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low === 0x7f) continue;
      const char = decoder.decode(Uint8Array.of(high, low));
      if (char.length === 1 && !codes.has(char)) codes.set(char, [high, low]);
    }
  }
  return Buffer.from(
    [...content].flatMap((char) => {
      if (char.charCodeAt(0) < 0x80) return [char.charCodeAt(0)];
      const code = codes.get(char);
      if (code === undefined) throw new Error(`${char} is not in GBK`);
      return code;
    }),
  );
}
