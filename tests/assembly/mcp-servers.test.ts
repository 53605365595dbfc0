import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMcpServers } from "#lib/assembly/mcp-servers";
import { createServerApprovals } from "#lib/assembly/server-approvals";
import { Config } from "#lib/contracts/config";
import type { ToolInfo } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import type { EnvironmentServer } from "#lib/platform/mcp-environment";
import { createMcpServer } from "#lib/tools/mcp-server";
import { createOrphanWatch } from "#lib/tools/orphan-watch";
import { createToolRegistry } from "#lib/tools/registry";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { misbehavingServer } from "../tools/odd-session.ts";
import { recordingLog } from "../tools/recording-log.ts";

const patient = { timeout: 240_000 };
const signal = new AbortController().signal;
const cmd = [process.execPath, misbehavingServer];

let home: string;
let program: ReturnType<typeof begin>;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "docent-servers-"));
});
afterEach(async () => {
  await program.end();
  rmSync(home, { recursive: true, force: true });
});

type Asked = Parameters<Parameters<typeof createServerApprovals>[0]["approvals"]["askUnless"]>[0];
type Permission = { tool_id: string; definition_hash: string };

/** What a person was asked and allowed: outlives a program, like the database. */
function person() {
  const asked: (Asked & { id: string; state: "pending" | "denied" | "allowed" })[] = [];
  const permissions: Permission[] = [];
  return {
    asked,
    permissions: async () => permissions,
    askUnless: async (question: Asked) =>
      void asked.push({ ...question, id: `approval_${asked.length + 1}`, state: "pending" }),
    latest: async (tool_id: string, definition_hash: string) =>
      asked.findLast((q) => q.tool_id === tool_id && q.definition_hash === definition_hash),
    decide(decision: "allowed" | "denied") {
      const question = asked.findLast((q) => q.state === "pending");
      if (question === undefined) throw new Error("nothing was asked");
      question.state = decision;
      if (decision === "allowed") permissions.push(question);
    },
  };
}

function begin(
  options: {
    servers?: unknown[];
    environment?: EnvironmentServer[];
    approvals?: ReturnType<typeof person>;
    env?: Record<string, string>;
  } = {},
) {
  const { approvals = person(), environment = [], env = {} } = options;
  const { log, lines } = recordingLog();
  const shared = { timeout_ms: 20_000, log, clock: systemClock };
  let config = Config.parse({ mcp_servers: options.servers ?? [] });
  const registry = createToolRegistry({ order: () => [], schemas: createSchemaCheck(), log });
  const watch = createOrphanWatch({ log });
  const own = createMcpServer({
    ...shared,
    name: "docs",
    target: { kind: "stdio", command: cmd, cwd: home, env: {} },
    rights: { kind: "own" },
  });
  registry.register(own.provider);
  const gate = createServerApprovals({ approvals, project_dir: home, log });
  const servers = createMcpServers({
    ...shared,
    own,
    config: () => config,
    environment,
    env,
    project_dir: home,
    registry,
    judge: gate.judge,
    ask: gate.ask,
    watch,
    pause_ms: 1,
  });
  const state = async (name: string) =>
    (await servers.statuses("en")).find((server) => server.name === name)?.state;
  return {
    approvals,
    registry,
    servers,
    lines,
    state,
    ready: (name: string) =>
      vi.waitFor(async () => expect(await state(name)).toBe("ready"), patient),
    /** As a person changes the file. */
    async write(mcp_servers: unknown[]) {
      config = Config.parse({ mcp_servers });
      await servers.reconcile();
    },
    /** As PUT /api/config does. */
    async save(mcp_servers: unknown[]) {
      config = await gate.beforeSave(config, Config.parse({ mcp_servers }), "trace_1", "en");
      await servers.reconcile();
      return config.mcp_servers;
    },
    tool: async (id: string): Promise<ToolInfo> => (await registry.resolve(id, signal)).tool,
    async end() {
      await servers.close();
      watch.close();
    },
  };
}

