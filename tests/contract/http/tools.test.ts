import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Approval, ApprovalList } from "#lib/contracts/approvals";
import { ErrorBody } from "#lib/contracts/errors";
import { AgentList } from "#lib/contracts/http";
import { maskMark } from "#lib/contracts/mask-mark";
import { CallsPage } from "#lib/contracts/records";
import { ToolList, ToolResult } from "#lib/contracts/tools";
import type { ToolProvider } from "#lib/tools/provider";
import { toolSpec } from "../../tools/open-desk.ts";
import { type Http, openHttp } from "./open-http.ts";

const patient = { timeout: 240_000 };
let http: Http;
let calls: Record<string, unknown>[];

/** Tools that only count how often they are called, and hold none of the program up. */
const stub: ToolProvider = {
  id: "stub",
  listTools: async () => listed,
  invoke: async (tool, args) => {
    calls.push(args);
    return { is_error: false, text: `${tool.name} done`, exit_code: 0 };
  },
  close: async () => {},
};
const listed = [
  toolSpec("jot", { provider_id: "stub" }),
  toolSpec("danger", { provider_id: "stub", capability_level: "L2", risk: "unsafe" }),
  toolSpec("look", {
    provider_id: "stub",
    capability_level: "L0",
    risk: "safe",
    side_effects: "none",
  }),
];

beforeEach(async () => {
  calls = [];
  http = await openHttp({ providers: [stub] });
  http.write("notes/a.md", "# A\n\nOne sentence.\n");
});
afterEach(() => http.close());

type Body = { arguments: Record<string, unknown>; thread_id?: string };
async function invoke(name: string, body: Body, headers: Record<string, string> = {}) {
  const response = await http.send("POST", `/api/tools/${name}/invoke`, body, headers);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
async function ask(name: string, args: Record<string, unknown>, more: Partial<Body> = {}) {
  const asked = await invoke(name, { arguments: args, ...more });
  expect(asked.status).toBe(202);
  return String(asked.body.approval_id);
}
const read = async (id: string) =>
  Approval.parse(await (await http.get(`/api/approvals/${id}`)).json());
const list = async () => ApprovalList.parse(await (await http.get("/api/approvals")).json());
const decide = (id: string, decision: string) =>
  http.send("POST", `/api/approvals/${id}`, { decision });
const ended = (id: string) =>
  vi.waitFor(async () => {
    const approval = await read(id);
    expect(["pending", "allowed", "running"]).not.toContain(approval.state);
    return approval;
  }, patient);
const code = async (response: Response) => ErrorBody.parse(await response.json()).error.code;

test("lists every tool with its provider and right, and the agents as they are in force", async () => {
  const { tools, providers } = ToolList.parse(await (await http.get("/api/tools")).json());
  const docs = tools.filter((tool) => tool.provider_id === "mcp.docs");
  expect(docs.length).toBeGreaterThan(5);
  for (const tool of docs) {
    expect(tool).toMatchObject({ capability_level: "L0", risk: "safe", side_effects: "none" });
  }
  expect(tools.find((tool) => tool.id === "danger")).toMatchObject({
    provider_id: "stub",
    capability_level: "L2",
    risk: "unsafe",
    enabled: true,
  });
  expect(providers.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "mcp.docs ready",
    "builtin ready",
    "stub ready",
    "web ready",
    "skills ready",
    "agents ready",
    "sandbox ready",
    "tasks ready",
    "memory ready",
  ]);
  const { agents } = AgentList.parse(await (await http.get("/api/agents")).json());
  const own = tools.flatMap((tool) => (tool.provider_id === "builtin" ? [tool.id] : []));
  const docsIds = docs.map((tool) => tool.id).sort();
  for (const agent of agents) {
    expect(agent).toMatchObject({ permission: "L0", built_in: true });
    const more =
      agent.id === "primary"
        ? [...own, "memory.propose", "memory.read", "skill.read", "task.start", "sandbox.exec"]
        : [];
    expect([...agent.tools].sort()).toEqual([...docsIds, ...more].sort());
  }
});

test("a safe tool answers at once; an unknown one and wrong arguments are results too", async () => {
  const looked = await invoke("look", { arguments: { path: "a" } });
  expect(looked.status).toBe(200);
  expect(ToolResult.parse(looked.body.result)).toMatchObject({
    ok: true,
    stdout: "look done",
    exit_code: 0,
    meta: { tool_id: "look", provider_id: "stub" },
  });
  const unknown = await invoke("no.such", { arguments: {} });
  expect(unknown.status).toBe(200);
  expect(unknown.body.result).toMatchObject({ ok: false, error: { code: "tool_not_found" } });
  const wrong = await invoke("jot", { arguments: { path: 7 } });
  expect(wrong.body.result).toMatchObject({ ok: false, error: { code: "validation" } });
  expect(calls).toEqual([{ path: "a", text: "" }]);
});

