import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Findings } from "#lib/contracts/findings";
import { maskMark } from "#lib/contracts/mask-mark";
import { ConflictBody, PatchInfo } from "#lib/contracts/patches";
import { CreatedTask, TaskInfo } from "#lib/contracts/tasks";
import { sha256 } from "#lib/platform/hash";
import { readFileLink } from "../../../components/tasks/file-place.tsx";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { type Http, openHttp } from "./open-http.ts";

const own = { "sec-fetch-site": "same-origin" };
const crlf =
  "# Guide\r\n\r\nSee [setup](setpu.md) and [notes](sub/Notes.md#frist).\r\nThe aple, the aples.";
const files = {
  "guide.md": crlf,
  "setup.md": "# Set up\n\nTODO: write this. [Guide](guide.md#guide) ![p](img/none.png)\n",
  "sub/notes.md": "# Notes\n\n## First\n\n[up](../guide.md) [away](../moved-page.md) The aple.\n",
  "deep/moved-page.md": "# Moved page\n\n[guide](../guide.md)\n",
  "gbk.md": Buffer.from([
    0x23, 0x20, 0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7, 0x0a, 0x61, 0x70, 0x6c, 0x65, 0x0a,
  ]),
  "lonely.md": "# Lonely\n",
} as const;

let http: Http;
let model: Awaited<ReturnType<typeof scriptedServer>>;
let says: (asked: string) => string = () => "";
const read = (name: string) => readFileSync(http.at("notes", name));
const all = () => Object.keys(files).map((name) => sha256(read(name)));

beforeAll(async () => {
  // A model that speaks over the wire as a provider of Chat Completions does.
  model = await scriptedServer(openaiChat, ({ body }) => ({ text: says(JSON.stringify(body)) }));
  http = await openHttp({ env: { DOCENT_MODEL_API_KEY: "sk-test-0123456789abcdefghijklmnop" } });
  for (const [name, text] of Object.entries(files)) http.write(`notes/${name}`, text);
  configure(true);
  await http.ready();
  http.assembly.work();
}, 240_000);
afterAll(async () => {
  await http.close();
  await model.close();
});

function configure(editable: boolean, with_model = false): void {
  const roots = [{ id: "notes", label: "Notes", path: http.at("notes"), editable }];
  const setup = { provider: "compatible", name: "test-model", base_url: model.base_url };
  const more = with_model ? { model: setup } : {};
  http.write("config.json", JSON.stringify({ doc_access: { roots }, ...more }));
}

async function runTask(type: string, input: Record<string, unknown>): Promise<TaskInfo> {
  const response = await http.send("POST", "/api/tasks", { type, input });
  expect(response.status, await response.clone().text()).toBe(202);
  const { task_id } = CreatedTask.parse(await response.json());
  await http.assembly.tasks.ended(task_id);
  return TaskInfo.parse(await (await http.get(`/api/tasks/${task_id}`)).json());
}

async function artifact(task: TaskInfo, name: string): Promise<string> {
  return (await http.get(`/api/tasks/${task.task_id}/artifacts/${name}`)).text();
}

const patchIdOf = (task: TaskInfo): string =>
  task.artifacts.find(({ name }) => name === "changes.patch")?.patch?.patch_id ?? "";

async function look(task: TaskInfo): Promise<PatchInfo> {
  const response = await http.get(`/api/patches/${patchIdOf(task)}`);
  expect(response.status).toBe(200);
  return PatchInfo.parse(await response.json());
}

const seen = ({ files: all_files }: PatchInfo) => ({
  files: all_files.map(({ root_id, path, base_sha256 }) => ({ root_id, path, base_sha256 })),
});

const act = (what: "apply" | "undo", patch: PatchInfo, headers: Record<string, string> = own) =>
  http.send("POST", `/api/patches/${patch.patch_id}/${what}`, seen(patch), headers);

