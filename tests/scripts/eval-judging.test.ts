import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBaselines } from "../../scripts/eval/baselines.ts";
import { halfOf } from "../../scripts/eval/halves.ts";
import { judgeFile } from "../../scripts/eval/judge-file.ts";
import type { ResultLine } from "../../scripts/eval/put-questions.ts";
import type { Scorer } from "../../scripts/eval/scorer.ts";
import { wholeTable } from "../../scripts/eval/summary.ts";
import { pointWithCoverage } from "../../scripts/eval/threshold-curve.ts";

type Asked = { id: string; question: string; answerable: boolean; gold_path?: string };

/** Counts as a scorer does: what is answered, and whether the first citation is of the right file. */
const scorer: Scorer = {
  questions: () => questions,
  score(asked, results) {
    const all = asked as Asked[]; // the questions below
    const lines = new Map((results as ResultLine[]).map((line) => [line.id, line]));
    const share = (of: Asked[], good: (line: ResultLine | undefined, q: Asked) => boolean) => {
      const value = of.filter((q) => good(lines.get(q.id), q)).length / of.length;
      return { value, lo: value, hi: value, n: of.length };
    };
    const there = all.filter((q) => q.answerable);
    const absent = all.filter((q) => !q.answerable);
    const answered = (line: ResultLine | undefined) => line?.status === "answered";
    return {
      n: all.length,
      missing_results: 0,
      metrics: {
        "hit@1": share(there, (line, q) => line?.citations[0]?.path === q.gold_path),
        coverage: share(there, answered),
        ...(absent.length === 0 ? {} : { false_answer_cross: share(absent, answered) }),
      },
      citations: { fidelity: 1, median_lines: 1, too_wide: 0 },
    };
  },
};

const questions: Asked[] = [
  { id: "1", question: "Where do otters sleep?", answerable: true, gold_path: "otters.md" },
  { id: "2", question: "What do badgers eat?", answerable: true, gold_path: "badgers.md" },
  { id: "3", question: "When was the lighthouse built?", answerable: false },
];

const line = (id: string, confidence: number, path = "otters.md"): ResultLine => ({
  id,
  status: "answered",
  confidence,
  answer: "",
  citations: [{ path, line_start: 1, line_end: 1, snippet: "", score: confidence }],
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "docent-judging-"));
  mkdirSync(root, { recursive: true });
  writeFileSync(path.join(root, "otters.md"), "# Otters\n\nOtters sleep afloat, holding hands.\n");
  writeFileSync(path.join(root, "badgers.md"), "# Badgers\n\nBadgers eat worms and roots.\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = { name: "set", file: "q.jsonl", queries: questions, blank: [] };

describe("judging a file of questions", () => {
  it("puts plain engines and both halves beside the run, all by the same scorer", () => {
    const baselines = openBaselines(root);
    try {
      const lines = [line("1", 0.9), line("2", 0.7, "badgers.md"), line("3", 0.2)];
      const judged = judgeFile(file, lines, { scorer, root, baselines });
      expect(judged.figures).toMatchObject({
        "hit@1": 1,
        false_answer_cross: 1,
        "false_answer_cross@coverage0.95": 0,
      });
      expect(judged.beside.FTS5).toMatchObject({ "hit@1": 1 });
      expect(judged.beside["MiniSearch section"]).toMatchObject({ "hit@1": 1 });
      expect(judged.beside["MiniSearch file"]).toMatchObject({ "hit@1": 1 });
      const halves = ["half A", "half B"].filter((half) => half in judged.beside);
      expect(halves.length).toBeGreaterThan(0);
      expect(judged.curve.map(({ threshold }) => threshold)).toEqual([
        0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
      ]);
      expect(wholeTable({ set: judged })).toMatch(/set\s+hit@1\s+1\.000\s+1\.000/);
    } finally {
      baselines.close();
    }
  });
});

describe("the threshold curve", () => {
  it("finds the highest threshold that still answers enough", () => {
    const lines = [line("1", 0.9), line("2", 0.4), line("3", 0.6)];
    const deps = { scorer, questions, root };
    expect(pointWithCoverage(0.5, lines, deps)).toMatchObject({
      threshold: 0.9,
      false_answers: { cross: 0 },
    });
    expect(pointWithCoverage(0.95, lines, deps)).toMatchObject({
      threshold: 0.4,
      false_answers: { cross: 1 },
    });
  });
});

describe("halves", () => {
  it("never part the questions of one article or project", () => {
    const of = (gold_path: string) => halfOf({ id: "x", gold_path });
    for (const project of ["kafka", "etcd", "ollama", "vite", "deno"]) {
      expect(of(`${project}/a.md`)).toBe(of(`${project}/b/c.md`));
    }
    expect(new Set(["a", "b", "c", "d", "e", "f"].map((name) => of(`${name}.md`))).size).toBe(2);
  });

  it("keep a question about what is not there with its article", () => {
    expect(halfOf({ id: "1", near_path: "Oxygen.md" })).toBe(
      halfOf({ id: "2", gold_path: "Oxygen.md" }),
    );
  });
});
