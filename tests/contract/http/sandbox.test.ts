import { existsSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Approval, ApprovalList, InvokeReply } from "#lib/contracts/approvals";
import { SandboxOutput, SandboxReport, SnippetResult } from "#lib/contracts/sandbox";
import { CreatedTask, TaskInfo, TaskKinds } from "#lib/contracts/tasks";
import { ToolList } from "#lib/contracts/tools";
import { type Http, openHttp } from "./open-http.ts";

const patient = { timeout: 240_000, interval: 20 };
let http: Http;
beforeAll(async () => {
  http = await openHttp();
  for (const [name, text] of [
    ["network/router", "# Router\n\nThe router sits in the cellar.\n"],
    ["network/cable", "# Cable\n\nThe router cable is yellow.\n"],
    ["paper/printer", "# Printer\n\nThe printer takes A4 paper.\n"],
  ]) {
    http.write(`notes/${name}.md`, text ?? "");
  }
  await http.ready();
});
afterAll(() => http.close());

const approvals = async () =>
  ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;
const approval = async (id: string) =>
  Approval.parse(await (await http.get(`/api/approvals/${id}`)).json());
const decide = (id: string, decision: string) =>
  http.send("POST", `/api/approvals/${id}`, { decision });
async function invoke(args: Record<string, unknown>, thread_id?: string) {
  const of = thread_id === undefined ? {} : { thread_id };
  const body = { arguments: args, ...of };
  const response = await http.send("POST", "/api/tools/sandbox.exec/invoke", body);
  return InvokeReply.parse(await response.json());
}
/** Allows a call of a person once, and gives its result. */
async function run(args: Record<string, unknown>, thread_id?: string) {
  const reply = await invoke(args, thread_id);
  if (!("approval_id" in reply)) return reply.result;
  await decide(reply.approval_id, "allow_once");
  const ended = await vi.waitFor(async () => {
    const now = await approval(reply.approval_id);
    expect(["done", "failed"]).toContain(now.state);
    return now;
  }, patient);
  return ended.result;
}
const read = async (id: string) =>
  TaskInfo.parse(await (await http.get(`/api/tasks/${id}`)).json());
async function start(input: Record<string, unknown>, more: object = {}): Promise<string> {
  const body = { type: "run_code_snippet", input, ...more };
  const response = await http.send("POST", "/api/tasks", body);
  expect(response.status).toBe(202);
  return CreatedTask.parse(await response.json()).task_id;
}
/** The question of the task's step, once it is put. */
async function asked(id: string): Promise<string> {
  const task = await vi.waitFor(async () => {
    const now = await read(id);
    expect(now.state).not.toBe("running");
    expect(now.state).not.toBe("pending");
    return now;
  }, patient);
  return task.steps[1]?.approval_ids.at(-1) ?? "";
}
async function done(input: Record<string, unknown>, more: object = {}): Promise<TaskInfo> {
  const id = await start(input, more);
  await decide(await asked(id), "allow_once");
  await http.assembly.tasks.ended(id);
  return read(id);
}
const file = (task: TaskInfo, name: string) =>
  http.get(`/api/tasks/${task.task_id}/artifacts/${name}`);
const text = async (task: TaskInfo, name: string) => (await file(task, name)).text();
const hashOf = (task: TaskInfo, name: string) =>
  task.artifacts.find((one) => one.name === name)?.sha256;
const js = (code: string, more: object = {}) => ({ language: "javascript", code, ...more });

test("the tool, the task and the machine's sandboxes are listed, with what each may do", async () => {
  const tools = ToolList.parse(await (await http.get("/api/tools")).json()).tools;
  expect(tools.find(({ id }) => id === "sandbox.exec")).toMatchObject({
    ...{ provider_id: "sandbox", capability_level: "L2", risk: "unsafe" },
    ...{ side_effects: "none", requires_confirm: true, enabled: true },
  });
  const { types } = TaskKinds.parse(await (await http.get("/api/task-types")).json());
  expect(types.find(({ type }) => type === "run_code_snippet")).toMatchObject({
    state: "ready",
    skill: { name: "run-code-snippet", source: "built_in" },
  });
  const report = SandboxReport.parse(await (await http.get("/api/sandbox")).json());
  expect(report.languages.find(({ language }) => language === "javascript")).toEqual({
    ...{ language: "javascript", backend: "wasm" },
  });
  expect(report.host_tools).toContainEqual({ id: "mcp.docs.docs_search", name: "docs_search" });
  expect(report.host_tools.some(({ id }) => id === "write" || id === "bash")).toBe(false);
});