test("a guarded call waits for a person, is made once when allowed, and its result is kept", async () => {
  const id = await ask("jot", { path: "a.md" });
  expect(calls).toEqual([]);
  const { approvals } = await list();
  expect(approvals).toMatchObject([
    {
      id,
      state: "pending",
      agent_id: "person",
      shows: { kind: "call", arguments: { path: "a.md", text: "" } },
      choices: ["allow_once", "allow_always", "deny"],
    },
  ]);
  const answered = Approval.parse(await (await decide(id, "allow_once")).json());
  expect(answered).toMatchObject({ id, decision: "allow_once" });
  expect(await ended(id)).toMatchObject({
    state: "done",
    result: { ok: true, stdout: "jot done" },
  });
  expect(calls).toEqual([{ path: "a.md", text: "" }]);
  expect((await list()).approvals).toEqual([]);
  const again = await decide(id, "allow_once");
  expect([again.status, await code(again)]).toEqual([409, "approval_mismatch"]);
  expect(calls).toHaveLength(1);
});

test("a refused call is never made, and unsafe calls know no lasting yes", async () => {
  const id = await ask("danger", { path: "rm" }, { thread_id: "t1" });
  expect((await read(id)).choices).toEqual(["allow_once", "deny"]);
  for (const decision of ["allow_session", "allow_always", "yes"]) {
    expect((await decide(id, decision)).status).toBe(400);
  }
  await decide(id, "deny");
  expect(await ended(id)).toMatchObject({ state: "denied", rule: "approval_denied" });
  expect(calls).toEqual([]);
});

test("R27 S41 a question outlives the server: the same id and hash, made once when it is allowed, never unasked", async () => {
  const allowed = await ask("jot", { path: "a.md" });
  const refused = await ask("jot", { path: "b.md" });
  const before = await read(allowed);
  await http.restart();
  expect(await read(allowed)).toEqual(before);
  expect((await list()).approvals.map((one) => one.id)).toEqual([allowed, refused]);
  expect(calls).toEqual([]);
  await decide(refused, "deny");
  await decide(allowed, "allow_once");
  expect(await ended(allowed)).toMatchObject({ state: "done", result: { ok: true } });
  await http.restart();
  expect((await read(allowed)).state).toBe("done");
  expect((await read(refused)).state).toBe("denied");
  expect(calls).toEqual([{ path: "a.md", text: "" }]);
});

