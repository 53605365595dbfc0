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
  /** A question that this file answers. */
  question: string;
  encoding: string;
  lines: number;
  bytes: Buffer;
};

export function hardFiles(): HardFile[] {
  return [
    plain("crlf.md", "axolotl", "utf-8", utf8(`${doc("axolotl").join("\r\n")}\r\n`), 5),
    plain("lone-cr.md", "bilby", "utf-8", utf8(`${doc("bilby").join("\r")}\r`), 5),
    plain("no-final-end.md", "dugong", "utf-8", utf8(doc("dugong").join("\n")), 5),
    plain("blank-tail.md", "fossa", "utf-8", utf8(`${doc("fossa").join("\n")}\n\n\n`), 7),
    plain(
      "bom.md",
      "gharial",
      "utf-8",
      bytes([0xef, 0xbb, 0xbf], utf8(doc("gharial").join("\n"))),
      5,
    ),
    plain(
      "utf16-le.md",
      "hoatzin",
      "utf-16le",
      bytes([0xff, 0xfe], utf16(doc("hoatzin").join("\r\n"))),
      5,
    ),
    plain(
      "utf16-be.md",
      "ibex",
      "utf-16be",
      bytes([0xfe, 0xff], utf16(`${doc("ibex").join("\n")}\n`).swap16()),
      5,
    ),
    {
      name: "mixed-ends.md",
      word: "capybara",
      question: "What does the capybara do?",
      encoding: "utf-8",
      lines: 7,
      // LF, CRLF, CR, and CR CR LF, which is two ends: the empty line between them counts.
      bytes: utf8("# Mixed\n\r\nThe capybara swims.\rIt dives,\r\r\nand it eats grass.\nDone."),
    },
    {
      name: "line-separator.md",
      word: "echidna",
      question: "Where is the echidna?",
      encoding: "utf-8",
      lines: 4,
      bytes: utf8(
        "# Ends\n\nThe echidna is one\u2028line, with\u2029and\u0085and\fin it.\nLast line.\n",
      ),
    },
    {
      name: "long-line.md",
      word: "quokka",
      question: "Where does the quokka wait?",
      encoding: "utf-8",
      lines: 3,
      bytes: utf8(`# Long\n\n${longLine("quokka")}`),
    },
    {
      name: "latin1.md",
      word: "jerboa",
      question: "Where does the jerboa live?",
      encoding: "latin1",
      lines: 3,
      bytes: Buffer.from("# Café\n\nThe jerboa lives near the café at Évreux.", "latin1"),
    },
    {
      name: "中文 名字.md",
      word: "貘",
      question: "貘住在哪里？",
      encoding: "utf-8",
      lines: 5,
      bytes: utf8("# 动物\n\n貘住在雨林里，夜里出来觅食。\n\n它的鼻子很长😀，可以卷住叶子。\n"),
    },
    {
      name: "gbk.md",
      word: "金丝猴",
      question: "金丝猴住在哪里？",
      encoding: "gbk",
      lines: 5,
      bytes: gbk(
        "# 动物园\r\n\r\n金丝猴住在三号馆，上午九点开放。\r\n\r\n门票二十元，儿童半价。\r\n",
      ),
    },
    {
      name: "gbk-cr.md",
      word: "丹顶鹤",
      question: "丹顶鹤什么时候飞到这里？",
      encoding: "gbk",
      lines: 3,
      bytes: gbk("# 湿地\r\r丹顶鹤每年十月飞到这里过冬"),
    },
  ];
}

export function writeHardFiles(folder: string): HardFile[] {
  mkdirSync(folder, { recursive: true });
  const files = hardFiles();
  for (const file of files) writeFileSync(path.join(folder, file.name), file.bytes);
  return files;
}

function plain(
  name: string,
  word: string,
  encoding: string,
  content: Buffer,
  lines: number,
): HardFile {
  return {
    name,
    word,
    question: `Where does the ${word} sleep by day?`,
    encoding,
    lines,
    bytes: content,
  };
}

function utf8(text: string): Buffer {
  return Buffer.from(text, "utf8");
}

function utf16(text: string): Buffer {
  return Buffer.from(text, "utf16le");
}

function bytes(mark: number[], content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(mark), content]);
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