test("a person runs code by hand: asked with all of it, and its files are saved by their hash", async () => {
  const code = "files.write('out/a.txt', 'made'); console.log(args[0], stdin)";
  const reply = await invoke(js(code, { args: ["one"], stdin: "two" }));
  expect(reply).toHaveProperty("approval_id");
  const [question] = await approvals();
  expect(question).toMatchObject({
    choices: ["allow_once", "deny"],
    shows: { kind: "code", code, backend: "wasm", args: ["one"], stdin: "two" },
  });
  await decide(question?.id ?? "", "deny");
  const result = await run(js(code, { args: ["one"], stdin: "two" }));
  expect(result).toMatchObject({ ok: true, exit_code: 0, stdout: "one two\n" });
  const { artifacts } = SandboxOutput.parse(result?.structured);
  expect(artifacts).toMatchObject([{ name: "out/a.txt", media_type: "text/plain", bytes: 4 }]);
  const at = `/api/sandbox/runs/${result?.meta.invocation_id}/${artifacts[0]?.sha256}`;
  const saved = await http.get(at);
  expect([saved.status, await saved.text()]).toEqual([200, "made"]);
  expect(saved.headers.get("content-security-policy")).toContain("sandbox");
  expect((await http.get(`${at}?thread=other`)).status).toBe(404);
  expect((await http.get(at.replace(/[0-9a-f]{64}$/, "0".repeat(64)))).status).toBe(404);
});

test("what cannot be run is told before anybody is asked", async () => {
  for (const [args, code] of [
    [{ language: "javascript", code: "" }, "validation"],
    [{ language: "cobol", code: "x" }, "validation"],
    [js("1", { files: [{ name: "../../x", text: "" }] }), "invalid_path"],
    [js("1", { host_tools: ["no.such.tool"] }), undefined],
  ] as const) {
    const reply = await invoke(args);
    if (code === undefined) {
      expect(reply).toHaveProperty("approval_id");
      const [question] = await approvals();
      await decide(question?.id ?? "", "allow_once");
      await vi.waitFor(async () => {
        expect((await approval(question?.id ?? "")).rule).toBe("tool_not_granted");
      }, patient);
    } else expect(reply).toMatchObject({ result: { error: { code } } });
  }
  expect(await approvals()).toEqual([]);
});

test("a failing script is a task that says so; fixed it runs again, and the runs are compared by hash", async () => {
  const failing = js("console.log('before'); missing()");
  const first = await done(failing);
  expect(first).toMatchObject({
    state: "completed",
    notices: [{ code: "code_ended", message: "The code ended with exit code 1." }],
  });
  expect(first.steps.map(({ name, state }) => [name, state])).toEqual([
    ["write_files", "completed"],
    ["run_code", "completed"],
    ["collect_outputs", "completed"],
  ]);
  expect(await text(first, "stdout.txt")).toBe("before\n");
  expect(await text(first, "stderr.txt")).toMatch(/missing/);
  expect(await text(first, "code.js")).toBe(failing.code);
  const again = await done(failing, { again: first.task_id });
  expect(again.again).toBe(first.task_id);
  for (const name of ["code.js", "inputs.json", "stdout.txt", "stderr.txt", "result.json"]) {
    expect([name, hashOf(again, name)]).toEqual([name, hashOf(first, name)]);
  }
  const fixed = await done(js("console.log('before')"), { again: first.task_id });
  expect(fixed.notices).toEqual([]);
  expect(hashOf(fixed, "stdout.txt")).toBe(hashOf(first, "stdout.txt"));
  for (const name of ["code.js", "inputs.json", "stderr.txt", "result.json"]) {
    expect(hashOf(fixed, name)).not.toBe(hashOf(first, name));
  }
});

