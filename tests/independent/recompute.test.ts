import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HardFile, writeHardFiles } from "./hard-files.ts";
import { readFacts, recompute } from "./recompute.ts";

const here = import.meta.dirname;
let folder: string;
let files: HardFile[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "docent-recompute-"));
  files = writeHardFiles(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function claim(id: string, text: string, citations: number[], spans: object[]) {
  return { id, text, support: "verbatim", citations, spans };
}

/** What a faithful server would say about lines `from` to `to`. */
function honest(name: string, from: number, to: number) {
  const file = files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new Error(`no such file: ${name}`);
  const facts = readFacts(file.bytes);
  const text = facts.lines.slice(from - 1, to).join("\n");
  return {
    id: 1,
    root_id: "hard",
    relative_path: name,
    path: path.join(folder, name),
    locator: { line_start: from, line_end: to },
    snippet: text,
    truncated: false,
    sha256: createHash("sha256").update(text).digest("hex"),
    file: { bytes: facts.bytes, sha256: facts.sha256, encoding: facts.encoding },
    score: 3,
    breakdown: [{ value: 1 }, { value: 2 }],
  };
}

describe("the independent verifier", () => {
  it("imports nothing but Node's own modules", () => {
    for (const name of ["recompute.ts", "hard-files.ts"]) {
      const source = readFileSync(path.join(here, name), "utf8");
      const imported = [...source.matchAll(/from "([^"]+)"|import\("([^"]+)"\)/g)].map(
        (m) => m[1] ?? m[2],
      );
      expect(imported.filter((specifier) => !specifier?.startsWith("node:"))).toEqual([]);
    }
  });

  it("knows encoding and number of lines of every hard file", () => {
    expect(
      files.map((file) => [
        file.name,
        readFacts(file.bytes).encoding,
        readFacts(file.bytes).lines.length,
      ]),
    ).toEqual(files.map((file) => [file.name, file.encoding, file.lines]));
  });

  it("accepts honest citations and an honest answer", () => {
    const citation = honest("crlf.md", 3, 5);
    const answer = {
      claims: [
        {
          id: "c1",
          text: "The axolotl",
          support: "verbatim",
          citations: [1],
          spans: [{ citation: 1, line: 3, start: 0, end: 11 }],
        },
      ],
      citations: [citation],
    };
    const report = recompute([answer], new Map([["hard", folder]]));
    expect(report).toEqual({ citations: 1, reads: 0, claims: 1, lines: 0, problems: [] });
  });

  it("finds shown lines that stand elsewhere, or nowhere", () => {
    const line = { citation: 1, line_start: 3, line_end: 3, text: "The axolotl", kind: "sentence" };
    const judged = (over: object) => {
      const blocks = [{ kind: "related", lines: [{ ...line, column: 0, ...over }] }];
      const answer = { claims: [], citations: [honest("crlf.md", 3, 5)], blocks };
      const { lines, problems } = recompute([answer], new Map([["hard", folder]]));
      return [lines, problems.length];
    };
    expect(judged({})).toEqual([1, 0]);
    expect(judged({ text: "The newt" })).toEqual([1, 1]);
    expect(judged({ citation: 2 })).toEqual([1, 1]);
    expect(judged({ line_start: 2 })[1]).toBeGreaterThan(0);
  });

  it.each([
    ["sha256 of the lines differs", { locator: { line_start: 2, line_end: 5 } }],
    ["the file has 5 lines", { locator: { line_start: 3, line_end: 6 } }],
    ["the snippet is not in the lines", { snippet: "never written" }],
    ["truncated does not say what it is", { truncated: true }],
    ["the snippet is cut inside a word", { snippet: "e axolotl sleeps", truncated: true }],
    ["sha256 of the file differs", { file: { sha256: "0".repeat(64) } }],
    ["the file has 154 bytes, not 7", { file: { bytes: 7 } }],
    ["encoding is utf-8, not gbk", { file: { encoding: "gbk" } }],
    ["the breakdown sums to 3, the score is 4", { score: 4 }],
    ["the root is not known", { root_id: "elsewhere" }],
    ["the file cannot be read: ENOENT", { relative_path: "absent.md" }],
    ["path names another file", { path: "bom.md" }],
  ])("reports: %s", (expected, change) => {
    const right = honest("crlf.md", 3, 5);
    const wrong = {
      ...right,
      ...change,
      file: { ...right.file, ...("file" in change ? change.file : {}) },
      path: "path" in change ? path.join(folder, change.path) : right.path,
    };
    const { problems } = recompute([wrong], new Map([["hard", folder]]));
    expect(problems.map((problem) => problem.what)).toContain(expected);
  });

  it("reports claims whose citations or spans do not exist", () => {
    const answer = {
      claims: [
        claim("c1", "", [], []),
        claim("c2", "", [2], [{ citation: 1, line: 2, start: 0, end: 1 }]),
        claim("c3", "", [1], [{ citation: 1, line: 3, start: 0, end: 4000 }]),
        claim("c4", "The newt", [1], [{ citation: 1, line: 3, start: 0, end: 11 }]),
        claim("c5", "The axolotl barks", [1], [{ citation: 1, line: 3, start: 0, end: 11 }]),
      ],
      citations: [honest("crlf.md", 3, 5)],
    };
    const { problems } = recompute([answer], new Map([["hard", folder]]));
    expect(problems.map((problem) => `${problem.where}: ${problem.what}`)).toEqual([
      "claim c1: it has no citation",
      "claim c2: citation 2 does not exist",
      "claim c2: a span on line 2 lies outside lines 3-5",
      "claim c3: span 0-4000 does not fit line 3",
      "claim c4: the words of line 3 are not in its text",
      "claim c4: its text has words that no span has",
      "claim c5: its text has words that no span has",
    ]);
  });
});