describe("check_docs", () => {
  it("tells what is broken with page, line and text, and what would mend it", async () => {
    const task = await runTask("check_docs", {});
    expect(task).toMatchObject({ state: "completed" });
    expect(task.steps.map(({ name }) => name)).toEqual([
      "list_pages",
      "check_pages",
      "write_report",
    ]);
    const findings = Findings.parse(JSON.parse(await artifact(task, "findings.json")));
    const found = findings.findings.map(({ rule, path, line, target, fix }) => [
      rule,
      path,
      line,
      target,
      fix?.to,
    ]);
    expect(found).toEqual([
      ["link_missing", "guide.md", 3, "setpu.md", undefined],
      ["link_missing", "guide.md", 3, "sub/Notes.md#frist", "sub/notes.md#frist"],
      ["link_missing", "sub/notes.md", 5, "../moved-page.md", "../deep/moved-page.md"],
      ["picture_missing", "setup.md", 3, "img/none.png", undefined],
      ["note_left", "setup.md", 3, "TODO", undefined],
    ]);
    const report = await artifact(task, "report.md");
    expect(report).toContain("`sub/Notes.md#frist` Most likely `sub/notes.md#frist`.");
    const [page, place] = [/^\*\*\[(.*)\]\((.*)\)\*\*$/m, /^- \[Line 3:\]\((.*)\) `setpu/m].map(
      (one) => one.exec(report),
    );
    expect(readFileLink(page?.[2] ?? "")?.path).toBe("guide.md");
    expect(readFileLink(place?.[1] ?? "")).toMatchObject({ path: "guide.md", line: 3 });
  });
});

describe("edit_docs", () => {
  it("changes no document by itself, whatever way it is asked", async () => {
    const before = all();
    for (const input of [
      { way: "fix" },
      { way: "replace", find: "aple", replace: "apple", whole_word: true },
      { way: "replace", find: "(a)ple", replace: "$1pple", expression: true },
      {
        way: "diff",
        folders: ["notes"],
        diff: "--- a/setup.md\n+++ b/setup.md\n@@ -1 +1 @@\n-# Set up\n+# Setup\n",
      },
    ]) {
      const task = await runTask("edit_docs", input);
      expect(task).toMatchObject({ state: "completed" });
      expect(patchIdOf(task)).not.toBe("");
    }
    expect(all()).toEqual(before);
  });

  it("never writes the mark of a masked secret over a page's text, and says so", async () => {
    const task = await runTask("edit_docs", { way: "replace", find: "aple", replace: maskMark });
    expect(patchIdOf(task)).toBe("");
    expect(await artifact(task, "summary.md")).toContain("stands for a masked secret");
  });

  it("mends the findings of a check, by their ids too; a person applies it and takes it back", async () => {
    const before = all();
    const check = await runTask("check_docs", {});
    const { findings } = Findings.parse(JSON.parse(await artifact(check, "findings.json")));
    const [meant] = findings.filter(({ target }) => target === "../moved-page.md");
    const one = await look(
      await runTask("edit_docs", { way: "fix", check_task: check.task_id, findings: [meant?.id] }),
    );
    expect(one.files.map(({ path }) => path)).toEqual(["sub/notes.md"]);

    const patch = await look(await runTask("edit_docs", { way: "fix", check_task: check.task_id }));
    expect(patch.state).toBe("open");
    expect(patch.files.map(({ path, state }) => [path, state])).toEqual([
      ["guide.md", "ready"],
      ["sub/notes.md", "ready"],
    ]);
    const applied = PatchInfo.parse(await (await act("apply", patch)).json());
    expect(applied).toMatchObject({
      state: "applied",
      files: [{ state: "applied" }, { state: "applied" }],
    });
    expect(read("guide.md").toString()).toBe(
      crlf.replace("sub/Notes.md#frist", "sub/notes.md#frist"),
    );
    expect(read("sub/notes.md").toString()).toContain("[away](../deep/moved-page.md)");

    const again = await act("apply", patch);
    expect(again.status).toBe(409);
    const undone = await act("undo", applied);
    expect(PatchInfo.parse(await undone.json()).state).toBe("undone");
    expect(all()).toEqual(before);
    expect((await act("undo", applied)).status).toBe(409);
  });

  it("leaves a page alone that could not be written back, and says so", async () => {
    http.write(
      "notes/broken.md",
      Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x70, 0x6c, 0x65, 0xff, 0x0a]),
    );
    const input = { way: "replace", find: "aple", replace: "ápple" };
    const task = await runTask("edit_docs", input);
    const patch = await look(task);
    expect(patch.files.map(({ path }) => path)).toEqual(
      ["guide.md", "sub/notes.md", "gbk.md"].sort(),
    );
    const summary = await artifact(task, "summary.md");
    expect(summary).toContain(
      "| notes/broken.md | The file is written in utf-8 and would not be written back",
    );
    const wide = await runTask("edit_docs", { way: "replace", find: "aple", replace: "🍎" });
    expect((await look(wide)).files.map(({ path }) => path)).toEqual(["guide.md", "sub/notes.md"]);
    expect(await artifact(wide, "summary.md")).toMatch(/gbk\.md.*bad\\_encoding/);
  });

  it.each([
    ["made", "--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+# New\n", "new.md"],
    ["deleted", "--- a/lonely.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-# Lonely\n", "lonely.md"],
    [
      "renamed",
      "diff --git a/lonely.md b/l.md\nsimilarity index 100%\nrename from lonely.md\nrename to l.md\n",
      "l.md",
    ],
    ["no diff", "hello\n", "nothing"],
    ["of wrong counts", "--- a/lonely.md\n+++ b/lonely.md\n@@ -1,9 +1,9 @@\n-# Lonely\n+# L\n", ""],
  ])("refuses a diff by which a file is %s, with its name", async (_what, diff, said) => {
    const task = await runTask("edit_docs", { way: "diff", folders: ["notes"], diff });
    expect(task).toMatchObject({ state: "failed", error: { code: "validation" } });
    expect(task.error?.message).toContain(said);
  });

  it("takes a diff with LF for a file with CRLF, and leaves one alone that it does not fit", async () => {
    const diff = [
      "--- a/guide.md",
      "+++ b/guide.md",
      "@@ -3,2 +3,3 @@",
      " See [setup](setpu.md) and [notes](sub/Notes.md#frist).",
      "-The aple, the aples.",
      "\\ No newline at end of file",
      "+The apple.",
      "+The end.",
      "\\ No newline at end of file",
      "--- a/lonely.md",
      "+++ b/lonely.md",
      "@@ -1 +1 @@",
      "-# Lovely",
      "+# Lonesome",
      "",
    ].join("\n");
    const task = await runTask("edit_docs", { way: "diff", folders: ["notes"], diff });
    const patch = await look(task);
    expect(patch.files.map(({ path }) => path)).toEqual(["guide.md"]);
    expect(await artifact(task, "summary.md")).toContain("lonely.md");
    await act("apply", patch);
    expect(read("guide.md").toString()).toBe(
      crlf.replace("The aple, the aples.", "The apple.\r\nThe end."),
    );
    await act("undo", patch);
    expect(read("guide.md").toString()).toBe(crlf);
  });

  it.each([
    [{ way: "replace", find: "x" }, "replace needs"],
    [{ way: "diff", diff: "x" }, "diff needs"],
    [{ way: "wish", wish: "better" }, "wish needs"],
    [{ way: "burn" }, "way"],
    [{ way: "fix", pages: [""] }, "pages"],
    [{ way: "fix", rm: true }, "rm"],
  ])("refuses input that says not what it needs: %o", async (input, said) => {
    const response = await http.send("POST", "/api/tasks", { type: "edit_docs", input });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(said);
  });

  it.each([
    [{ find: "(", expression: true }, "regular expression"],
    [{ find: "a(b)", replace: "$2", expression: true }, "$2"],
    [{ find: "((a{1,100}){1,100})", expression: true }, ""],
  ])("fails with a sentence for a pattern that cannot be used: %o", async (more, said) => {
    const task = await runTask("edit_docs", { way: "replace", replace: "x", ...more });
    expect(task).toMatchObject({ state: "failed", error: { code: "validation" } });
    expect(task.error?.message).toContain(said);
  });

  it("says that a wish in words needs a model", async () => {
    const task = await runTask("edit_docs", { way: "wish", wish: "better", pages: ["guide.md"] });
    expect(task).toMatchObject({ state: "failed", error: { code: "model_unavailable" } });
  });
});

describe("a wish in words", () => {
  beforeAll(() => configure(true, true));
  afterAll(() => configure(true));
  const wish = (pages: string[]) =>
    runTask("edit_docs", { way: "wish", wish: "Write apple right", folders: ["notes"], pages });

  it("becomes a patch of what the model proposes and the page holds, and of nothing else", async () => {
    const before = all();
    const asked: string[] = [];
    says = (body) => {
      asked.push(body);
      const edits = body.includes("sub/notes.md")
        ? [
            { old: "The aple.", new: "The apple." },
            { old: "no such text", new: "x" },
          ]
        : [{ old: "aple", new: "apple" }];
      return `Here you are:\n\`\`\`json\n${JSON.stringify({ edits })}\n\`\`\``;
    };
    const task = await wish(["guide.md", "sub/notes.md", "none.md"]);
    expect(task).toMatchObject({ state: "completed" });
    expect(task.spent.tokens).toBeGreaterThan(0);
    const patch = await look(task);
    expect(patch.files.map(({ path }) => path)).toEqual(["sub/notes.md"]);
    const summary = await artifact(task, "summary.md");
    expect(summary).toContain("no such text");
    expect(summary).toMatch(/guide\.md .*more than once/);
    expect(summary).toContain("none.md");
    expect(asked).toHaveLength(2);
    expect(all()).toEqual(before);
    await act("apply", patch);
    expect(read("sub/notes.md").toString()).toBe(
      files["sub/notes.md"].replace("The aple.", "The apple."),
    );
    await act("undo", patch);
    expect(all()).toEqual(before);
  });

  it("says so where the model's reply is no list of changes, and makes no patch", async () => {
    says = () => "I have changed everything for you and deleted the rest.";
    const before = all();
    const task = await wish(["guide.md"]);
    expect(task).toMatchObject({ state: "completed" });
    expect(patchIdOf(task)).toBe("");
    expect(await artifact(task, "summary.md")).toContain("no list of changes");
    expect(all()).toEqual(before);
  });
});

