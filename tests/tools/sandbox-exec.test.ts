import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Config } from "#lib/contracts/config";
import { type SandboxAround, SandboxOutput } from "#lib/contracts/sandbox";
import { sha256 } from "#lib/platform/hash";
import { newId } from "#lib/platform/ids";
import { agentRight } from "#lib/tools/agent-rights";
import type { SandboxJob } from "#lib/tools/providers/sandbox/backend";
import { runLimits } from "#lib/tools/providers/sandbox/run-limits";
import { createSandboxOutputs, type RunOwner } from "#lib/tools/sandbox-outputs";
import { askFor } from "./open-desk.ts";
import { openSandbox, type Script, scriptedBackend } from "./open-sandbox.ts";
import { grantOf } from "./tool-result.ts";

const open: ReturnType<typeof openSandbox>[] = [];
function sandbox(options: Parameters<typeof openSandbox>[0] = {}) {
  const made = openSandbox(options);
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const made of open.splice(0)) await made.desk.close();
});

const js = (code: string, more: object = {}) => ({ language: "javascript", code, ...more });
const bytes = (text: string) => new TextEncoder().encode(text);

describe("code that is to be run", () => {
  test("is shown whole to a person each time, with its files, its limits and its wall, and only then run", async () => {
    const ran: string[] = [];
    const s = sandbox({
      script: async ({ code }) => {
        ran.push(code);
        return { stdout: "hello\n" };
      },
    });
    await s.sandbox.off("en");
    const code = `${"// line\n".repeat(3000)}console.log('hello')`;
    const given = js(code, {
      files: [
        { name: "data/a.csv", text: "a,b\n" },
        { name: "b.bin", base64: "AAEC" },
      ],
      args: ["x"],
      timeout_ms: 1000,
    });
    const asked = await askFor(s.desk, given, { grant: s.grant() }, "sandbox.exec");
    expect(ran).toEqual([]);
    expect(await s.desk.approvals.get(asked.id)).toMatchObject({
      risk: "unsafe",
      level: "L2",
      choices: ["allow_once", "deny"],
      shows: {
        kind: "code",
        ...{ language: "javascript", code, backend: "wasm", args: ["x"], stdin: "" },
        files: [
          { name: "data/a.csv", bytes: 4, sha256: sha256("a,b\n") },
          { name: "b.bin", bytes: 3, sha256: sha256(new Uint8Array([0, 1, 2])) },
        ],
        host_tools: [],
        limits: { timeout_ms: 1000, memory_mb: 512 },
      },
    });
    await s.desk.approvals.decide(asked.id, "allow_once");
    expect(await asked.result).toMatchObject({ ok: true, exit_code: 0, stdout: "hello\n" });
    expect(ran).toEqual([code]);
    const again = await askFor(s.desk, given, { grant: s.grant() }, "sandbox.exec");
    await s.desk.approvals.decide(again.id, "deny");
    expect((await again.result).error?.code).toBe("approval_denied");
    expect(ran).toHaveLength(1);
  });

  test("is asked about by nobody where nobody is there", async () => {
    const s = sandbox();
    const result = await s.refused(js("1"), { asking: "refuse" });
    expect(result.error?.code).toBe("approval_required");
  });

  test("that fails is a call that went well, with its exit code, its error output and what it left", async () => {
    const s = sandbox({
      script: async () => ({
        exit_code: 3,
        stdout: "half",
        stderr: "Error: no",
        files: [{ name: "half.txt", content: bytes("half") }],
      }),
    });
    const result = await s.run(js("x"));
    expect(result).toMatchObject({ ok: true, exit_code: 3, stdout: "half" });
    expect(result.stderr).toMatch(/^Error: no\nThe code ended with exit code 3\.$/);
    expect(SandboxOutput.parse(result.structured)).toMatchObject({
      ended: "exit",
      exit_code: 3,
      artifacts: [{ name: "half.txt", media_type: "text/plain", bytes: 4 }],
    });
  });

  test.each([
    ["timeout", /stopped after 2 seconds/],
    ["processor", /processor for 2 seconds/],
    ["memory", /more than 64 MB of memory/],
    ["output", /more than 1 MB of output/],
    ["files", /more than 100 files/],
    ["processes", /more than 32 processes/],
  ] as const)("that meets the limit %s says which", async (ended, said) => {
    const s = sandbox({ script: async () => ({ ended, exit_code: null }) });
    const result = await s.run(js("x", { timeout_ms: 2000, memory_mb: 64 }));
    expect(result).toMatchObject({ ok: true, exit_code: 137 });
    expect(result.stderr).toMatch(said);
    expect(SandboxOutput.parse(result.structured)).toMatchObject({ ended, exit_code: null });
  });

  test("whose sandbox broke is said to have been ended, with no exit code of its own", async () => {
    const s = sandbox({ script: async () => ({ ended: "exit", exit_code: null, stdout: "half" }) });
    const result = await s.run(js("x"));
    expect(result).toMatchObject({ ok: true, exit_code: 137, stdout: "half" });
    expect(result.stderr).toMatch(/^The code was stopped: its sandbox failed[^\n]+\.$/);
  });

  test("gets no more than is set, whatever it asks for", async () => {
    const limits: unknown[] = [];
    const s = sandbox({
      script: async (job) => {
        limits.push(job.limits);
        return {};
      },
    });
    await s.run(js("1", { timeout_ms: 600_000, memory_mb: 8192 }));
    expect(limits).toMatchObject([{ timeout_ms: 30_000, memory_mb: 512 }]);
  });

  test("has its long output cut and paged, and all of it kept for whoever collects it", async () => {
    const long = Array.from({ length: 5000 }, (_, i) => `line ${i}`).join("\n");
    const s = sandbox({ script: async () => ({ stdout: long }) });
    const result = await s.run(js("1"));
    expect(result.truncated_lines).toBe(3000);
    const cursor = result.next_page_cursor;
    expect(cursor).toBeDefined();
    const next = await s.desk.runtime.invoke(
      "sandbox.exec",
      { cursor },
      s.desk.context({ grant: s.grant() }),
    );
    expect(next.stdout.split("\n")[0]).toBe("line 2000");
    const { invocation_id } = result.meta;
    const record = await s.outputs.list({ kind: "person" }, invocation_id);
    const kept = await s.outputs.read({ kind: "person" }, invocation_id, record.stdout.sha256);
    expect(kept.toString()).toBe(long);
  });

  test("has secrets masked in what it printed, on the way out and on the disk", async () => {
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    const s = sandbox({
      script: async () => ({ stdout: `token ${secret}`, stderr: secret }),
      desk: { runtime: { mask: (await import("#lib/platform/secrets")).maskDeep } },
    });
    const result = await s.run(js("1"), { thread_id: "thread-1" });
    expect(JSON.stringify(result)).not.toContain(secret);
    const owner = { kind: "thread", id: "thread-1" } as const;
    const record = await s.outputs.list(owner, result.meta.invocation_id);
    for (const { sha256: hash } of [record.stdout, record.stderr]) {
      const kept = await s.outputs.read(owner, result.meta.invocation_id, hash);
      expect(kept.toString()).not.toContain(secret);
    }
  });

  test.each([
    ["a name that climbs", [{ name: "../a", text: "" }], "invalid_path"],
    ["an absolute name", [{ name: "/etc/passwd", text: "" }], "invalid_path"],
    ["a backslash", [{ name: "a\\b", text: "" }], "invalid_path"],
    ["NUL", [{ name: "a\0b", text: "" }], "invalid_path"],
    ["an empty part", [{ name: "a//b", text: "" }], "invalid_path"],
    ["a device", [{ name: "con.txt", text: "" }], "invalid_path"],
    ["a name turned around", [{ name: "a\u202etxt.exe", text: "" }], "invalid_path"],
    ["a long part", [{ name: "字".repeat(86), text: "" }], "invalid_path"],
    ["nine folders", [{ name: "a/".repeat(9) + "a", text: "" }], "invalid_path"],
    [
      "one name twice",
      [
        { name: "A.txt", text: "" },
        { name: "a.txt", text: "" },
      ],
      "invalid_path",
    ],
    [
      "a file where a folder is",
      [
        { name: "a/b", text: "" },
        { name: "a", text: "" },
      ],
      "invalid_path",
    ],
    ["text and bytes at once", [{ name: "a", text: "", base64: "AA==" }], "validation"],
    ["neither", [{ name: "a" }], "validation"],
    ["bytes that are none", [{ name: "a", base64: "*" }], "validation"],
  ])("with %s among its files is refused before anybody is asked", async (_, files, code) => {
    const s = sandbox();
    expect((await s.refused(js("1", { files }))).error?.code).toBe(code);
  });

  test("of a language that has no wall here is refused with a sentence, and never run on a weaker one", async () => {
    const s = sandbox();
    const shell = await s.refused({ language: "shell", code: "ls" });
    expect(shell.error).toMatchObject({ code: "sandbox_unavailable", rule: "sandbox_unavailable" });
    const walls = [
      scriptedBackend(async () => ({})),
      scriptedBackend(async () => ({}), { id: "wall", none: true }),
    ];
    const named = sandbox({ backends: walls, configured: "wall" });
    expect(await named.sandbox.off("en")).toMatchObject({ why: "unavailable" });
    const report = await named.sandbox.report("zh-CN", []);
    expect(report.backends.map(({ id, state }) => [id, state])).toEqual([
      ["wasm", "ready"],
      ["wall", "none"],
    ]);
    expect(report.languages.every(({ backend }) => backend === undefined)).toBe(true);
    expect(report.languages[0]?.message).toMatch(/沙箱|bwrap/);
  });

  test("of a language that is not proven is told as missing with its reason, and no other as ready", async () => {
    const one = scriptedBackend(async () => ({}), { unproven: ["python"] });
    const s = sandbox({ backends: [one] });
    const report = await s.sandbox.report("en", []);
    expect(report.backends).toMatchObject([
      {
        ...{ id: "wasm", state: "ready", proven: ["javascript"] },
        detail: { javascript: "script", around: "none" },
        missing: [{ language: "python", message: expect.stringMatching(/bubblewrap/) }],
      },
    ]);
    expect(report.backends[0]?.detail).not.toHaveProperty("python");
    expect(report.languages.map(({ language, backend }) => [language, backend])).toEqual([
      ["javascript", "wasm"],
      ["python", undefined],
      ["shell", undefined],
    ]);
    expect(report.languages[1]?.message).toMatch(/bubblewrap/);
    expect(s.sandbox.proven()).toEqual([{ backend: "wasm", languages: ["javascript"] }]);
  });

  test("is not run behind another wall than the one that was shown", async () => {
    let configured: "wasm" | "wall" = "wasm";
    const ran: string[] = [];
    const note = (id: string): Script => {
      return async () => {
        ran.push(id);
        return {};
      };
    };
    const all = [scriptedBackend(note("wasm")), scriptedBackend(note("wall"), { id: "wall" })];
    const s = sandbox({ backends: all });
    const { createSandboxBackends } = await import("#lib/tools/sandbox-backends");
    const moving = createSandboxBackends({ all, configured: () => configured });
    const { createSandbox } = await import("#lib/tools/sandbox");
    const other = createSandbox({
      ...{ backends: moving, outputs: s.outputs, clock: s.desk.clock, ids: newId },
      config: () => ({ backend: configured, timeout_ms: 1000, memory_mb: 64 }),
      tools: s.desk.runtime,
      toolOf: async () => undefined,
      mask: (value) => value,
    });
    const [spec] = await other.listTools(AbortSignal.timeout(1000));
    const tool = { ...spec, definition_hash: "", enabled: true } as Parameters<
      typeof other.invoke
    >[0];
    await other.off("en");
    const args = js("1");
    const touches = other.touches?.(tool, args);
    configured = "wall";
    const by = { ...s.desk.context(), invocation_id: newId("inv") };
    const call = { signal: new AbortController().signal, timeout_ms: 1000, by };
    await expect(
      other.invoke(tool, args, { ...call, ...(touches === undefined ? {} : { touches }) }),
    ).rejects.toMatchObject({ code: "approval_mismatch" });
    expect(ran).toEqual([]);
  });

  test("is ended when whoever called it goes, and the sandbox is told", async () => {
    const stop = new AbortController();
    let told: unknown;
    const s = sandbox({
      script: (job) =>
        new Promise((resolve) => {
          job.signal.addEventListener("abort", () => {
            told = true;
            resolve({ ended: "cancelled", exit_code: null });
          });
          stop.abort();
        }),
    });
    const result = await s.run(js("for(;;);"), { signal: stop.signal });
    expect(result.error?.code).toBe("cancelled");
    expect(told).toBe(true);
  });
});

