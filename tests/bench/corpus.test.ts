import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFiles } from "../../bench/corpus/corpus.ts";
import { documentsIn, folderCorpus } from "../../bench/corpus/folder-corpus.ts";
import { madeCorpus } from "../../bench/corpus/made-corpus.ts";
import { drawQuestions } from "../../bench/questions.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "docent-bench-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the made corpus", () => {
  it("is the same bytes on every machine", () => {
    const corpus = madeCorpus();
    const hash = createHash("sha256");
    for (let number = 0; number < 40; number += 1) {
      const { relative_path, bytes } = corpus.file(number);
      hash.update(`${relative_path}\n`).update(bytes);
    }
    expect(hash.digest("hex").slice(0, 16)).toBe("58e7dd021be9a85b");
  });

  it("has both languages, tables, steps, code and pages of very different length", () => {
    const corpus = madeCorpus();
    const texts = Array.from({ length: 60 }, (_, number) => corpus.file(number).bytes.toString());
    const whole = texts.join("\n");
    for (const form of [
      /^\| --- /m,
      /^2\. /m,
      /^- /m,
      /^```ts$/m,
      /^> /m,
      /^### /m,
      /^---\ntitle/,
    ]) {
      expect(texts.some((text) => form.test(text))).toBe(true);
    }
    const han = whole.match(/\p{Script=Han}/gu)?.length ?? 0;
    expect(han / whole.length).toBeGreaterThan(0.03);
    const lengths = texts.map((text) => text.length).sort((a, b) => a - b);
    expect(lengths.at(-1)).toBeGreaterThan(10 * (lengths[5] ?? 0));
  });

  it("grows: what is written first is left as it is", () => {
    const corpus = madeCorpus();
    writeFiles(corpus, folder, 0, 5);
    const first = documentsIn(folder);
    writeFiles(corpus, folder, 5, 12);
    expect(first).toHaveLength(5);
    expect(documentsIn(folder)).toEqual(expect.arrayContaining(first));
    expect(documentsIn(folder)).toHaveLength(12);
  });

  it("gives the same questions for the same folder", () => {
    writeFiles(madeCorpus(), folder, 0, 20);
    const questions = drawQuestions(folder, 12);
    expect(questions).toHaveLength(12);
    expect(drawQuestions(folder, 12)).toEqual(questions);
  });
});

describe("a folder as corpus", () => {
  it("gives its Markdown files in an order that has nothing to do with their names", () => {
    mkdirSync(path.join(folder, "deep"));
    for (const name of ["a.md", "b.mdx", "deep/c.markdown", "picture.png"]) {
      writeFileSync(path.join(folder, name), name);
    }
    const corpus = folderCorpus(folder);
    const files = Array.from({ length: corpus.size }, (_, number) => corpus.file(number));
    expect(files.map(({ relative_path }) => relative_path).sort()).toEqual([
      "a.md",
      "b.mdx",
      "deep/c.markdown",
    ]);
    for (const { relative_path, bytes } of files) expect(bytes.toString()).toBe(relative_path);
  });

  it("refuses what is no folder or holds no document", () => {
    expect(() => folderCorpus(path.join(folder, "absent"))).toThrow("is not a folder");
    expect(() => folderCorpus(folder)).toThrow("holds no Markdown file");
  });
});
