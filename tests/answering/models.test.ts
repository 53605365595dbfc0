import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectDir } from "#lib/platform/project";
import { modelNames } from "../../lib/answering/answer-question.ts";
import { readModel } from "../../lib/answering/models.ts";

const committed = path.join(projectDir(), "lib/answering/models/answering.json");

describe("the fitted models", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "docent-model-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => path.join(folder, "answering.json");

  it("are what the committed matrix gives", () => {
    const said = execFileSync(
      process.execPath,
      [path.join(projectDir(), "scripts/fit.ts"), "--check"],
      {
        encoding: "utf8",
        env: { ...process.env, DOCENT_PROJECT: projectDir() },
      },
    );
    expect(said).toContain("The models are what the matrix gives.");
  });

  it.each([
    ["missing", undefined, "is missing or cannot be read"],
    ["cut off", readFileSync(committed, "utf8").slice(0, 200), "is no JSON"],
    ["something else", "{}", "has not the form of a model"],
    [
      "of an older program",
      readFileSync(committed, "utf8").replace('"covered":', '"covered-before":'),
      "was fitted on other features than this program has",
    ],
  ])("are refused by name where the file is %s", (_, text, why) => {
    if (text !== undefined) writeFileSync(file(), text);
    expect(() => readModel(file(), modelNames)).toThrow(`The answering model ${file()} ${why}.`);
  });

  it("are read where they are whole", () => {
    expect(readModel(committed, modelNames).working_points.sure).toBeGreaterThan(0);
  });
});