describe("the servers that run", () => {
  test("are those of environment and configuration, ours first; on one name the environment wins", async () => {
    program = begin({
      environment: [{ name: "one", cmd }],
      servers: [
        { name: "one", cmd: ["/nonexistent/docent"] },
        { name: "two", cmd },
        { name: "off", cmd, enabled: false },
      ],
    });
    await program.servers.reconcile();
    await program.ready("one");
    await program.ready("two");
    expect(await program.servers.statuses("en")).toMatchObject([
      { name: "docs", source: "built_in", transport: "stdio" },
      { name: "one", state: "ready", source: "environment", transport: "stdio" },
      { name: "two", state: "ready", source: "configuration" },
      { name: "off", state: "disabled", tools: 0 },
    ]);
    expect((await program.tool("mcp.two.echo")).provider_id).toBe("mcp.two");
    await expect(program.tool("mcp.off.echo")).rejects.toMatchObject({ code: "tool_not_found" });
  });

  test("one that cannot start takes no other with it, and says why in the reader's language", async () => {
    program = begin({ servers: [{ name: "gone", cmd: ["/nonexistent/docent"] }] });
    await program.servers.reconcile();
    await vi.waitFor(async () => expect(await program.state("gone")).toBe("down"), patient);
    const said = async (lang: "en" | "zh-CN") => (await program.servers.statuses(lang))[1]?.message;
    expect(await said("en")).toBe(
      "The server “gone” could not be started (ENOENT). It is tried again in a minute, or when you restart it.",
    );
    expect(await said("zh-CN")).toContain("无法启动（ENOENT）");
    expect((await program.tool("mcp.docs.echo")).risk).toBe("safe");
    await expect(program.servers.restart("gone", "t", "en")).rejects.toMatchObject({
      code: "provider_unavailable",
    });
  });

  test("a tool of theirs may reach anything until a person says otherwise, for that definition", async () => {
    program = begin({ servers: [{ name: "two", cmd }] });
    await program.servers.reconcile();
    const before = await program.tool("mcp.two.change");
    expect(before).toMatchObject({
      capability_level: "L2",
      risk: "unknown",
      side_effects: "unknown",
      requires_confirm: true,
    });
    const { definition_hash } = before;
    const change = { level: "L0", risk: "safe", definition_hash };
    await program.write([{ name: "two", cmd, tools: { change } }]);
    const set = await program.tool("mcp.two.change");
    expect(set).toMatchObject({ capability_level: "L0", risk: "safe", requires_confirm: false });
    // Who says something else of it than the person saw is asked about again.
    const { provider } = await program.registry.resolve("mcp.two.change", signal);
    await provider.invoke(set, { wording: "now it deletes" }, { signal, timeout_ms: 20_000 });
    await vi.waitFor(
      async () => expect((await program.tool("mcp.two.change")).risk).toBe("unknown"),
      patient,
    );
    // The same words of another program are another definition.
    await program.write([{ name: "two", cmd: [...cmd, "other"], tools: { change } }]);
    const other = await program.tool("mcp.two.change");
    expect(other.definition_hash).not.toBe(definition_hash);
    expect(other.risk).toBe("unknown");
  });

  test("a call that was judged by another definition is not made", async () => {
    program = begin({ servers: [{ name: "two", cmd }] });
    await program.servers.reconcile();
    const { provider, tool } = await program.registry.resolve("mcp.two.change", signal);
    const invoke = (wording: string) =>
      provider.invoke(tool, { wording }, { signal, timeout_ms: 20_000 });
    await invoke("now it deletes");
    const changed = async () => (await program.tool("mcp.two.change")).description;
    await vi.waitFor(async () => expect(await changed()).toBe("now it deletes"), patient);
    await expect(invoke("again")).rejects.toMatchObject({
      code: "provider_unavailable",
      retryable: true,
    });
    expect(await changed()).toBe("now it deletes");
  });

  test("one that is slow to start has no tools yet, and holds up nobody's list", async () => {
    program = begin({ servers: [{ name: "mute", cmd: [...cmd, "mute"] }] });
    await program.servers.reconcile();
    const { tools, providers } = await program.registry.describe(signal);
    expect(tools.map((tool) => tool.id)).toContain("mcp.docs.echo");
    expect(providers).toContainEqual({
      id: "mcp.mute",
      state: "down",
      message: expect.stringContaining("still starting"),
      refused: [],
    });
    expect(await program.state("mute")).toBe("starting");
  });

  test("one that is taken out ends, and whoever still holds its tools is told", async () => {
    program = begin({ servers: [{ name: "two", cmd }] });
    await program.servers.reconcile();
    const { provider, tool } = await program.registry.resolve("mcp.two.echo", signal);
    await program.write([]);
    expect(await program.servers.statuses("en")).toHaveLength(1);
    await expect(
      provider.invoke(tool, { text: "hi" }, { signal, timeout_ms: 20_000 }),
    ).rejects.toMatchObject({ code: "provider_closed" });
    await expect(program.tool("mcp.two.echo")).rejects.toMatchObject({ code: "tool_not_found" });
  });

  test("gets the variables that are named, and never what opens Docent itself", async () => {
    const env = { NAMED: "1", OTHER: "2", DOCENT_ACCESS_TOKEN: "3", OIDC_CLIENT_SECRET: "4" };
    const own = ["DOCENT_ACCESS_TOKEN", "OIDC_CLIENT_SECRET"];
    const env_from = ["NAMED", ...own, "NOT_SET"];
    program = begin({ env, servers: [{ name: "two", cmd, env_from }] });
    await program.servers.reconcile();
    const { provider, tool } = await program.registry.resolve("mcp.two.environment", signal);
    const { structured } = await provider.invoke(tool, {}, { signal, timeout_ms: 20_000 });
    const { names } = structured as { names: string[] };
    expect(names).toContain("NAMED");
    for (const name of ["OTHER", ...own]) expect(names).not.toContain(name);
  });
});