test("a secret among the arguments is nowhere kept, so the call is not made after a restart", async () => {
  const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
  const now = await ask("jot", { path: "a.md", text: secret });
  const later = await ask("jot", { path: "b.md", text: secret });
  expect(JSON.stringify(await list())).not.toContain(secret);
  await decide(now, "allow_once");
  expect(await ended(now)).toMatchObject({ state: "done" });
  expect(calls).toEqual([{ path: "a.md", text: secret }]);
  await http.restart(() => {
    const db = new Database(http.at("home/docent.db"), { readonly: true });
    const rows = ["approvals", "tool_calls", "spans"].flatMap((table) =>
      db.prepare(`SELECT * FROM ${table}`).all(),
    );
    db.close();
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
  await decide(later, "allow_once");
  expect(await ended(later)).toMatchObject({
    state: "failed",
    rule: "approval_mismatch",
    result: { ok: false },
  });
  expect(calls).toHaveLength(1);
});

test("R28 one key is one call, however often and wherever it is sent; another body is refused", async () => {
  const key = { "idempotency-key": "k-1" };
  const body = { arguments: { path: "a" } };
  const many = await Promise.all(Array.from({ length: 20 }, () => invoke("look", body, key)));
  expect(new Set(many.map((one) => JSON.stringify(one))).size).toBe(1);
  await http.restart();
  expect(await invoke("look", body, key)).toEqual(many[0]);
  expect(calls).toHaveLength(1);
  const other = await invoke("look", { arguments: { path: "b" } }, key);
  expect([other.status, other.body]).toMatchObject([
    422,
    { error: { code: "idempotency_mismatch" } },
  ]);
  expect((await invoke("jot", body, key)).status).toBe(422);
  const asked = { "idempotency-key": "k-2" };
  const first = await invoke("jot", body, asked);
  expect(first.status).toBe(202);
  expect(await invoke("jot", body, asked)).toEqual(first);
  expect((await list()).approvals).toHaveLength(1);
});

test("R28 a call under a key goes on without the reader who left, and is there for who comes again", async () => {
  const leaving = new AbortController();
  const key = { "idempotency-key": "k-3", "content-type": "application/json" };
  const first = http.call("POST", "/api/tools/look/invoke", {
    body: JSON.stringify({ arguments: { path: "a" } }),
    headers: key,
    signal: leaving.signal,
  });
  leaving.abort();
  await first.catch(() => undefined);
  const again = await invoke("look", { arguments: { path: "a" } }, key);
  expect(again.body.result).toMatchObject({ ok: true });
  expect(calls).toHaveLength(1);
});

test("what is allowed for good stands until it is taken back", async () => {
  const id = await ask("jot", { path: "a.md" });
  await decide(id, "allow_always");
  await ended(id);
  expect((await invoke("jot", { arguments: { path: "b.md" } })).body.result).toMatchObject({
    ok: true,
  });
  const [permission] = (await list()).permissions;
  expect(permission).toMatchObject({ kind: "always", tool_id: "jot", level: "L1" });
  const revoked = await http.send("DELETE", `/api/permissions/${permission?.id}`, {});
  expect(await revoked.json()).toEqual({ deleted: 1 });
  await ask("jot", { path: "c.md" });
  const gone = await http.send("DELETE", `/api/permissions/${permission?.id}`, {});
  expect([gone.status, await code(gone)]).toEqual([404, "not_found"]);
});

test("every call and every decision is in the record, by size and hash", async () => {
  const id = await ask("jot", { path: "private words" });
  await decide(id, "allow_once");
  await ended(id);
  const page = CallsPage.parse(await (await http.get("/api/audit/calls?tool=jot")).json());
  expect(page.rows).toMatchObject([
    {
      status: "ok",
      requested: { level: "L1", risk: "guarded", resource: null },
      granted: { level: "L2", resources: "any" },
      approval_required: true,
    },
    { status: "unknown" },
  ]);
  const refused = await http.get("/api/audit/calls?rule=approval_denied");
  expect(CallsPage.parse(await refused.json()).rows).toEqual([]);
  await http.restart(() => {
    const db = new Database(http.at("home/docent.db"), { readonly: true });
    const rows = db.prepare("SELECT * FROM tool_calls WHERE tool_id = 'jot' ORDER BY id").all();
    const acts = db.prepare("SELECT tool_id, relative_path FROM reads").all();
    db.close();
    expect(rows).toMatchObject([
      { status: "unknown", approval_required: 1, approval_id: id, approval_result: "allow_once" },
      {
        status: "ok",
        provider_id: "stub",
        agent_id: "person",
        approval_id: id,
        result_bytes: 8,
      },
    ]);
    expect(rows).toMatchObject([
      { redacted: 0 },
      { arguments_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(JSON.stringify(rows)).not.toContain("private");
    expect(acts).toContainEqual({ tool_id: "http.approvals.decide", relative_path: "jot" });
  });
});

test("R27 S41 a change to a file that waits for a person outlives the server, and is made only to the file it was shown for", async () => {
  const file = (name: string) => http.at(`home/workspace/${name}`);
  mkdirSync(http.at("home/workspace"), { recursive: true });
  for (const name of ["same.txt", "other.txt"]) writeFileSync(file(name), "shown\n");
  const change = (path: string) => ask("edit", { path, find: "shown", replace: "changed" });
  const [same, other] = [await change("same.txt"), await change("other.txt")];
  const before = await read(same);
  await http.restart(() => writeFileSync(file("other.txt"), "shown, and more\n"));
  expect(await read(same)).toEqual(before);
  await decide(same, "allow_once");
  await decide(other, "allow_once");
  expect(await ended(same)).toMatchObject({ state: "done", result: { ok: true } });
  expect(await ended(other)).toMatchObject({ state: "failed", rule: "approval_mismatch" });
  expect(readFileSync(file("same.txt"), "utf8")).toBe("changed\n");
  expect(readFileSync(file("other.txt"), "utf8")).toBe("shown, and more\n");
});

test("S60 a secret that a change brings or takes away is written, and nowhere kept", async () => {
  const token = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
  const row = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
  const file = http.at("home/workspace/a.txt");
  mkdirSync(http.at("home/workspace"), { recursive: true });
  writeFileSync(file, `-----BEGIN PRIVATE KEY-----\n${row}\n${row}\n-----END PRIVATE KEY-----\n`);
  const id = await ask("write", { path: "a.txt", content: `token: ${token}\n` });
  const { shows } = await read(id);
  expect(shows.kind === "diff" && shows.diff.split(maskMark).length).toBe(4);
  await decide(id, "allow_once");
  await ended(id);
  expect(readFileSync(file, "utf8")).toBe(`token: ${token}\n`);
  await http.restart(() => {
    const kept = ["docent.db", "docent.db-wal"]
      .map((name) => http.at(`home/${name}`))
      .filter((name) => existsSync(name))
      .map((name) => readFileSync(name, "latin1"))
      .join("");
    expect(kept).toContain(id);
    expect([kept.includes(token), kept.includes(row)]).toEqual([false, false]);
  });
});
