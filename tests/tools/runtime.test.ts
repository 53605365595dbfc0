import { describe, expect, test } from "vitest";
import { AppError } from "#lib/contracts/errors";
import type { ReadAudit, Span, ToolCallAudit } from "#lib/contracts/ports";
import type { ToolCallContext } from "#lib/contracts/tools";
import { newId } from "#lib/platform/ids";
import { grantOfScope } from "#lib/tools/grant";
import { docsRights } from "#lib/tools/mcp-server";
import type { ProviderCall, ProviderResult, ToolSpec } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { recordingLog } from "./recording-log.ts";
import { grantOf, quietRuntime } from "./tool-result.ts";

const searchTool: ToolSpec = {
  id: "mcp.docs.docs_search",
  provider_id: "mcp.docs",
  name: "docs_search",
  description: "",
  input_schema: {
    type: "object",
    properties: { query: { type: "string", minLength: 1 } },
    required: ["query"],
    additionalProperties: false,
  },
  output_schema: {
    type: "object",
    properties: { status: { type: "string" }, n: { type: "number" } },
    required: ["n"],
  },
  ...docsRights,
  timeout_ms: 5000,
};
const readTool: ToolSpec = {
  ...searchTool,
  id: "mcp.docs.docs_read",
  name: "docs_read",
  input_schema: { type: "object", properties: { path: { type: "string" } } },
};
delete readTool.output_schema;

type Behaviour = (args: unknown, call: ProviderCall) => Promise<ProviderResult>;

const both: readonly ToolSpec[] = [searchTool, readTool];

function setup(behaviour: Behaviour, listTools = async () => both) {
  const spans: Span[] = [];
  const reads: ReadAudit[] = [];
  const audited: ToolCallAudit[] = [];
  const calls: unknown[] = [];
  const { log, lines } = recordingLog();
  let now = 1000;
  const clock = { now: () => new Date(0), monotonic: () => now };
  const schemas = createSchemaCheck();
  const registry = createToolRegistry({ order: () => [], schemas, log });
  registry.register({
    id: "mcp.docs",
    ours: true,
    listTools,
    invoke: (_tool, args, call) => {
      calls.push({ args, timeout_ms: call.timeout_ms });
      return behaviour(args, call);
    },
    close: async () => {},
  });
  const runtime = createToolRuntime({
    registry,
    schemas,
    ...quietRuntime,
    agent: (id) => ({ id, permission: "L0", tools: "any" }),
    trace: {
      span: (s) => spans.push(s),
      read: (r) => reads.push(r),
      call: (c) => audited.push(c),
      task: () => {},
    },
    clock,
    ids: newId,
    log,
  });
  const context: ToolCallContext = {
    trace_id: "t1",
    run_id: "r1",
    task_id: "k1",
    agent_id: "doc_retrieval",
    grant: grantOf(["mcp.docs.docs_search", "mcp.docs.docs_read", "mcp.docs.docs_delete"]),
    deadline: now + 1000,
    signal: new AbortController().signal,
    parent_span_id: "p1",
  };
  return { runtime, context, clock, spans, reads, calls, lines, pass: (ms: number) => (now += ms) };
}

const fine: Behaviour = async () => ({ is_error: false, structured: { n: 1 }, text: "" });

