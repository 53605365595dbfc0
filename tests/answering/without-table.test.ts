import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { analyseQuestion } from "#lib/language/analyse-question";
import { projectDir } from "#lib/platform/project";
import { answerQuestion, readyToAnswer } from "../../lib/answering/answer-question.ts";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { readCandidates, readSources } from "../../lib/answering/candidates.ts";
import { decisionFeatures } from "../../lib/answering/decision.ts";
import { features } from "../../lib/answering/features.ts";
import type { Tree } from "../../lib/answering/trees.ts";
import { passageOf, termsOf } from "./sample.ts";

const page =
  "A picture may not exceed 20 MB.\n\nA larger one is refused.\n\nPictures are kept for a year.";
const question = "Is there a maximum size for a photo?";
const read = passageOf(page, { breadcrumb: ["Uploads", "Limits"] });
const input = {
  analysis: analyseQuestion(question),
  citations: [read.citation],
  passages: [read.passage],
  terms: termsOf(question, ["maximum", "size", "photo"]),
};

describe("an answer without the table of word meanings", () => {
  const ofMeaning = new Set<string>();
  beforeAll(() => {
    for (const { name, meaning } of [...features, ...decisionFeatures])
      if (meaning === true) ofMeaning.add(name);
  });

  it("is decided by models that ask for nothing of it", () => {
    const { model, table } = readyToAnswer(false);
    expect(table).toBeUndefined();
    expect(ofMeaning.size).toBeGreaterThan(20);
    for (const [name, weight] of Object.entries(model.choice.weights))
      if (ofMeaning.has(name)) expect([name, Math.abs(weight)]).toEqual([name, 0]);
    for (const { trees, features: names } of [model.answerability, model.confidence])
      for (const tree of trees)
        for (const feature of askedBy(tree)) expect(ofMeaning).not.toContain(names[feature]);
  });

  it("has every feature of meaning at 0, and no other one is changed by the table", () => {
    const { analysis, citations, passages, terms } = input;
    const asked = readAsked(analysis, terms);
    const values = (table: ReturnType<typeof readyToAnswer>["table"]) => {
      const field = readCandidates(readSources(citations, passages, "en"), asked, table);
      return features.map((feature) =>
        field.candidates.map((candidate) => feature.value(candidate, asked, field)),
      );
    };
    const [by_words, by_meaning] = [values(undefined), values(readyToAnswer().table)];
    let told = 0;
    for (const [i, { name, meaning }] of features.entries()) {
      if (meaning !== true) expect([name, by_meaning[i]]).toEqual([name, by_words[i]]);
      else {
        expect(by_words[i]?.every((value) => value === 0)).toBe(true);
        told += Number(by_meaning[i]?.some((value) => value > 0));
      }
    }
    expect(told).toBeGreaterThan(4);
  });

  it("is another one where meaning does not count, and the same by both ways of saying so", () => {
    const off = answerQuestion({ ...input, meaning: false });
    expect(off).toEqual(answerQuestion(input, readyToAnswer(false)));
    expect(answerQuestion(input).confidence).not.toBe(off.confidence);
    expect(answerQuestion({ ...input, meaning: true })).toEqual(answerQuestion(input));
  });
});

describe("a table of word meanings that is missing", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it("leaves the decision to the same models as the setting does", async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), "docent-no-table-"));
    mkdirSync(path.join(dir, "lib"));
    for (const room of ["answering", "language"])
      symlinkSync(path.join(projectDir(), "lib", room), path.join(dir, "lib", room));
    const off = answerQuestion({ ...input, meaning: false });
    vi.stubEnv("DOCENT_PROJECT", dir);
    vi.resetModules();
    const again = await import("../../lib/answering/answer-question.ts");
    expect(again.readyToAnswer().table).toBeUndefined();
    expect(again.answerQuestion(input)).toEqual(off);
    rmSync(dir, { recursive: true });
  });
});

function askedBy(tree: Tree): number[] {
  if (typeof tree === "number") return [];
  const [feature, , below, above] = tree;
  return [feature, ...askedBy(below), ...askedBy(above)];
}