test("files come in and go out to the byte; a drawing is a picture and never a page", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const task = await done(
    js(
      `const rows = files.read("in/data.csv");
       files.write("rows.csv", rows.toUpperCase());
       files.write("chart.svg", ${JSON.stringify(svg)});
       files.write("stdout.txt", "mine");
       files.write("deep/er/name.bin", new Uint8Array([0, 1, 255]));`,
      { files: [{ name: "in/data.csv", base64: Buffer.from("a,b\n1,ü\n").toString("base64") }] },
    ),
  );
  const result = SnippetResult.parse(JSON.parse(await text(task, "result.json")));
  expect(result.files.map(({ name, kept_as, media_type }) => [name, kept_as, media_type])).toEqual([
    ["chart.svg", "chart.svg", "image/svg+xml"],
    ["deep/er/name.bin", "deep_er_name.bin", "application/octet-stream"],
    ["rows.csv", "rows.csv", "text/csv"],
    ["stdout.txt", "stdout-2.txt", "text/plain"],
  ]);
  expect(await text(task, "rows.csv")).toBe("A,B\n1,Ü\n");
  expect(await text(task, "stdout-2.txt")).toBe("mine");
  const binary = await (await file(task, "deep_er_name.bin")).arrayBuffer();
  expect([...new Uint8Array(binary)]).toEqual([0, 1, 255]);
  const drawing = await file(task, "chart.svg");
  expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
  expect(drawing.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(drawing.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  // What the task has collected is kept once.
  const left = http.at("home/sandboxes");
  const ofTasks = existsSync(left) ? readdirSync(left).filter((at) => at.startsWith("task-")) : [];
  expect(ofTasks).toEqual([]);
});

test("a person who refuses ends the task, and nothing was run", async () => {
  const id = await start(js("console.log(1)"));
  await decide(await asked(id), "deny");
  await http.assembly.tasks.ended(id);
  expect(await read(id)).toMatchObject({
    state: "cancelled",
    error: { code: "approval_denied", message: expect.stringMatching(/^You refused /) },
  });
});

test("ten lines loop over searches of the documents and count pages by topic", async () => {
  const code = `const counts = {};
for (const topic of ["router", "printer", "dragon"]) {
  const { hits } = await tools.docs_search({ query: topic, limit: 50 });
  counts[topic] = new Set(hits.map((hit) => hit.relative_path)).size;
}
console.log(JSON.stringify(counts));
const other = await tools.docs_read({ path: "/etc/passwd" }).catch((error) => error.message);
console.error(other);
`;
  const host_tools = ["mcp.docs.docs_search", "mcp.docs.docs_read"];
  const id = await start(js(code, { host_tools }));
  const question = await asked(id);
  expect(await approval(question)).toMatchObject({ shows: { kind: "code", host_tools } });
  await decide(question, "allow_once");
  await http.assembly.tasks.ended(id);
  const task = await read(id);
  expect(task.state).toBe("completed");
  expect(JSON.parse(await text(task, "stdout.txt"))).toEqual({ router: 2, printer: 1, dragon: 0 });
  expect(await text(task, "stderr.txt")).not.toContain("root:");
  const { rows } = (await (await http.get("/api/audit/calls")).json()) as {
    rows: { tool_id: string; agent_id: string; task_id: string; status: string }[];
  };
  const own = rows.filter((call) => call.task_id === id && call.tool_id !== "sandbox.exec");
  expect(own.map(({ tool_id, agent_id, status }) => [tool_id, agent_id, status])).toEqual([
    ["mcp.docs.docs_read", "task.run_code_snippet", "denied"],
    ...Array.from({ length: 3 }, () => [
      "mcp.docs.docs_search",
      "task.run_code_snippet",
      expect.stringMatching(/^(?:ok|no_hit)$/),
    ]),
  ]);
});

test("code without tools named has none, and a tool that writes is none for code", async () => {
  const bare = await done(js("console.log(typeof tools)"));
  expect(await text(bare, "stdout.txt")).toBe("undefined\n");
  const writing = await start(
    js("await tools.write({path:'a',content:'b'})", { host_tools: ["write"] }),
  );
  await vi.waitFor(async () => expect((await read(writing)).state).not.toBe("running"), patient);
  if ((await read(writing)).state === "waiting_approval") {
    await decide(await asked(writing), "allow_once");
  }
  await http.assembly.tasks.ended(writing);
  expect(await read(writing)).toMatchObject({
    state: "failed",
    error: { code: "tool_not_granted" },
  });
});

test("what code left in a conversation goes with the conversation", async () => {
  const answered = await http.send("POST", "/api/ask", { question: "Where is the router?" });
  const { thread_id } = (await answered.json()) as { thread_id: string };
  const result = await run(js("files.write('a.txt', 'x')"), thread_id);
  const [artifact] = SandboxOutput.parse(result?.structured).artifacts;
  const at = `/api/sandbox/runs/${result?.meta.invocation_id}/${artifact?.sha256}?thread=${thread_id}`;
  expect((await http.get(at)).status).toBe(200);
  await http.restart();
  http.assembly.work();
  await http.ready();
  expect((await http.get(at)).status).toBe(200);
  expect((await http.call("DELETE", `/api/threads/${thread_id}`)).status).toBe(200);
  expect((await http.get(at)).status).toBe(404);
});

test("a limit that is met is said with the setting that governs it", async () => {
  const task = await done(js("for (;;);", { timeout_ms: 300 }));
  expect(task.state).toBe("completed");
  expect(task.notices[0]?.message).toMatch(/sandbox\.timeout_ms/);
  const result = SnippetResult.parse(JSON.parse(await text(task, "result.json")));
  expect(["timeout", "processor"]).toContain(result.ended);
  expect(result.exit_code).toBeNull();
});

test("a backend that is named and not here runs nothing, and the tool says why it is off", async () => {
  const { etag, config } = (await (await http.get("/api/config")).json()) as {
    etag: string;
    config: { sandbox: object };
  };
  const save = async (sandbox: object, tag: string) =>
    http.send("PUT", "/api/config", { ...config, sandbox }, { "if-match": tag });
  const saved = await save({ ...config.sandbox, backend: "gvisor" }, etag);
  const next = ((await saved.json()) as { etag: string }).etag;
  const report = SandboxReport.parse(await (await http.get("/api/sandbox")).json());
  const gvisor = report.backends.find(({ id }) => id === "gvisor");
  const reply = await invoke(js("console.log(1)"));
  if (gvisor?.state === "ready") {
    // Then it is that one which is shown, and none beside it.
    expect(reply).toHaveProperty("approval_id");
    const [question] = await approvals();
    expect(question?.shows).toMatchObject({ kind: "code", backend: "gvisor" });
    await decide(question?.id ?? "", "deny");
  } else {
    expect(reply).toMatchObject({ result: { ok: false, error: { code: "tool_not_granted" } } });
    expect(report.languages.every(({ backend }) => backend === undefined)).toBe(true);
    expect(gvisor?.message).toMatch(/sandbox\.backend/);
  }
  expect((await save(config.sandbox, next)).status).toBe(200);
});

test("Python and, where the machine has a wall, a shell go the same way", async () => {
  const python = await done({
    language: "python",
    code: "import csv, sys\nrows = list(csv.reader(open('in.csv')))\nopen('out.txt', 'w').write(rows[1][0])\nprint(sys.argv[1:], len(rows))",
    files: [{ name: "in.csv", text: "a,b\ntea,3\n" }],
    args: ["x"],
  });
  expect([python.state, python.notices]).toEqual(["completed", []]);
  expect(await text(python, "stdout.txt")).toBe("['x'] 2\n");
  expect(await text(python, "out.txt")).toBe("tea");
  const report = SandboxReport.parse(await (await http.get("/api/sandbox")).json());
  const shell = report.languages.find(({ language }) => language === "shell");
  if (shell?.backend === undefined) {
    const refused = await invoke({ language: "shell", code: "ls" });
    expect(refused).toMatchObject({ result: { error: { code: "sandbox_unavailable" } } });
    expect(shell?.message).toMatch(/sandbox/i);
    return;
  }
  const listed = await done({
    ...{ language: "shell", code: "wc -c < in.txt; cat /etc/hostname 2>&1 | wc -l; ls -A $HOME" },
    files: [{ name: "in.txt", text: "12345" }],
  });
  expect(listed.notices).toEqual([]);
  expect((await text(listed, "stdout.txt")).split("\n")[0]).toBe("5");
  expect(listed.artifacts[0]?.name).toBe("code.sh");
});

test("a program that ends while the code runs asks again and runs it anew", async () => {
  const id = await start(js("for (;;);", { timeout_ms: 20_000 }));
  const first = await asked(id);
  await decide(first, "allow_once");
  await vi.waitFor(async () => expect((await approval(first)).state).toBe("running"), patient);
  await http.restart();
  http.assembly.work();
  const second = await asked(id);
  expect(second).not.toBe(first);
  expect(await approval(first)).toMatchObject({
    state: expect.stringMatching(/interrupted|failed/),
  });
  await decide(second, "deny");
  await http.assembly.tasks.ended(id);
  const task = await read(id);
  expect(task.steps[1]).toMatchObject({ attempts: 2, approval_ids: [first, second] });
  expect(task.notices).toMatchObject([{ code: "task_resumed" }]);
});
