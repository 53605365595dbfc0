import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Assembly, createAssembly } from "#lib/assembly";
import { AskBody } from "#lib/contracts/http";
import { hardFiles, writeHardFiles } from "../independent/hard-files.ts";
import { recompute } from "../independent/recompute.ts";

/**
 * Whole answers of the whole program over files that are easy to cite wrongly: claims, spans, citations and the nearest
 * passages of gaps, recomputed by the verifier that shares no code with it.
 */
const project = path.resolve(import.meta.dirname, "../..");
const names = hardFiles().map((file) => [file.name, file] as const);
let base: string;
let root: string;
let assembly: Assembly;

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), "docent-answers-"));
  root = path.join(base, "hard");
  writeHardFiles(root);
  assembly = createAssembly({
    project_dir: project,
    env: {
      PATH: process.env.PATH,
      DOCENT_HOME: path.join(base, "state"),
      DOCENT_LOG_LEVEL: "error",
    },
    roots: [root],
  });
  assembly.warm();
  await vi.waitFor(async () => expect((await assembly.health("en")).index.state).toBe("ready"), {
    timeout: 240_000,
  });
});
afterAll(async () => {
  await assembly.close();
  rmSync(base, { recursive: true, force: true });
});

function ask(question: string) {
  return assembly.ask(AskBody.parse({ question, store: false }), {
    trace_id: assembly.newId("trace"),
    signal: new AbortController().signal,
    emit: () => undefined,
  });
}

describe("answers, recomputed by code that shares nothing with the program", () => {
  it.each(names)("answers from %s with nothing but its own lines", async (_, file) => {
    const answer = await ask(file.question);
    expect(answer.citations[0]?.relative_path).toBe(file.name);
    const report = recompute([answer], new Map([["hard", root]]));
    expect(report.claims).toBeGreaterThan(0);
    expect(report.problems).toEqual([]);
  });

  it("gives nearest passages that hold as well when it does not know", async () => {
    const answer = await ask("Who founded the lighthouse of Alexandria?");
    expect([answer.status, answer.claims]).toEqual(["no_evidence", []]);
    expect(recompute([answer], new Map([["hard", root]])).problems).toEqual([]);
  });
});
