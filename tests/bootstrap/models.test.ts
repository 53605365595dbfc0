import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectDir } from "#lib/platform/project";

/** A start in a project whose models are those of this folder; what it needs of the rest is read where it stands. */
const own = projectDir();
const models = "lib/answering/models";
const start = `
  import { main } from "./scripts/bootstrap/tell.mjs";
  import { refuseDamagedModels } from "./scripts/bootstrap/models.mjs";
  await main(async () => { await refuseDamagedModels(); console.log("started"); });
`;
let project: string;
beforeEach(() => {
  project = mkdtempSync(path.join(os.tmpdir(), "docent-models-"));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const run = () =>
  spawnSync(process.execPath, ["--input-type=module", "-e", start], {
    cwd: own,
    env: { ...process.env, DOCENT_PROJECT: project },
    encoding: "utf8",
  });

test("a start goes on where the fitted models are whole", () => {
  cpSync(path.join(own, models), path.join(project, models), { recursive: true });
  expect(run()).toMatchObject({ status: 0, stdout: "started\n" });
});

test.each([
  ["is missing", undefined, "is missing or cannot be read"],
  ["is cut off", '{ "about": ', "is no JSON"],
  ["is another program's", "{}", "has not the form of a model"],
])("a start is refused with the file named where a model %s", (_, text, why) => {
  const file = path.join(project, models, "answering.json");
  if (text !== undefined) {
    cpSync(path.join(own, models), path.join(project, models), { recursive: true });
    writeFileSync(file, text);
  }
  const { status, stdout, stderr } = run();
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe(
    `The answering model ${file} ${why}. Bring it back from the repository, or fit it anew: npm run fit.\n`,
  );
});
