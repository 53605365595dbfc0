import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectDir } from "#lib/platform/project";
import { eachBeside } from "../../training/answers/beside.ts";
import { type Example, readExamples } from "../../training/answers/example.ts";
import { type FieldRows, readFields } from "../../training/answers/read-fields.ts";

const folder = mkdtempSync(path.join(tmpdir(), "docent-test-evidence-"));
const set = path.join(folder, "written", "en");
const file = path.join(folder, "out", "written-en.jsonl.gz");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answer = (project: string) => ({
  path: `${project}/a.md`,
  grade: 2,
  line_start: 3,
  line_end: 3,
});
const about = { lang: "en", kind: "answerable", source: "written", answerable: true };
const queries = [
  {
    ...about,
    id: "1",
    question: "How long does dough rest in a kitchen?",
    gold: [answer("bread")],
  },
  { ...about, id: "2", question: "How long does broth boil in a kitchen?", gold: [answer("soup")] },
  {
    ...{ ...about, id: "3", question: "Which oven bakes the dough best?", project: "bread" },
    ...{ kind: "absent", answerable: false, gold: [], gold_path: null },
  },
];

beforeAll(async () => {
  const pages = {
    bread:
      "# Dough\n\nIn a kitchen the dough rests for nine hours.\n\n## Baking\n\nBake the dough hot.\n",
    soup: "# Broth\n\nIn a kitchen a broth boils for two hours.\n",
  };
  for (const [project, text] of Object.entries(pages)) {
    mkdirSync(path.join(set, "docs", project), { recursive: true });
    writeFileSync(path.join(set, "docs", project, "a.md"), text);
  }
  const lines = queries.map((query) => JSON.stringify(query));
  writeFileSync(path.join(set, "queries.jsonl"), lines.join("\n"));
  await promisify(execFile)(process.execPath, [
    ...[path.join(projectDir(), "training/answers/bring-evidence.ts"), path.dirname(file), set],
    ...["--conditions", "own,cross"],
  ]);
}, 60_000);

describe("evidence of a set", () => {
  it("is of the folder of one project, whose words alone are counted, in the order of the questions", async () => {
    const found: Example[] = [];
    for await (const example of readExamples(file)) found.push(example);
    expect(found.map(({ id, condition }) => `${id} ${condition}`)).toEqual([
      ...["1 own", "1 cross", "2 own", "2 cross", "3 absent"],
    ]);
    expect(found.map(({ evidence }) => evidence?.citations[0]?.path)).toEqual([
      ...["bread/a.md", "soup/a.md", "soup/a.md", "bread/a.md", "bread/a.md"],
    ]);
    for (const { evidence } of found) expect(evidence?.coverage?.files_known).toBe(1);
    expect(found[4]).toMatchObject({ set: "written-en", group: "bread", answerable: false });
  });

  it("is read by threads as it is by one after the other", async () => {
    const alone: FieldRows[] = [];
    for await (const field of readFields([file, file])) alone.push(field);
    const worker = new URL("../../training/answers/read-fields-worker.ts", import.meta.url);
    expect((await eachBeside<FieldRows>(worker, [file, file])).flat()).toEqual(alone);
  });

  it("is not told in part where a thread fails", async () => {
    const worker = new URL("data:text/javascript,throw new Error('The file is damaged.')");
    await expect(eachBeside(worker, [file])).rejects.toThrow("The file is damaged.");
  });
});
