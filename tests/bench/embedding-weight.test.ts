import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type EmbeddingRun, weighEmbedding } from "../../bench/embedding-weight.ts";
import { chooseFor, groups } from "../../bench/left-out.ts";
import { findSets } from "../../scripts/eval/question-sets.ts";
import type { Scorer } from "../../scripts/eval/scorer.ts";
import { openEmbeddingServers, vectorOf } from "../models/embedding/embedding-server.ts";

/** Counts at what share of the questions the first passage stands in the right page. */
const scorer: Scorer = {
  questions: () => [],
  score(questions, results) {
    const lines = results as { id: string; citations: { path: string }[] }[]; // what the bench hands over
    const first = new Map(lines.map(({ id, citations }) => [id, citations[0]?.path]));
    const right = (questions as { id: string; gold_path: string }[]).filter(
      ({ id, gold_path }) => first.get(id) === gold_path,
    );
    const value = right.length / questions.length;
    const metrics = { "hit@1": { value, lo: value, hi: value, n: questions.length } };
    return { n: questions.length, missing_results: 0, metrics, citations: { too_wide: 0 } };
  },
};

describe("a weight that is chosen with projects left out", () => {
  it("is never chosen by the projects that it is told on", () => {
    const questions = Array.from({ length: groups }, (_, group) => ({
      ...{ id: `q${group}`, gold_path: group === 0 ? "b.md" : "a.md" },
    }));
    const place = { line_start: 1, line_end: 1 };
    const asked = questions.map(({ id }, group) => ({
      ...{ id, group },
      passages: [
        { path: "a.md", ...place, value: 1 },
        { path: "b.md", ...place, value: 2 },
      ],
    }));
    const files = [{ name: "made", root: "", questions, asked }];
    // 1 ranks a.md first, 3 ranks b.md first; only the question of group 0 is answered by b.md.
    const chosen = chooseFor(
      files,
      scorer,
      [3, 1],
      (weight) =>
        ({ value }) =>
          weight === 3 ? value : 3 - value,
    );
    expect(chosen).toEqual([1, 1, 1, 1, 1]);
  });
});

describe("the bench of an embedding model", () => {
  const open = openEmbeddingServers();
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function aSet() {
    const sets = mkdtempSync(path.join(os.tmpdir(), "docent-sets-"));
    folders.push(sets);
    const docs = path.join(sets, "made", "docs");
    mkdirSync(docs, { recursive: true });
    writeFileSync(
      path.join(docs, "a.md"),
      "# Keys\n\nThe signing key is rotated every ninety days.\n",
    );
    writeFileSync(path.join(docs, "b.md"), "# Kettles\n\nThe kettle is emptied every evening.\n");
    const question = { id: "q", question: "How often is the key rotated?", answerable: true };
    const lines = [{ ...question, gold_path: "a.md" }];
    const file = path.join(sets, "made", "queries.jsonl");
    writeFileSync(file, lines.map((one) => JSON.stringify(one)).join("\n"));
    return { sets: findSets(sets), questions: lines, vectors: path.join(sets, "vectors") };
  }

  it("embeds each passage once and ranks by it, by the table and by words", async () => {
    const { sets, questions, vectors } = aSet();
    const server = await open();
    const run: EmbeddingRun = {
      ...{ base_url: server.base_url, name: "embed-1", depth: 10, drawn: 10, vectors },
      ...{ query_prefix: "query: ", passage_prefix: "passage: " },
    };
    const told = () =>
      weighEmbedding(sets, { ...scorer, questions: () => questions }, run, () => {});
    const { rows, chosen } = await told();
    expect(chosen).toHaveLength(groups);
    expect(rows.map(({ way }) => way)).toEqual([
      "words alone",
      "with the table",
      "the model alone",
      "words and the model, held out",
      "table and the model, held out",
      "in force",
    ]);
    for (const { figures } of rows) expect(figures).toEqual({ "hit@1": 1 });
    const passages = () => server.asked.flatMap(({ texts }) => texts.filter(isPassage));
    expect(passages()).toHaveLength(2);
    expect(passages().join("\n")).toContain("Keys\n\n");
    await told();
    expect(passages()).toHaveLength(2);
  });

  it("says what the model answered where that is no vector for each text", async () => {
    const { sets, questions, vectors } = aSet();
    const server = await open(() => ({ vectors: [vectorOf("one")] }));
    const run: EmbeddingRun = {
      ...{ base_url: server.base_url, name: "embed-1", depth: 10, drawn: 10, vectors },
      ...{ query_prefix: "", passage_prefix: "" },
    };
    const told = weighEmbedding(sets, { ...scorer, questions: () => questions }, run, () => {});
    await expect(told).rejects.toThrow("vector");
  });
});

const isPassage = (text: string) => text.startsWith("passage: ");
