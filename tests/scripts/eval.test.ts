import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { putQuestions } from "../../scripts/eval/put-questions.ts";
import { findSets, singleSet } from "../../scripts/eval/question-sets.ts";
import { findScorer } from "../../scripts/eval/scorer.ts";
import type { ServedSet } from "../../scripts/eval/served-set.ts";
import {
  keepJudgements,
  missedFloors,
  readFigures,
  readKept,
  summaryTable,
  wholeTable,
  writeFigures,
} from "../../scripts/eval/summary.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "docent-eval-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string) {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

const question = (id: string) =>
  `${JSON.stringify({ id, question: `what is ${id}?`, extra: 1 })}\n`;

describe("question sets", () => {
  it("finds each folder that has documents and questions, with all its question files", () => {
    write("zh/docs/a.md", "# A");
    write("zh/queries.jsonl", question("z1"));
    write("en/docs/a.md", "# A");
    write("en/queries.jsonl", question("e1") + question("e2"));
    write("en/queries-more.jsonl", `\n${question("m1")}\n`);
    write("no-questions/docs/a.md", "# A");
    write("score.mjs", "");
    expect(
      findSets(folder).map((set) => [
        set.name,
        set.files.map((file) => [file.name, file.queries.length]),
      ]),
    ).toEqual([
      [
        "en",
        [
          ["en/queries-more", 1],
          ["en/queries", 2],
        ],
      ],
      ["zh", [["zh/queries", 1]]],
    ]);
  });

  it("sets a line without a question aside", () => {
    const file = write("q.jsonl", `${question("a")}{"id": "b", "question": " "}\n`);
    const [set] = singleSet(file, folder).files;
    expect([set?.queries.map((query) => query.id), set?.blank]).toEqual([["a"], ["b"]]);
  });

  it("says which line of which file is no question", () => {
    const file = write("q.jsonl", `${question("a")}{"id": "b"}\n`);
    expect(() => singleSet(file, folder)).toThrow(
      `${file}, line 2: a question needs "id" and "question"`,
    );
  });

  it("refuses a folder without sets and a root that is none", () => {
    expect(() => findSets(folder)).toThrow("holds no question set");
    expect(() => singleSet(write("q.jsonl", question("a")), path.join(folder, "q.jsonl"))).toThrow(
      "is not a folder",
    );
  });
});

describe("the scorer", () => {
  it("is taken from beside the questions, and its result is checked", async () => {
    expect(await findScorer([path.join(folder, "score.mjs")])).toBeUndefined();
    write(
      "score.mjs",
      `export const readJsonl = (file) => [file];
       export const score = (queries, results, { root }) => ({ n: results.length, missing_results: 0,
         metrics: { "hit@1": { value: 0.5, lo: 0, hi: 1, n: 2 } }, citations: { fidelity: 1, median_lines: 3, too_wide: 0, queries, root } });`,
    );
    const score = await findScorer([
      path.join(folder, "absent.mjs"),
      path.join(folder, "score.mjs"),
    ]);
    expect(score?.score(score.questions("q.jsonl"), [1, 2], { root: "docs" })).toMatchObject({
      n: 2,
      citations: { queries: ["q.jsonl"], root: "docs" },
    });
  });
});

describe("floors", () => {
  const floors = { "hit@1": 0.8, false_answer_cross: 0.2, "mrr@10": 0.5 };

  it("are missed by less of what is wanted and by more of what is not", () => {
    expect(
      missedFloors({ "hit@1": 0.79, false_answer_cross: 0.21, "mrr@10": 0.6 }, floors),
    ).toEqual(["hit@1", "false_answer_cross"]);
    expect(missedFloors({ "hit@1": 0.9, false_answer_cross: 0.1, "mrr@10": 0.5 }, floors)).toEqual(
      [],
    );
  });

  it("allow rounding, and count a measure that is gone as missed", () => {
    expect(missedFloors({ "hit@1": 0.7996, false_answer_cross: 0.2 }, floors)).toEqual(["mrr@10"]);
  });

  it("stand in one table for sets that were run one by one", () => {
    const file = path.join(folder, "table.json");
    expect(readKept(file)).toEqual({});
    const judged = (value: number) => ({
      figures: { "hit@1": value },
      beside: { FTS5: { "hit@1": 0.5 } },
    });
    keepJudgements(file, { "zh/queries": judged(0.8) });
    keepJudgements(file, { "en/queries": judged(0.6) });
    keepJudgements(file, { "zh/queries": judged(0.9) });
    const [, en, zh] = wholeTable(readKept(file)).split("\n");
    expect([en, zh]).toEqual([
      expect.stringMatching(/^en\/queries +hit@1 +0\.600 +0\.500$/),
      expect.stringMatching(/^zh\/queries +hit@1 +0\.900 +0\.500$/),
    ]);
  });

  it("stand in the table beside this run and the last", () => {
    const file = path.join(folder, "results", "last.json");
    expect(readFigures(file)).toEqual({});
    writeFigures(file, { set: { "hit@1": 0.7 } });
    const table = summaryTable(
      "set",
      {
        n: 2,
        missing_results: 0,
        metrics: { "hit@1": { value: 0.75, lo: 0.5, hi: 1, n: 2 } },
        citations: { fidelity: 1, median_lines: 3, too_wide: 0 },
      },
      { "hit@1": 0.75, citation_fidelity: 1 },
      {
        last: readFigures(file).set,
        floors: { "hit@1": 0.8 },
        others: { FTS5: { "hit@1": 0.6 } },
      },
    );
    expect(table).toMatch(
      /hit@1\s+0\.750\s+0\.500–1\.000\s+2\s+0\.600\s+0\.700\s+0\.800\s+below floor/,
    );
    expect(table).toMatch(/citation_fidelity\s+1\.000/);
  });
});

describe("putting questions", () => {
  it("keeps their order, asks a few at a time, and a failed one does not end the run", async () => {
    let under_way = 0;
    let most = 0;
    const served: Pick<ServedSet, "ask" | "search"> = {
      search: () => Promise.reject(new Error("the docs server is gone")),
      ask: () => Promise.reject(new Error("never reached")),
    };
    const counted: ServedSet = {
      files: 1,
      close: () => Promise.resolve(),
      ask: served.ask,
      search: async (query) => {
        under_way += 1;
        most = Math.max(most, under_way);
        await Promise.resolve();
        under_way -= 1;
        return served.search(query);
      },
    };
    const done: number[] = [];
    const queries = ["a", "b", "c", "d"].map((id) => ({ id, question: id }));
    const { outcomes, failures } = await putQuestions(queries, counted, {
      concurrency: 2,
      onProgress: (count) => done.push(count),
    });
    expect(most).toBe(2);
    expect(done).toEqual([1, 2, 3, 4]);
    expect(outcomes).toEqual([]);
    expect(failures.map((failure) => failure.id)).toEqual(["a", "b", "c", "d"]);
    expect(failures[0]?.message).toBe("the docs server is gone");
  });
});