describe("what was allowed", () => {
  const [text, binary] = [
    { name: "a.txt", text: "a" },
    { name: "b.bin", base64: "AAEC" },
  ];
  const given = js("console.log(1)", {
    files: [text, binary],
    ...{ args: ["x"], stdin: "in", timeout_ms: 2000, memory_mb: 64, host_tools: ["look"] },
  });
  /** A world that can be changed between the question and the call. */
  function world() {
    const now = {
      around: "bubblewrap" as SandboxAround,
      set: {} as { backend?: "wasm" | "wall"; timeout_ms?: number; memory_mb?: number },
    };
    const jobs: SandboxJob[] = [];
    const script: Script = async (job) => {
      jobs.push(job);
      return {};
    };
    const s = sandbox({
      backends: [
        scriptedBackend(script, { around: () => now.around }),
        scriptedBackend(script, { id: "wall", around: () => "bubblewrap" }),
      ],
      set: () => now.set,
    });
    const call = async (args: Record<string, unknown>, approval_id: string) => {
      await s.sandbox.off("en"); // the registry looks so before each call
      const context = s.desk.context({ grant: s.grant(), approval_id });
      return s.desk.runtime.invoke("sandbox.exec", args, context);
    };
    return { s, now, jobs, call };
  }

  test.each([
    ["another line of code", { code: "console.log(1)\n" }],
    ["another language", { language: "python", host_tools: undefined }],
    ["another byte in a file", { files: [{ name: "a.txt", text: "b" }, binary] }],
    ["another name of a file", { files: [{ name: "c.txt", text: "a" }, binary] }],
    ["one file less", { files: [text] }],
    ["one file more", { files: [text, binary, { name: "sitecustomize.py", text: "" }] }],
    ["another argument", { args: ["y"] }],
    ["another input", { stdin: "in " }],
    ["more time", { timeout_ms: 2001 }],
    ["more memory", { memory_mb: 65 }],
    ["another tool", { host_tools: ["peek"] }],
    ["one tool more", { host_tools: ["look", "peek"] }],
    ["no tools", { host_tools: [] }],
  ])("is not good for %s", async (_, other) => {
    const { s, jobs, call } = world();
    const id = await s.allowed(given);
    const { host_tools, ...rest } = { ...given, ...other } as Record<string, unknown>;
    const changed = host_tools === undefined ? rest : { ...rest, host_tools };
    expect((await call(changed, id)).error?.rule).toBe("approval_mismatch");
    expect(jobs).toEqual([]);
  });

  test.each<[string, (now: ReturnType<typeof world>["now"]) => void]>([
    ["the second wall is gone", (now) => Object.assign(now, { around: "none" })],
    ["less time is set", (now) => Object.assign(now, { set: { timeout_ms: 1000 } })],
    ["less memory is set", (now) => Object.assign(now, { set: { memory_mb: 32 } })],
    ["another backend is set", (now) => Object.assign(now, { set: { backend: "wall" } })],
  ])("is not good once %s, and is again when all is as it was", async (_, change) => {
    const { s, now, jobs, call } = world();
    const plain = { ...given, host_tools: [] };
    const id = await s.allowed(plain);
    const before = { ...now };
    change(now);
    expect((await call(plain, id)).error?.rule).toBe("approval_mismatch");
    expect(jobs).toEqual([]);
    Object.assign(now, before);
    expect(await call(plain, id)).toMatchObject({ ok: true });
    expect(jobs).toHaveLength(1);
    expect((await call(plain, id)).error?.rule).toBe("approval_mismatch");
    expect(jobs).toHaveLength(1);
  });

  test("is what is run, to the byte, behind what was shown", async () => {
    const { s, jobs, call } = world();
    const id = await s.allowed(given);
    const { shows } = await s.desk.approvals.get(id);
    if (shows.kind !== "code") throw new Error("it shows no code");
    expect(await call(given, id)).toMatchObject({ ok: true });
    const [job] = jobs;
    expect(job).toMatchObject({
      ...{ language: shows.language, code: shows.code, args: shows.args, stdin: shows.stdin },
      ...{ limits: shows.limits, around: "bubblewrap", host: { names: shows.host_tools } },
    });
    expect(shows).toMatchObject({ around: "bubblewrap", backend: "wasm", host_tools: ["look"] });
    expect(job?.files.map(({ name, content }) => [name, sha256(content)])).toEqual(
      shows.files.map((file) => [file.name, file.sha256]),
    );
  });

  test("is not run where the second wall goes in the very moment of the call", async () => {
    const { s, now, jobs } = world();
    await s.sandbox.off("en");
    const by = { ...s.desk.context({ grant: s.grant() }), invocation_id: newId("inv") };
    const { tool } = await s.desk.registry.resolve("sandbox.exec", by.signal);
    const touches = s.sandbox.touches?.(tool, given, by);
    now.around = "none";
    const call = { ...{ signal: by.signal, timeout_ms: 1000, by }, ...(touches && { touches }) };
    await expect(s.sandbox.invoke(tool, given, call)).rejects.toMatchObject({
      code: "approval_mismatch",
    });
    expect(jobs).toEqual([]);
  });
});

