import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Config } from "#lib/contracts/config";
import type { CapabilityGrant } from "#lib/contracts/grants";
import type { ToolCallContext } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { createLogger } from "#lib/platform/logger";
import { maskDeep } from "#lib/platform/secrets";
import { openStore } from "#lib/store/store";
import { agentRight } from "#lib/tools/agent-rights";
import { createApprovals } from "#lib/tools/approvals";
import type { ToolProvider, ToolSpec } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { type Figure, rounded } from "./results-file.ts";

/**
 * What a tool call costs beside the tool: microseconds per call with everything between an agent and a provider, against
 * the provider called bare, in turns in the same run. The provider does nothing, so that nothing hides the difference;
 * trace and audit go into a real database.
 */
const calls = 1000;
const rounds = 7;
const atOnce = 16;

export async function measureToolCalls(): Promise<Figure[]> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "docent-bench-"));
  const log = createLogger("bench", "silent");
  const store = openStore({ file: path.join(dir, "docent.db"), clock: systemClock, log });
  try {
    const schemas = createSchemaCheck();
    const registry = createToolRegistry({ order: () => [], schemas, log });
    const small = provider("small", false, { text: "", structured: { n: 1 } });
    const large = provider("large", true, { text: "", structured: hits(20) });
    const foreign = provider("foreign", false, { text: words(4000) });
    for (const one of [small, large, foreign]) registry.register(one);
    const config = Config.parse({
      agents: [{ id: "primary", kind: "primary", tools: ["small", "large", "foreign"] }],
    });
    const parts = {
      registry,
      schemas,
      agent: (id: string) => agentRight(config, id),
      approvals: createApprovals({
        store: () => store.approvals,
        clock: systemClock,
        events: store.events,
        queue: store.queue,
        ids: newId,
        mask: <T>(value: T) => maskDeep(value).value,
        log,
      }),
      limits: { output: { lines: 2000, bytes: 51_200 }, timeout_ms: 30_000 },
      mask: maskDeep,
      beforeAct: async () => store.requireAudit("act"),
      clock: systemClock,
      ids: newId,
      log,
    };
    const runtime = createToolRuntime({ ...parts, trace: store.trace });
    const nowhere = { span() {}, read() {}, call() {}, task() {} };
    const unrecorded = createToolRuntime({ ...parts, trace: nowhere });
    const never = new AbortController().signal;
    const args = { query: "how do I open the vault", limit: 20 };
    const bare = async ({ listTools, invoke }: ToolProvider) => {
      const [tool] = await listTools(never);
      if (!tool) throw new Error("The provider of the measurement has no tool.");
      const info = { ...tool, definition_hash: "", enabled: true };
      return () => invoke(info, args, { signal: never, timeout_ms: 30_000 });
    };
    const through =
      (id: string, by = runtime) =>
      async () => {
        const result = await by.invoke(id, args, context(never));
        if (!result.ok) throw new Error(result.error?.message);
      };
    const ways: Record<string, () => Promise<unknown>> = {
      "bare, a small result": await bare(small),
      "through the runtime, a small result, recorded nowhere": through("small", unrecorded),
      "through the runtime, a small result": through("small"),
      "through the runtime, 20 hits of 60 KB that go on as they are": through("large"),
      "through the runtime, 4 KB of text that is searched for secrets": through("foreign"),
    };
    const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
    const together: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      for (const [way, call] of Object.entries(ways)) {
        const began = performance.now();
        for (let i = 0; i < calls; i++) await call();
        // The first round only warms up.
        if (round > 0) times.get(way)?.push(((performance.now() - began) * 1000) / calls);
      }
      const began = performance.now();
      let next = 0;
      const worker = async () => {
        while (next++ < calls) await ways["through the runtime, a small result"]?.();
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      if (round > 0) together.push(performance.now() - began);
    }
    const best = (way: string) => Math.min(...(times.get(way) ?? []));
    return [
      ...Object.keys(ways).map((way) => ({
        row: "tools",
        what: `one tool call, ${way}, best of ${rounds}`,
        value: rounded(best(way)),
        unit: "µs",
      })),
      {
        row: "tools",
        what: `${calls} calls, ${atOnce} at once, best of ${rounds}`,
        value: rounded(Math.min(...together)),
        unit: "ms",
      },
    ];
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function provider(
  name: string,
  ours: boolean,
  result: { text: string; structured?: unknown },
): ToolProvider {
  const spec: ToolSpec = {
    id: name,
    provider_id: name,
    name,
    description: "",
    input_schema: {
      type: "object",
      properties: { query: { type: "string" }, limit: { type: "integer", default: 20 } },
      required: ["query"],
      additionalProperties: false,
    },
    capability_level: "L0",
    risk: "safe",
    side_effects: "none",
    requires_confirm: false,
    timeout_ms: 30_000,
  };
  const listed = [spec];
  return {
    id: name,
    ours,
    verbatim: ours,
    listTools: async () => listed,
    invoke: async () => ({ is_error: false, ...result }),
    close: async () => {},
  };
}

function context(signal: AbortSignal): ToolCallContext {
  const deadline = systemClock.monotonic() + 30_000;
  const grant: CapabilityGrant = {
    grant_id: "grant",
    task_id: "task",
    agent_id: "primary",
    tools: ["small", "large", "foreign"],
    level: "L0",
    resources: "any",
    expires_at: new Date(systemClock.now().getTime() + 30_000).toISOString(),
    deadline,
  };
  const { task_id, agent_id } = grant;
  return { trace_id: "trace", run_id: "run", task_id, agent_id, grant, deadline, signal };
}

function hits(count: number) {
  return Array.from({ length: count }, (_, id) => ({
    id,
    path: `notes/${id}.md`,
    text: words(3000),
  }));
}

function words(length: number): string {
  return "The signing key is rotated every ninety days, and nobody else may hold it. "
    .repeat(Math.ceil(length / 75))
    .slice(0, length);
}
