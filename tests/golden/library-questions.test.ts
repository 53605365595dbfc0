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
 * Three folders that have nothing to do with the program: a boatyard's manual, the documentation of a booking program,
 * and a tea cooperative's notes, in Chinese. Questions of every kind that people put, each with the line that answers it.
 * Floors are figures reached, per kind: answered with the line in the first citation, in the first three. They are raised
 * when beaten.
 */
const project = path.resolve(import.meta.dirname, "../..");
const golden = path.join(project, "fixtures", "golden");
const roots = ["yard", "software", "tea"].map((name) => path.join(golden, "library", name));
const Question = z.strictObject({
  id: z.string(),
  lang: z.enum(["en", "zh"]),
  kind: z.string(),
  question: z.string(),
  answerable: z.boolean(),
  /** `text` stands on the line that answers. */
  gold: z.array(z.object({ path: z.string(), text: z.string() })),
  roots: z.array(z.string()).optional(),
  /** The question that was put before, in the same conversation. */
  after: z.string().optional(),
  /** How many files a list must count. */
  total: z.number().optional(),
});
type Question = z.infer<typeof Question>;
const questions = readFileSync(path.join(golden, "library.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => Question.parse(JSON.parse(line)));

/** Of each kind: how many are asked, answered right in the first citation, in the first three. */
const floors: Record<string, [asked: number, first: number, third: number]> = {
  exists: [20, 18, 19],
  absent: [17, 17, 17],
  same_names: [8, 6, 7],
  several_roots: [8, 7, 7],
  long: [11, 10, 11],
  code: [11, 7, 9],
  table: [11, 10, 11],
  list: [3, 2, 2],
  steps: [7, 5, 5],
  // With the rules that completed a follow-up it was [6, 5, 6]; on 224 of other folders those found 20 and 22 fewer.
  follow_up: [6, 4, 4],
  counting: [9, 9, 9],
  error: [5, 5, 5],
  typo: [5, 5, 5],
  synonym: [7, 6, 7],
  everyday: [13, 13, 13],
  mixed: [5, 5, 5],
  traditional: [8, 8, 8],
};

let home: string;
let assembly: Assembly;
const asked: { question: Question; answer: Answer }[] = [];

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), "docent-library-"));
  assembly = createAssembly({
    project_dir: project,
    env: { PATH: process.env.PATH, DOCENT_HOME: home, DOCENT_LOG_LEVEL: "error" },
    roots,
  });
  assembly.warm();
  await vi.waitFor(async () => expect((await assembly.health("en")).index.state).toBe("ready"), {
    timeout: 240_000,
  });
  for (const question of questions) {
    const before =
      question.after === undefined ? undefined : await ask(question.after, { store: true });
    const thread = before === undefined ? {} : { thread_id: before.thread_id };
    const within = question.roots === undefined ? {} : { roots: question.roots };
    asked.push({ question, answer: await ask(question.question, { ...thread, ...within }) });
  }
});
afterAll(async () => {
  await assembly.close();
  rmSync(home, { recursive: true, force: true });
});

function ask(question: string, more: object): Promise<Answer> {
  return assembly.ask(AskBody.parse({ question, store: false, ...more }), {
    trace_id: assembly.newId("trace"),
    signal: new AbortController().signal,
    emit: () => undefined,
  });
}

/** The place of the first citation that holds a line of the gold, from 1. */
function placeOf({ gold }: Question, { citations }: Answer): number | undefined {
  const at = citations.findIndex(({ root_id, relative_path, locator }) =>
    gold.some(({ path: file, text }) => {
      if (file !== `${root_id}/${relative_path}`) return false;
      const lines = readFileSync(path.join(golden, "library", file), "utf8").split("\n");
      const line = lines.findIndex((l) => l.includes(text)) + 1;
      return locator.line_start <= line && line <= locator.line_end;
    }),
  );
  return at < 0 ? undefined : at + 1;
}

/** The place of the right answer; 1 for the right list and for saying rightly that there is none. */
function judge({ question, answer }: (typeof asked)[number]): number | undefined {
  if (!question.answerable) return answer.status === "no_evidence" ? 1 : undefined;
  if (answer.status !== "answered" && answer.status !== "partial") return undefined;
  if (question.total !== undefined)
    return answer.listings?.[0]?.total === question.total ? 1 : undefined;
  return placeOf(question, answer);
}

describe("a library of three folders", () => {
  it("answers each kind of question at least as well as it did", () => {
    const reached: typeof floors = {};
    const missed: string[] = [];
    for (const one of asked) {
      const place = judge(one);
      const row = reached[one.question.kind] ?? [0, 0, 0];
      row[0] += 1;
      if (place === 1) row[1] += 1;
      if (place !== undefined && place <= 3) row[2] += 1;
      else missed.push(`${one.question.kind}: ${one.question.question} (${one.answer.status})`);
      reached[one.question.kind] = row;
    }
    const below = Object.entries(floors).filter(([kind, [count, first, third]]) => {
      const [n, one, three] = reached[kind] ?? [0, 0, 0];
      return n !== count || one < first || three < third;
    });
    expect({
      below: below.map(([kind]) => [kind, reached[kind]]),
      missed: below.length === 0 ? [] : missed,
    }).toEqual({ below: [], missed: [] });
    expect(Object.keys(reached).sort()).toEqual(Object.keys(floors).sort());
  });

  it("every citation and claim holds when recomputed", () => {
    const report = recompute(
      asked.map(({ answer }) => answer),
      new Map(roots.map((root) => [path.basename(root), root])),
    );
    expect(report.claims).toBeGreaterThan(100);
    expect(report.problems).toEqual([]);
  });
});