describe("a server that is saved over HTTP", () => {
  const two = { name: "two", cmd, cwd: "sub/..", env_from: ["B", "A"] };

  test("waits until a person has seen command, folder and variables, and then starts", async () => {
    program = begin();
    await program.save([two]);
    expect((await program.servers.statuses("en"))[1]).toMatchObject({
      state: "waiting",
      approval_id: "approval_1",
      tools: 0,
    });
    expect(program.approvals.asked).toMatchObject([
      {
        tool_id: "mcp.two",
        level: "L2",
        choices: ["allow_always", "deny"],
        shows: { kind: "server", server: "two", command: cmd, cwd: home, env_names: ["A", "B"] },
        reason: expect.stringContaining("“two”"),
      },
    ]);
    await expect(program.tool("mcp.two.echo")).rejects.toMatchObject({ code: "tool_not_found" });
    program.approvals.decide("allowed");
    await program.ready("two");
    // Something else about it changes nothing of what was allowed.
    await program.save([{ ...two, timeout_ms: 5000 }]);
    await program.ready("two");
    expect(program.approvals.asked).toHaveLength(1);
  });

  test.each([
    ["command", { cmd: [...cmd, "more"] }],
    ["folder", { cwd: "elsewhere" }],
    ["variables", { env_from: ["A"] }],
    ["name", { name: "three" }],
  ])("is asked about again when its %s changes", async (_what, change) => {
    program = begin();
    await program.save([two]);
    program.approvals.decide("allowed");
    await program.save([{ ...two, ...change }]);
    expect((await program.servers.statuses("en"))[1]?.state).toBe("waiting");
    expect(program.approvals.asked).toHaveLength(2);
  });

  test("stays where it is when it is refused or nobody answers, also after a restart; a person can be asked again", async () => {
    program = begin();
    await program.save([two]);
    program.approvals.decide("denied");
    expect((await program.servers.statuses("en"))[1]).not.toHaveProperty("approval_id");
    const { approvals } = program;
    const servers = await program.save([two]); // the same once more is nothing new
    await program.end();

    program = begin({ approvals, servers });
    expect(await program.state("two")).toBe("waiting");
    expect(await program.save([{ ...two, ask: false }])).toEqual(servers); // nor does it take the mark away
    expect(await program.state("two")).toBe("waiting");
    expect(approvals.asked).toHaveLength(1);
    await program.servers.restart("two", "trace_2", "en");
    await program.servers.restart("two", "trace_2", "en");
    expect(approvals.asked).toHaveLength(2);
    approvals.decide("allowed");
    await program.ready("two");
    await program.end();

    program = begin({ approvals, servers });
    await program.servers.reconcile();
    await program.ready("two");
    (await approvals.permissions()).length = 0; // revoked
    expect(await program.state("two")).toBe("waiting");
  });

  test("waits too when it was off and is switched on; who writes it by hand is not asked", async () => {
    program = begin({ servers: [{ ...two, enabled: false }] });
    expect(await program.save([{ ...two, enabled: false }])).toMatchObject([{ ask: false }]);
    expect(await program.save([two])).toMatchObject([{ ask: true }]);
    expect(await program.state("two")).toBe("waiting");
    await program.write([{ name: "hand", cmd }]);
    await program.ready("hand");
    expect(program.approvals.asked).toHaveLength(1);
  });

  test("runs on while the database does not tell, and does not start then", async () => {
    program = begin();
    const { approvals } = program;
    await program.save([two]);
    const permissions = approvals.permissions;
    const locked = () => {
      throw new Error("the database is locked");
    };
    approvals.permissions = locked;
    expect(await program.state("two")).toBe("waiting");
    approvals.permissions = permissions;
    approvals.decide("allowed");
    await program.ready("two");
    approvals.permissions = locked;
    expect(await program.state("two")).toBe("ready");
    expect((await program.servers.statuses("en"))[1]?.restarts).toBe(0);
  });

  test("does not start with another database, nor when the project was moved", async () => {
    program = begin();
    const servers = await program.save([two]);
    program.approvals.decide("allowed");
    const { approvals } = program;
    await program.end();

    program = begin({ servers, environment: [{ name: "env", cmd }] });
    expect(await program.state("two")).toBe("waiting");
    await program.ready("env");
    await program.end();

    rmSync(home, { recursive: true });
    home = mkdtempSync(path.join(tmpdir(), "docent-moved-"));
    program = begin({ approvals, servers });
    expect(await program.state("two")).toBe("waiting");
  });
});
