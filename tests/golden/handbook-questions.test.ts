import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Assembly, createAssembly } from "#lib/assembly";
import type { Answer } from "#lib/contracts/answer";
import { AskBody } from "#lib/contracts/http";
import { recompute } from "../independent/recompute.ts";

/**
 * The first thing a newcomer meets: questions about the program, answered from its handbook by the whole program.
 * Floors are figures reached; they are raised when beaten. A near miss shares its words with a page that does not answer.
 */
const project = path.resolve(import.meta.dirname, "../..");
const handbook = path.join(project, "handbook");
const Question = z.looseObject({
  question: z.string(),
  answerable: z.boolean(),
  gold: z.array(z.object({ path: z.string() })).default([]),
});
const questions = readFileSync(path.join(project, "fixtures", "golden", "handbook.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => Question.parse(JSON.parse(line)));

let home: string;
let assembly: Assembly;
const asked: { question: z.infer<typeof Question>; answer: Answer }[] = [];

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), "docent-golden-"));
  assembly = createAssembly({
    project_dir: project,
    env: { PATH: process.env.PATH, DOCENT_HOME: home, DOCENT_LOG_LEVEL: "error" },
    roots: [handbook],
  });
  assembly.warm();
  await vi.waitFor(async () => expect((await assembly.health("en")).index.state).toBe("ready"), {
    timeout: 240_000,
  });
  for (const question of questions) asked.push({ question, answer: await ask(question.question) });
});
afterAll(async () => {
  await assembly.close();
  rmSync(home, { recursive: true, force: true });
});

function ask(question: string): Promise<Answer> {
  return assembly.ask(AskBody.parse({ question, store: false }), {
    trace_id: assembly.newId("trace"),
    signal: new AbortController().signal,
    emit: () => undefined,
  });
}

describe("questions about the program, asked of its handbook", () => {
  it.each([
    ["How do I add a folder?", "en/folders.md", "Add folder"],
    ["怎么添加文件夹？", "zh-CN/folders.md", "添加文件夹"],
  ])("%s is answered at once, from the right page", async (question, page, control) => {
    const answer = asked.find((one) => one.question.question === question)?.answer;
    expect([answer?.status, answer?.citations[0]?.relative_path]).toEqual(["answered", page]);
    expect(answer?.claims[0]?.text).toContain(`**${control}**`);
  });

  it("ordinary ones are answered, nearly all from the right page first", () => {
    const ordinary = asked.filter(({ question }) => question.answerable);
    const elsewhere = ordinary.filter(({ question, answer }) => {
      const first = answer.citations[0]?.relative_path;
      return !question.gold.some((gold) => gold.path === first);
    });
    expect(ordinary.length).toBe(92);
    expect(elsewhere.map(({ question }) => question.question).slice(5)).toEqual([]);
    expect(ordinary.filter(({ answer }) => answer.status !== "answered")).toEqual([]);
  });

  it("most near misses get no evidence, and few of the others an answer that is told as sure", () => {
    const near = asked.filter(({ question }) => !question.answerable);
    const answered = near.filter(({ answer }) => answer.status !== "no_evidence");
    const sure = near.filter(({ answer }) => answer.outcome === "sure");
    expect(near.length).toBe(40);
    expect(answered.map(({ question }) => question.question).slice(15)).toEqual([]);
    expect(sure.map(({ question }) => question.question).slice(3)).toEqual([]);
  });

  it("every citation and claim holds when recomputed", () => {
    const report = recompute(
      asked.map(({ answer }) => answer),
      new Map([["handbook", handbook]]),
    );
    expect(report.claims).toBeGreaterThan(150);
    expect(report.problems).toEqual([]);
  });
});