describe("files that code leaves", () => {
  const png = Buffer.from("89504e470d0a1a0a0000", "hex");
  const script: Script = async () => ({
    files: [
      { name: "chart.txt", content: png },
      { name: "drawing", content: bytes('<?xml version="1.0"?>\n<svg xmlns="x"/>') },
      { name: "page.svg", content: bytes("<!doctype html><script>1</script>") },
      { name: "rows.csv", content: bytes("a,b\n") },
      { name: "odd.png", content: new Uint8Array([1, 0, 2]) },
    ],
    left_out: [{ name: "link", rule: "not_regular_file" }],
  });

  test("are what their bytes say, whatever they are called, and are read by their hash alone", async () => {
    const s = sandbox({ script });
    const result = await s.run(js("1"), { thread_id: "../../etc" });
    const { artifacts, left_out } = SandboxOutput.parse(result.structured);
    expect(artifacts.map(({ name, media_type }) => [name, media_type])).toEqual([
      ["chart.txt", "image/png"],
      ["drawing", "image/svg+xml"],
      ["page.svg", "text/html"],
      ["rows.csv", "text/csv"],
      ["odd.png", "application/octet-stream"],
    ]);
    expect(left_out).toEqual([{ name: "link", rule: "not_regular_file" }]);
    const owner = { kind: "thread", id: "../../etc" } as const;
    const { invocation_id } = result.meta;
    const hash = artifacts[0]?.sha256 ?? "";
    expect(await s.outputs.read(owner, invocation_id, hash)).toEqual(png);
    const folders = readdirSync(path.join(s.desk.folder, "sandboxes"));
    expect(folders).toEqual([expect.stringMatching(/^thread-[0-9a-f]{32}$/)]);
    for (const [other, id, of] of [
      [{ kind: "thread", id: "another" } as const, invocation_id, hash],
      [owner, "../x", hash],
      [owner, invocation_id, "../run.json"],
      [owner, invocation_id, sha256("nothing")],
    ] as const) {
      await expect(s.outputs.read(other, id, of)).rejects.toMatchObject({ code: "not_found" });
    }
    writeFileSync(
      path.join(s.desk.folder, "sandboxes", folders[0] ?? "", invocation_id, hash),
      "other",
    );
    await expect(s.outputs.read(owner, invocation_id, hash)).rejects.toMatchObject({
      code: "path_changed",
    });
  });

  test("go with their conversation and their task, and what belongs to nobody goes at the next start", async () => {
    const s = sandbox({ script });
    const at = () => readdirSync(path.join(s.desk.folder, "sandboxes")).length;
    await s.run(js("1"), { thread_id: "one" });
    await s.run(js("1"), { thread_id: "two" });
    await s.run(js("1"), {
      ...{ agent_id: "task.run_code_snippet", task_id: "task_1" },
      grant: { ...s.grant(), agent_id: "task.run_code_snippet" },
    });
    await s.run(js("1"));
    expect(at()).toBe(4);
    await s.outputs.remove({ kind: "thread", id: "one" });
    expect(at()).toBe(3);
    const backend = path.join(s.desk.folder, "sandboxes", "backend-folder");
    writeFileSync(backend, "of somebody else");
    expect(await s.outputs.sweep(async () => ({ tasks: ["task_1"], threads: [] }))).toBe(2);
    expect(at()).toBe(2);
    expect(existsSync(backend)).toBe(true);
    await s.outputs.remove({ kind: "task", id: "task_1" });
    expect(at()).toBe(1);
  });
});