describe("a patch over HTTP", () => {
  const replaced = async () =>
    look(await runTask("edit_docs", { way: "replace", find: "aple", replace: "apple" }));

  it("is refused from anywhere but the page itself", async () => {
    const patch = await replaced();
    const before = all();
    const response = await act("apply", patch, {});
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "origin_not_allowed" } });
    expect(all()).toEqual(before);
  });

  it("is refused where it is not the one that was seen, or there is none", async () => {
    const patch = await replaced();
    const before = all();
    const { files: every } = seen(patch);
    const [first, ...rest] = every;
    for (const other of [
      rest,
      [...every, ...every.slice(0, 1)],
      [{ ...first, base_sha256: "0".repeat(64) }, ...rest],
    ]) {
      const url = `/api/patches/${patch.patch_id}/apply`;
      expect((await http.send("POST", url, { files: other }, own)).status).toBe(400);
    }
    const none = await http.send("POST", "/api/patches/none/apply", { files: every }, own);
    expect(none.status).toBe(404);
    const climbing = await http.send("POST", "/api/patches/..%2fx/undo", { files: every }, own);
    expect(climbing.status).toBe(404);
    expect(all()).toEqual(before);
  });

  it("shows both sides and changes nothing where a file has changed since", async () => {
    const patch = await replaced();
    writeFileSync(http.at("notes/sub/notes.md"), "# Notes\n\nEdited.\n");
    const before = all();
    const response = await act("apply", patch);
    expect(response.status).toBe(409);
    const { conflicts, error } = ConflictBody.parse(await response.json());
    expect(error.code).toBe("conflict");
    expect(conflicts).toMatchObject([
      { path: "sub/notes.md", sides: [{ expected: ["", "## First", "", expect.any(String)] }] },
    ]);
    expect(conflicts[0]?.sides[0]?.found).toContain("Edited.");
    expect(all()).toEqual(before);
    const now = PatchInfo.parse(await (await http.get(`/api/patches/${patch.patch_id}`)).json());
    expect(now.files.map(({ path, state }) => [path, state])).toContainEqual([
      "sub/notes.md",
      "changed",
    ]);
    writeFileSync(http.at("notes/sub/notes.md"), files["sub/notes.md"]);
    expect((await act("apply", patch)).status).toBe(200);
    expect((await act("undo", patch)).status).toBe(200);
  });

  it("is refused in a folder that is not to be edited, with the setting that would let it be", async () => {
    const patch = await replaced();
    configure(false);
    const before = all();
    const now = PatchInfo.parse(await (await http.get(`/api/patches/${patch.patch_id}`)).json());
    expect(now.files[0]).toMatchObject({
      state: "not_editable",
      message: expect.stringContaining("Settings"),
    });
    const response = await act("apply", patch);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: { code: "not_editable", setting: "doc_access.roots[].editable" },
    });
    expect(all()).toEqual(before);
    configure(true);
  });

  it("is on record as the act of a person, with every file and its hash", async () => {
    const patch = await replaced();
    await act("apply", patch);
    await act("undo", patch);
    const { rows } = (await (await http.get("/api/audit?agent=person")).json()) as {
      rows: { tool_id: string; agent_id: string; relative_path: string; sha256?: string }[];
    };
    const own_rows = rows.filter(({ tool_id }) => tool_id.startsWith("http.patches."));
    for (const what of ["apply", "undo"]) {
      expect(own_rows).toContainEqual(
        expect.objectContaining({
          tool_id: `http.patches.${what}`,
          agent_id: "person",
          relative_path: "notes/guide.md",
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        }),
      );
    }
  });

  it("can be undone after a restart, and goes with its task", async () => {
    const before = all();
    const patch = await replaced();
    await act("apply", patch);
    await http.restart();
    await http.ready();
    http.assembly.work();
    expect((await act("undo", patch)).status).toBe(200);
    expect(all()).toEqual(before);
    expect((await http.call("DELETE", `/api/tasks/${patch.task_id}`)).status).toBeLessThan(300);
    expect((await http.get(`/api/patches/${patch.patch_id}`)).status).toBe(404);
    expect(existsSync(http.at("home/patches", patch.patch_id))).toBe(false);
  }, 60_000);

  it("goes with its conversation too, and so does what was kept to undo it", async () => {
    await (await http.send("POST", "/api/chat", { question: "What is in the guide?" })).text();
    const { threads } = (await (await http.get("/api/threads")).json()) as {
      threads: { id: string }[];
    };
    const thread_id = threads[0]?.id ?? "";
    const body = {
      ...{ type: "edit_docs", thread_id },
      input: { way: "replace", find: "aple", replace: "apple" },
    };
    const created = await http.send("POST", "/api/tasks", body);
    const { task_id } = CreatedTask.parse(await created.json());
    await http.assembly.tasks.ended(task_id);
    const patch = await look(
      TaskInfo.parse(await (await http.get(`/api/tasks/${task_id}`)).json()),
    );
    expect((await act("apply", patch)).status).toBe(200);
    expect(existsSync(http.at("home/patches", patch.patch_id))).toBe(true);
    expect((await http.call("DELETE", `/api/threads/${thread_id}`)).status).toBeLessThan(300);
    expect(existsSync(http.at("home/patches", patch.patch_id))).toBe(false);
  }, 60_000);
});