describe("the tool runtime", () => {
  test("runs a granted call, traces it under its parent, and the log says when it begins and how it ended", async () => {
    const { runtime, context, spans, lines } = setup(fine);
    const result = await runtime.invoke("mcp.docs.docs_search", { query: "q" }, context);
    expect(result).toMatchObject({ ok: true, structured: { n: 1 } });
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({
      kind: "tool_call",
      parent_span_id: "p1",
      span_id: result.meta.invocation_id,
      tool_id: "mcp.docs.docs_search",
      status: "ok",
    });
    expect(lines.map(({ event }) => event)).toEqual(["tool_call.started", "tool_call.completed"]);
    expect(lines[0]).toMatchObject({
      level: 20,
      provider_id: "mcp.docs",
      invocation_id: result.meta.invocation_id,
    });
    expect(lines[1]).toMatchObject({
      trace_id: "t1",
      task_id: "k1",
      agent_id: "doc_retrieval",
      tool_id: "mcp.docs.docs_search",
      latency_ms: expect.any(Number),
      status: "ok",
    });
    expect(lines[1]).not.toHaveProperty("deny_reason");
  });

  test("knows no tool that nobody offers", async () => {
    const { runtime, context, calls } = setup(fine);
    for (const id of ["mcp.docs.docs_delete", "mcp.other.docs_read", "docs_read", ""]) {
      const result = await runtime.invoke(id, {}, context);
      expect(result.error?.code).toBe("tool_not_found");
    }
    expect(calls).toEqual([]);
  });

  test("calls nothing that the grant does not hold, whatever a scope claims to be", async () => {
    const { runtime, context, clock, calls, spans, reads } = setup(fine);
    for (const scope of [[], ["docs.search"], ["docs.write", "*", "mcp.docs.docs_read"]]) {
      const result = await runtime.invoke(
        "mcp.docs.docs_read",
        { path: "/etc/passwd" },
        { ...context, grant: grantOfScope({ ...context, scope }, { clock, ids: newId }) },
      );
      expect(result.error?.code).toBe("tool_not_granted");
    }
    expect(calls).toEqual([]);
    expect(spans.map((s) => s.deny_reason)).toEqual(Array(3).fill("tool_not_granted"));
    expect(reads[0]).toMatchObject({ relative_path: "/etc/passwd", rule: "tool_not_granted" });
  });

  test("refuses arguments that do not fit before anything runs", async () => {
    const { runtime, context, calls } = setup(fine);
    for (const args of [{}, { query: 7 }, { query: "q", extra: 1 }, null, [], "q"]) {
      const result = await runtime.invoke("mcp.docs.docs_search", args, context);
      expect(result.error?.code).toBe("validation");
    }
    expect(calls).toEqual([]);
  });

  test("gives a call the nearer of deadline and tool time-out, and none when the deadline has passed", async () => {
    const { runtime, context, calls, pass } = setup(fine);
    await runtime.invoke("mcp.docs.docs_search", { query: "q" }, context);
    await runtime.invoke("mcp.docs.docs_search", { query: "q" }, { ...context, deadline: 1e9 });
    expect(calls).toMatchObject([{ timeout_ms: 1000 }, { timeout_ms: 5000 }]);
    pass(1000);
    const late = await runtime.invoke("mcp.docs.docs_search", { query: "q" }, context);
    expect(late.error).toMatchObject({ code: "timeout", retryable: true });
    expect(calls).toHaveLength(2);
  });

  test("turns a refusal of the server into its rule and audits it without text", async () => {
    const { runtime, context, reads, spans } = setup(async () => ({
      is_error: true,
      structured: { status: "denied", rule: "symlink_escape", message: "It leads out." },
      text: "",
    }));
    const result = await runtime.invoke("mcp.docs.docs_read", { path: "a.md" }, context);
    expect(result).toMatchObject({
      ok: false,
      error: { code: "symlink_escape", rule: "symlink_escape", message: "It leads out." },
    });
    expect(spans[0]).toMatchObject({ status: "denied", deny_reason: "symlink_escape" });
    expect(reads).toMatchObject([
      { relative_path: "a.md", rule: "symlink_escape", trace_id: "t1" },
    ]);
  });

  test("reads a refusal from the text part when the server sends no structured content", async () => {
    const { runtime, context } = setup(async () => ({
      is_error: true,
      text: '{"status":"denied","rule":"too_large","message":"Too large."}',
    }));
    const result = await runtime.invoke("mcp.docs.docs_read", { path: "a.md" }, context);
    expect(result.error?.rule).toBe("too_large");
  });

  test("believes no rule name that is not ours", async () => {
    const { runtime, context } = setup(async () => ({
      is_error: true,
      structured: { status: "denied", rule: "because", message: "No." },
      text: "",
    }));
    const result = await runtime.invoke("mcp.docs.docs_read", { path: "a.md" }, context);
    expect(result.error).toMatchObject({ code: "tool_exec", rule: "tool_exec" });
  });

  test("refuses an answer that breaks the tool's own output schema", async () => {
    for (const structured of [{ n: "1" }, {}, undefined]) {
      const { runtime, context, reads } = setup(async () => ({
        is_error: false,
        ...(structured === undefined ? {} : { structured }),
        text: "",
      }));
      const result = await runtime.invoke("mcp.docs.docs_search", { query: "q" }, context);
      expect(result.error?.code).toBe("tool_exec");
      expect(result).not.toHaveProperty("structured");
      expect(reads).toEqual([]);
    }
  });

  test("audits what was read: place, length and hash, never the text", async () => {
    const { runtime, context, reads } = setup(async () => ({
      is_error: false,
      structured: {
        path: "/r/a.md",
        root_id: "r",
        relative_path: "a.md",
        line_start: 2,
        line_end: 3,
        text: "secret words",
        sha256: "h",
        encoding: "utf-8",
        file: { bytes: 1, mtime_ms: 1, sha256: "f", encoding: "utf-8" },
        total_lines: 9,
      },
      text: "",
    }));
    await runtime.invoke("mcp.docs.docs_read", { path: "a.md" }, context);
    expect(reads).toEqual([
      {
        at: "1970-01-01T00:00:00.000Z",
        trace_id: "t1",
        run_id: "r1",
        task_id: "k1",
        invocation_id: expect.stringMatching(/^inv_/),
        agent_id: "doc_retrieval",
        tool_id: "mcp.docs.docs_read",
        root_id: "r",
        relative_path: "a.md",
        line_start: 2,
        line_end: 3,
        length: 12,
        sha256: "h",
      },
    ]);
    expect(JSON.stringify(reads)).not.toContain("secret");
  });

  test("a provider that cannot list its tools is unavailable, not unknown", async () => {
    const { runtime, context } = setup(fine, async () => {
      throw new AppError("provider_unavailable", "It is down.", { retryable: true });
    });
    const result = await runtime.invoke("mcp.docs.docs_search", { query: "q" }, context);
    expect(result.error).toMatchObject({ code: "provider_unavailable", retryable: true });
  });

  test("tells an aborted caller that the call was cancelled", async () => {
    const { runtime, context, spans } = setup(fine);
    const result = await runtime.invoke(
      "mcp.docs.docs_search",
      { query: "q" },
      { ...context, signal: AbortSignal.abort() },
    );
    expect(result.error?.code).toBe("cancelled");
    expect(spans[0]?.status).toBe("cancelled");
  });

  test("an unforeseen exception becomes a failure without its message", async () => {
    const { runtime, context, lines } = setup(async () => {
      throw new Error("/home/me/canary-7f3a.md exploded");
    });
    const result = await runtime.invoke("mcp.docs.docs_search", { query: "q" }, context);
    expect(result.error?.code).toBe("unknown");
    expect(JSON.stringify([result, lines])).not.toContain("canary-7f3a");
    expect(lines).toContainEqual(expect.objectContaining({ msg: "tool fault", fault: "Error" }));
  });
});
