import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createAssembly } from "#lib/assembly";
import { CallsPage } from "#lib/contracts/records";
import { ToolList, ToolResult } from "#lib/contracts/tools";
import { projectDir } from "#lib/platform/project";
import { createCommands } from "#lib/tools/commands";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
afterEach(() => http.close());

async function invoke(name: string, args: Record<string, unknown>, headers = {}) {
  const url = `/api/tools/${name}/invoke`;
  const response = await http.send("POST", url, { arguments: args }, headers);
  expect(response.status).toBe(200);
  return ToolResult.parse(((await response.json()) as { result: unknown }).result);
}

test("a tool that reads works in the workspace, page by page, is audited, and is refused elsewhere by its rule", async () => {
  http = await openHttp();
  const listed = ToolList.parse(await (await http.get("/api/tools")).json());
  const { tools, providers, built_in } = listed;
  expect(built_in).toMatchObject({ roots: [http.at("home/workspace")], roots_from: "default" });
  expect(built_in?.commands.map(({ name }) => name)).toEqual(["ls", "fd", "rg", "bash", "bwrap"]);
  expect(providers).toContainEqual({ id: "builtin", state: "ready", refused: [] });
  expect(tools.find(({ id }) => id === "ls")).toMatchObject({
    provider_id: "builtin",
    capability_level: "L0",
    risk: "safe",
    side_effects: "none",
    requires_confirm: false,
    enabled: true,
  });
  expect(await invoke("ls", {})).toMatchObject({ ok: true, stdout: "", exit_code: 0 });
  const chinese = { "accept-language": "zh-CN" };
  expect((await invoke("ls", {}, chinese)).stderr).toBe("文件夹是空的。");
  expect((await invoke("grep", { pattern: "x" }, chinese)).stderr).toMatch(/^[^a-z]+$/i);
  for (const name of ["one", "two", "three"]) http.write(`home/workspace/${name}.txt`, name);
  const first = await invoke("ls", { limit: 2 });
  expect(first).toMatchObject({ stdout: "one.txt\nthree.txt\n", truncated_lines: 1 });
  const rest = await invoke("ls", { cursor: first.next_page_cursor });
  expect(rest).toMatchObject({ stdout: "two.txt", truncated_lines: 0 });

  const refused = await invoke("ls", { path: http.at("notes") });
  expect(refused).toMatchObject({ ok: false, error: { rule: "not_allowlisted" } });
  expect(JSON.stringify(refused)).not.toContain(http.at());
  expect((await invoke("ls", { path: "-a", color: "always" })).error?.code).toBe("validation");

  const { rows } = CallsPage.parse(await (await http.get("/api/audit/calls?tool=ls")).json());
  const own = rows.filter(({ tool_id }) => tool_id === "ls");
  expect(own.map(({ status }) => status).sort()).toEqual([
    "denied",
    "denied",
    "ok",
    "ok",
    "ok",
    "ok",
  ]);
});

test("finds and searches over the routes, with and without the commands of the machine", async () => {
  const answers = [];
  for (const commands of [undefined, createCommands({ search_path: "" })]) {
    http = await openHttp(commands === undefined ? {} : { commands });
    http.write("home/workspace/src/a.ts", "const needle = 1;\nother\n");
    http.write("home/workspace/b.md", "a needle\n");
    const results = [
      await invoke("find", { name_pattern: "*.ts" }),
      await invoke("grep", { pattern: "needle", limit: 1 }),
      await invoke("grep", { pattern: "nothing" }),
      await invoke("read", { path: "src/a.ts", offset: 6, limit_bytes: 6 }),
    ];
    results.push(await invoke("grep", { cursor: results[1]?.next_page_cursor }));
    for (const path of ["../notes", http.at("notes"), "/etc"]) {
      const refused = [
        await invoke("find", { path }),
        await invoke("grep", { path, pattern: "a" }),
        await invoke("read", { path: `${path}/a.md` }),
      ];
      for (const { error } of refused)
        expect(["traversal", "not_allowlisted"]).toContain(error?.rule);
    }
    answers.push(
      results.map(({ ok, stdout, stderr, structured }) => [ok, stdout, stderr, structured]),
    );
    if (commands === undefined) await http.close();
  }
  expect(answers[0]?.map(([ok, stdout]) => [ok, stdout])).toEqual([
    [true, "src/a.ts"],
    [true, "b.md:1:a needle\n"],
    [true, ""],
    [true, "needle"],
    [true, "src/a.ts:1:const needle = 1;"],
  ]);
  expect(answers[1]).toEqual(answers[0]);
});

test("documents and tools keep apart: at the start, when saved and when written by hand", async () => {
  http = await openHttp();
  http.write("notes/work/a.txt", "");
  const env = (more: Record<string, string>) => ({
    DOCENT_HOME: http.at("other"),
    DOCENT_CONFIG: http.at("config.json"),
    DOCENT_LOG_LEVEL: "silent",
    ...more,
  });
  const start = (more: Record<string, string>) =>
    createAssembly({ project_dir: projectDir(), env: env(more) });
  expect(() => start({ DOCENT_TOOL_ALLOWED_ROOTS: http.at("notes", "work") })).toThrow(
    `The tool folder “${http.at("notes", "work")}” and the document folder “Notes: ${http.at("notes")}” contain one another.`,
  );
  for (const value of ["", " , ", "work", "~/work", `${http.at("notes")},work`]) {
    expect(() => start({ DOCENT_TOOL_ALLOWED_ROOTS: value })).toThrow(/DOCENT_TOOL_ALLOWED_ROOTS/);
  }

  const before = (await (await http.get("/api/config")).json()) as {
    etag: string;
    config: { tools: object; doc_access: { roots: object[] } };
  };
  const save = (config: unknown) =>
    http.send("PUT", "/api/config", config, { "if-match": before.etag });
  const tools = { ...before.config.tools, workspace_root: http.at("notes", "work") };
  const refused = await save({ ...before.config, tools });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(await refused.json())).toMatch(/“work”.*“Notes”/);
  mkdirSync(http.at("home/workspace/docs"), { recursive: true });
  const inside = { id: "w", label: "W", path: http.at("home/workspace/docs") };
  const { roots } = before.config.doc_access;
  const doc_access = { ...before.config.doc_access, roots: [...roots, inside] };
  expect((await save({ ...before.config, doc_access })).status).toBe(422);

  const written = JSON.parse(readFileSync(http.at("config.json"), "utf8")) as object;
  writeFileSync(http.at("config.json"), JSON.stringify({ ...written, tools }));
  const after = (await (await http.get("/api/config")).json()) as { error?: string };
  expect(after.error).toContain("contain one another");
  expect(await invoke("ls", { path: http.at("notes", "work") })).toMatchObject({
    ok: false,
    error: { rule: "not_allowlisted" },
  });
  expect((await invoke("ls", {})).ok).toBe(true);
});