describe("what a conversation keeps", () => {
  const owner = { kind: "thread", id: "one" } as const;
  const idOf = (mark: number) => `inv_${String(mark).padStart(24, "0")}`;
  const keep = (
    outputs: Pick<ReturnType<typeof createSandboxOutputs>, "keep">,
    mark: number,
    to: RunOwner = owner,
  ) =>
    outputs.keep(to, {
      ...{ invocation_id: idOf(mark), at: "2026-11-29T10:00:00.000Z" },
      ...{ stdout: `run ${mark}`, stderr: "" },
      files: [
        {
          name: "a.bin",
          media_type: "application/octet-stream",
          content: Buffer.alloc(10_000, mark),
        },
      ],
      outcome: {
        ...{ language: "javascript", backend: "wasm", ended: "exit", exit_code: 0, left_out: [] },
        ...{ output_left_out: 0, host_calls: 0, wall_ms: 1, cpu_ms: 1 },
        limits: runLimits({ timeout_ms: 1000, memory_mb: 64 }),
      },
    });
  const opened = (most: { runs: number; bytes: number }) => {
    const home = mkdtempSync(path.join(os.tmpdir(), "docent-kept-"));
    homes.push(home);
    return createSandboxOutputs({ home, most });
  };
  const homes: string[] = [];
  afterEach(() => {
    for (const home of homes.splice(0)) rmSync(home, { recursive: true });
  });

  test.each([
    ["bytes", { runs: 100, bytes: 35_000 }],
    ["runs", { runs: 3, bytes: 1e9 }],
  ])(
    "is bounded by its %s: the oldest go, the newest never, and no other conversation's",
    async (_, most) => {
      const outputs = opened(most);
      await keep(outputs, 1, { kind: "thread", id: "two" });
      const removed: number[] = [];
      for (const mark of [1, 2, 3, 4, 5]) {
        removed.push((await keep(outputs, mark)).removed);
        await outputs.list(owner, idOf(mark));
      }
      expect(removed).toEqual([0, 0, 0, 1, 1]);
      const [first] = await Promise.allSettled(
        [1, 2, 3].map((mark) => outputs.list(owner, idOf(mark))),
      );
      expect(first).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
      await outputs.list({ kind: "thread", id: "two" }, idOf(1));
    },
  );

  test("keeps one run that is more than all of it, and of a task everything until it is collected", async () => {
    const outputs = opened({ runs: 3, bytes: 10 });
    expect((await keep(outputs, 1)).removed).toBe(0);
    const task = { kind: "task", id: "task_1" } as const;
    for (const mark of [1, 2, 3, 4]) expect((await keep(outputs, mark, task)).removed).toBe(0);
    await outputs.list(task, idOf(1));
  });

  test("is nothing where it was deleted while the code ran, and its caller has the result all the same", async () => {
    const s: ReturnType<typeof sandbox> = sandbox({
      script: async () => {
        await s.outputs.remove({ kind: "thread", id: "one" });
        return { stdout: "said", files: [{ name: "a.txt", content: bytes("x") }] };
      },
    });
    const result = await s.run(js("1"), { thread_id: "one" });
    expect(result).toMatchObject({ ok: true, stdout: "said" });
    const { invocation_id } = result.meta;
    await expect(
      s.outputs.list({ kind: "thread", id: "one" }, invocation_id),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(readdirSync(path.join(s.desk.folder, "sandboxes"))).toEqual([]);
  });

  test("is handed over and kept nowhere where nothing of the conversation is kept, and says so", async () => {
    const s = sandbox({
      script: async () => ({
        stdout: "walrus\n",
        files: [{ name: "out.txt", content: bytes("walrus") }],
      }),
    });
    await s.sandbox.off("en");
    const context = { grant: s.grant(), thread_id: "t1", store: false };
    const asked = await askFor(s.desk, js("console.log('walrus')"), context, "sandbox.exec");
    await s.desk.approvals.decide(asked.id, "allow_once");
    const result = await asked.result;
    expect(result).toMatchObject({ ok: true, stdout: "walrus\n", structured: { artifacts: [] } });
    expect(result.stderr).toBe(
      "Nothing is kept of this conversation: the file that the code left is gone.",
    );
    expect(existsSync(path.join(s.desk.folder, "sandboxes"))).toBe(false);
  });

  test("says so in one sentence when earlier runs had to make room", async () => {
    const s = sandbox({ most: { runs: 1, bytes: 1e9 } });
    const first = await s.run(js("1"), { thread_id: "one" });
    expect(first.stderr).toBe("");
    const second = await s.run(js("1"), { thread_id: "one", lang: "zh-CN" });
    expect(second.stderr).toMatch(/^为腾出空间，已删除更早的 1 次运行/);
    const third = await s.run(js("1"), { thread_id: "one" });
    expect(third.stderr).toMatch(/^The files of 1 earlier run were removed to make room:[^\n]+\.$/);
  });
});

describe("tools that code calls", () => {
  const calls =
    (work: (call: (name: string, args: unknown) => Promise<unknown>) => Promise<unknown>): Script =>
    async ({ host }) => {
      if (host === undefined) return { stdout: "no tools" };
      return { stdout: JSON.stringify(await work(host.call)) };
    };
  const said = (error: unknown) => (error as { code?: string }).code;

  test("are not there unless they are named", async () => {
    const s = sandbox({ script: calls(async (call) => call("look", {})) });
    expect((await s.run(js("1"))).stdout).toBe("no tools");
  });

  test("go through the runtime under whoever runs the code, and stand in trace and audit below the run", async () => {
    const s = sandbox({
      script: calls(async (call) => [await call("look", { path: "a" }), await call("peek", {})]),
      desk: undefined,
    });
    const result = await s.run(js("1", { host_tools: ["look", "peek"] }));
    expect(JSON.parse(result.stdout)).toEqual(["done", "done"]);
    expect(SandboxOutput.parse(result.structured).host_calls).toBe(2);
    expect(s.desk.calls).toEqual([{ path: "a", text: "" }, { text: "" }]);
    const below = s.desk.spans.filter((one) => one.parent_span_id === result.meta.invocation_id);
    expect(below.map(({ tool_id, agent_id }) => [tool_id, agent_id])).toEqual([
      ["look", "a"],
      ["peek", "a"],
    ]);
    expect(s.desk.audited.map(({ tool_id, status }) => [tool_id, status])).toEqual([
      ["look", "ok"],
      ["peek", "ok"],
      ["sandbox.exec", "ok"],
    ]);
  });

  const oracle = {
    held: ["sandbox.exec", "look", "peek", "write"],
    quiet: ["look", "peek"],
  };
  // Every way in which one of the four bounds may hold a tool back.
  const cases = ["look", "peek", "write", "nowhere"].flatMap((tool) =>
    [true, false].flatMap((granted) =>
      [true, false].flatMap((ofAgent) =>
        [true, false].flatMap((ofSkill) =>
          [true, false].map((enabled) => ({ tool, granted, ofAgent, ofSkill, enabled })),
        ),
      ),
    ),
  );
  test.each(cases)(
    "$tool, granted $granted, of the agent $ofAgent, of the skill $ofSkill, switched on $enabled",
    async ({ tool, granted, ofAgent, ofSkill, enabled }) => {
      const without = (list: readonly string[], keep: boolean) =>
        list.filter((id) => keep || id !== tool);
      let reached = false;
      const s = sandbox({
        script: calls(async (call) => call(tool, {}).catch((error) => ({ refused: said(error) }))),
        desk: {
          behaviour: async () => {
            reached = true;
            return { is_error: false, text: "read" };
          },
          runtime: {
            agent: (id) => ({ id, permission: "L2", tools: without(oracle.held, ofAgent) }),
          },
        },
      });
      if (!enabled) {
        const spec = s.desk.tools.findIndex(({ id }) => id === tool);
        if (spec >= 0) s.desk.tools.splice(spec, 1);
      }
      await s.sandbox.off("en");
      const context = {
        grant: { ...s.grant(without(oracle.held, granted)) },
        skill_tools: without(oracle.held, ofSkill),
      };
      const args = js("1", { host_tools: [tool] });
      const may = granted && ofAgent && ofSkill && enabled && oracle.quiet.includes(tool);
      const inGrant = granted && oracle.held.includes(tool);
      const result = inGrant ? await s.run(args, context) : await s.refused(args, context);
      expect(reached).toBe(may);
      if (may) expect(result.stdout).toBe('"read"');
      else expect(result.error?.code ?? JSON.parse(result.stdout).refused).toBe("tool_not_granted");
    },
  );

  test("are held to what an agent may hand on, and to reading, whatever its level", async () => {
    const config = Config.parse({ agents: [{ id: "primary", kind: "primary", permission: "L2" }] });
    let reached = 0;
    const s = sandbox({
      script: calls(async (call) => call("look", {})),
      desk: {
        behaviour: async () => {
          reached++;
          return { is_error: false, text: "x" };
        },
        runtime: {
          agent: (id) => {
            const right = agentRight(config, id);
            return { ...right, tools: [...right.tools, "look"] };
          },
        },
      },
    });
    const grant = grantOf(["sandbox.exec"], { agent_id: "primary", level: "L2" });
    const args = js("1", { host_tools: ["look"] });
    expect((await s.refused(args, { agent_id: "primary", grant })).error?.code).toBe(
      "tool_not_granted",
    );
    const lent = { ...grant, delegable: ["look"] };
    expect(await s.run(args, { agent_id: "primary", grant: lent })).toMatchObject({ ok: true });
    expect(reached).toBe(1);
  });

  test("are called by nothing but the names that were granted, with one object, so often and no more", async () => {
    let made = 0;
    const s = sandbox({
      script: calls(async (call) => {
        const ways = [
          call("constructor", {}),
          call("__proto__", {}),
          call("sandbox_exec", {}),
          call("look", "text"),
          call("look", [1]),
          call("look", { path: "x".repeat(300_000) }),
          call("look", { nothing: 1n }),
        ];
        const odd = await Promise.all(ways.map((one) => one.catch(said)));
        const many = await Promise.all(
          Array.from({ length: 10_000 }, () =>
            call("look", {}).then(
              () => "ok",
              (error: unknown) => said(error),
            ),
          ),
        );
        return { odd, ok: many.filter((one) => one === "ok").length, last: many.at(-1) };
      }),
      desk: {
        behaviour: async () => {
          made++;
          return { is_error: false, text: "x" };
        },
      },
    });
    const result = await s.run(js("1", { host_tools: ["look"] }));
    expect(JSON.parse(result.stdout)).toEqual({
      odd: [
        ...["tool_not_granted", "tool_not_granted", "tool_not_granted"],
        ...["validation", "validation", "validation", "validation"],
      ],
      ok: 196,
      last: "budget",
    });
    expect(made).toBe(196);
  });

  test("answer nothing after the end of the run, and what was under way is broken off", async () => {
    let later: Promise<unknown> = Promise.resolve();
    let call: ((name: string, args: unknown) => Promise<unknown>) | undefined;
    let aborted = false;
    const begun = Promise.withResolvers<void>();
    const s = sandbox({
      script: async ({ host }) => {
        call = host?.call;
        later = call?.("look", {}).catch(said) ?? later;
        await begun.promise;
        return {};
      },
      desk: {
        behaviour: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            begun.resolve();
            signal.addEventListener("abort", () => {
              aborted = true;
              reject(new Error("gone"));
            });
          }),
      },
    });
    await s.run(js("1", { host_tools: ["look"] }));
    expect(await later).toBe("cancelled");
    expect(aborted).toBe(true);
    await expect(call?.("look", {})).rejects.toMatchObject({ code: "cancelled" });
  });

  test("hand over their data with secrets masked, and their refusals as errors with a code", async () => {
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    const s = sandbox({
      script: calls(async (call) => [
        await call("look", {}),
        await call("look", { path: "no" }).catch((error: Error) => error.message),
      ]),
      desk: {
        behaviour: async ({ path: asked }) =>
          asked === "no"
            ? { is_error: true, text: `not there: ${secret}` }
            : { is_error: false, text: "", structured: { token: secret, n: 1 } },
        provider: { ours: true },
      },
    });
    const result = await s.run(js("1", { host_tools: ["look"] }));
    expect(result.stdout).not.toContain(secret);
    expect(JSON.parse(result.stdout)[0]).toMatchObject({ n: 1 });
    expect(JSON.parse(result.stdout)[1]).toMatch(/^not there: /);
  });

  test("are refused for Python, and for two tools of one name", async () => {
    const s = sandbox();
    const python = { language: "python", code: "1", host_tools: ["look"] };
    expect((await s.refused(python)).error?.code).toBe("validation");
    const both = js("1", { host_tools: ["a.b", "a_b"] });
    const grant = s.grant(["sandbox.exec", "a.b", "a_b"]);
    expect((await s.refused(both, { grant })).error?.code).toBe("validation");
  });
});
