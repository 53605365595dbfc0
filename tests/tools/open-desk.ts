import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { interruptCalls } from "#lib/assembly/interrupt-runs";
import { createUnkeptApprovals } from "#lib/assembly/unkept-approvals";
import type { Span, ToolCallAudit } from "#lib/contracts/ports";
import type { Store } from "#lib/contracts/store-ports";
import type { ToolCallContext } from "#lib/contracts/tools";
import { newId } from "#lib/platform/ids";
import { openStore } from "#lib/store/store";
import { type Approvals, createApprovals } from "#lib/tools/approvals";
import type { AgentRight } from "#lib/tools/policy";
import type { ProviderCall, ProviderResult, ToolProvider, ToolSpec } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { recordingLog } from "./recording-log.ts";
import { grantOf, quietRuntime } from "./tool-result.ts";

/** A tool of the program's own, guarded and writing unless a case says otherwise. */
export function toolSpec(name: string, more: Partial<ToolSpec> = {}): ToolSpec {
  return {
    id: name,
    provider_id: "builtin",
    name,
    description: "",
    input_schema: {
      type: "object",
      properties: { path: { type: "string" }, text: { type: "string", default: "" } },
      additionalProperties: false,
    },
    capability_level: "L1",
    risk: "guarded",
    side_effects: "declared",
    requires_confirm: false,
    timeout_ms: 5000,
    ...more,
  };
}

export type Behaviour = (
  args: Record<string, unknown>,
  call: ProviderCall,
) => Promise<ProviderResult>;

/** A runtime over a real database and one provider, with a clock in the test's hand; it can be started again. */
export function openDesk(
  options: {
    tools?: ToolSpec[];
    behaviour?: Behaviour;
    provider?: Partial<ToolProvider>;
    runtime?: Partial<Parameters<typeof createToolRuntime>[0]>;
  } = {},
) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docent-desk-"));
  const time = { wall: Date.parse("2026-11-21T10:00:00.000Z"), monotonic: 1000 };
  const clock = { now: () => new Date(time.wall), monotonic: () => time.monotonic };
  const { log, lines } = recordingLog();
  const spans: Span[] = [];
  const audited: ToolCallAudit[] = [];
  const calls: Record<string, unknown>[] = [];
  const tools = options.tools ?? [toolSpec("write")];
  const order: string[] = [];
  const rights: Record<string, AgentRight> = {};
  const agent = (id: string) =>
    rights[id] ?? { id, permission: "L2" as const, tools: "any" as const };

  function start() {
    const store = openStore({ file: path.join(folder, "docent.db"), clock, log });
    const approvals = createApprovals({
      store: createUnkeptApprovals({
        mine: async () => store.approvals,
        everyones: async () => store.approvals,
      }).store,
      clock,
      events: store.events,
      queue: store.queue,
      ids: newId,
      mask: (value) => options.runtime?.mask?.(value).value ?? value,
      log,
    });
    const schemas = createSchemaCheck();
    const registry = createToolRegistry({ order: () => order, schemas, log });
    registry.register({
      id: "builtin",
      listTools: async () => tools,
      invoke: (_tool, args, call) => {
        calls.push(args);
        return (options.behaviour ?? fine)(args, call);
      },
      close: async () => {},
      ...options.provider,
    });
    const runtime = createToolRuntime({
      registry,
      schemas,
      ...quietRuntime,
      agent,
      approvals,
      trace: {
        span: (span) => spans.push(span),
        read: () => {},
        call: (row) => audited.push(row),
        task: () => {},
      },
      clock,
      ids: newId,
      log,
      ...options.runtime,
    });
    return { store, approvals, registry, runtime };
  }

  let running: { store: Store; approvals: Approvals } & ReturnType<typeof start> = start();
  return {
    get store() {
      return running.store;
    },
    get approvals() {
      return running.approvals;
    },
    get registry() {
      return running.registry;
    },
    get runtime() {
      return running.runtime;
    },
    folder,
    rights,
    order,
    tools,
    calls,
    spans,
    audited,
    lines,
    clock,
    /** Both clocks go on. */
    pass(ms: number) {
      time.wall += ms;
      time.monotonic += ms;
    },
    time,
    context: (more: Partial<ToolCallContext> = {}): ToolCallContext => ({
      trace_id: "t1",
      run_id: "r1",
      task_id: "k1",
      agent_id: "a",
      grant: grantOf(
        tools.map((tool) => tool.id),
        { agent_id: more.agent_id ?? "a", level: "L2" },
      ),
      deadline: time.monotonic + 600_000,
      signal: new AbortController().signal,
      ...more,
    }),
    /** As after a crash: nothing is told to anybody, and the database is opened anew by its owner. */
    async restart() {
      await running.store.close();
      running = start();
      await interruptCalls(running.store, { alone: true, of: async (_kind, ids) => [...ids] }, log);
    },
    async close() {
      await running.store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const fine: Behaviour = async () => ({ is_error: false, text: "done" });

/** Calls a tool and comes back once a person is asked about it, with the result still to come. */
export async function askFor(
  desk: ReturnType<typeof openDesk>,
  args: Record<string, unknown>,
  more: Partial<ToolCallContext> = {},
  tool = "write",
) {
  let told: (id: string) => void = () => {};
  const asked = new Promise<string>((resolve) => {
    told = resolve;
  });
  const result = desk.runtime.invoke(
    tool,
    args,
    desk.context({ asking: "wait", onAsk: ({ approval_id }) => told(approval_id), ...more }),
  );
  return { id: await asked, result };
}
