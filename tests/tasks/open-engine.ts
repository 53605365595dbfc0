import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { interruptCalls } from "#lib/assembly/interrupt-runs";
import type { SkillCatalogue, Span, ToolCallAudit } from "#lib/contracts/ports";
import type { SkillInfo } from "#lib/contracts/skills";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { toolsUnder } from "#lib/skills/narrow";
import { openStore } from "#lib/store/store";
import { createArtifactFiles } from "#lib/tasks/artifact-files";
import { createTaskEngine } from "#lib/tasks/task-engine";
import type { KeptTasks } from "#lib/tasks/task-run";
import type { TaskType } from "#lib/tasks/task-type";
import { agentRight } from "#lib/tools/agent-rights";
import { createApprovals } from "#lib/tools/approvals";
import type { AgentRight } from "#lib/tools/policy";
import type { ProviderCall, ProviderResult, ToolSpec } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSandboxOutputs } from "#lib/tools/sandbox-outputs";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { recordingLog } from "../tools/recording-log.ts";
import { quietRuntime } from "../tools/tool-result.ts";

type Deps = Parameters<typeof createTaskEngine>[0];
type Behaviour = (
  args: Record<string, unknown>,
  call: ProviderCall,
  marks: string,
) => Promise<ProviderResult>;

const input_schema = {
  type: "object",
  properties: { text: { type: "string" } },
  additionalProperties: false,
};
const common = { provider_id: "builtin", description: "", requires_confirm: false, input_schema };

/** One that changes nothing, and one that leaves a line in a file and is asked about. */
const specs: ToolSpec[] = [
  {
    ...{ ...common, id: "look", name: "look", timeout_ms: 60_000 },
    ...{ capability_level: "L0", risk: "safe", side_effects: "none" },
  },
  {
    ...{ ...common, id: "mark", name: "mark", timeout_ms: 60_000 },
    ...{ capability_level: "L1", risk: "guarded", side_effects: "declared" },
  },
];

/** Skills as a test has them: each brings the types that it names. */
export function skillShelf(skills: Partial<SkillInfo>[]) {
  const listeners = new Set<() => void>();
  let all = skills.map(skillInfo);
  const catalogue: SkillCatalogue = {
    list: () => all,
    ofTaskType(type) {
      const skill = all.find(({ task_types }) => task_types.includes(type));
      if (skill === undefined) return undefined;
      if (skill.state === "ready") return { kind: "ready", skill };
      return { kind: skill.state === "disabled" ? "disabled" : "not_ready", skill };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    catalogue,
    put(next: Partial<SkillInfo>[]) {
      all = next.map(skillInfo);
      for (const listener of [...listeners]) listener();
    },
  };
}

function skillInfo(more: Partial<SkillInfo>): SkillInfo {
  return {
    ...{
      name: "workshop",
      description: "",
      source: "built_in",
      state: "ready",
      hash: "0",
      entry: "workshop",
    },
    ...{ not_here: [], required_tools: [], task_types: [], files: [] },
    ...more,
  };
}

/** Where there is one person, their tasks are everyone's. */
export const sharedByAll = (kept: KeptTasks) => ({ ...kept, everyone: kept });

/** The engine over a real database, a real runtime and files of its own; it can be started again. */
export async function openEngine(options: {
  types: readonly TaskType[];
  skills?: Partial<SkillInfo>[];
  home?: string;
  behaviour?: Partial<Record<string, Behaviour>>;
  put?: NonNullable<Parameters<typeof createArtifactFiles>[0]["put"]>;
  rights?: Record<string, AgentRight>;
  deps?: Partial<Deps>;
  /** Told of each question as it is put; its answer is not waited for. */
  onAsk?: (id: string, engine: Opened) => void;
}) {
  const home = options.home ?? mkdtempSync(path.join(os.tmpdir(), "docent-tasks-"));
  const marks = path.join(home, "marks.txt");
  const spans: Span[] = [];
  const audited: ToolCallAudit[] = [];
  const { log, lines } = recordingLog();
  const shelf = skillShelf(
    options.skills ?? [{ task_types: options.types.map(({ type }) => type) }],
  );

  async function start() {
    const store = openStore({ file: path.join(home, "docent.db"), clock: systemClock, log });
    await interruptCalls(store, { alone: true, of: async (_kind, ids) => [...ids] }, log);
    const approvals = createApprovals({
      ...{ store: () => store.approvals, clock: systemClock, ids: newId, log },
      ...{ events: store.events, queue: store.queue },
      mask: (value) => value,
    });
    const schemas = createSchemaCheck();
    const registry = createToolRegistry({ order: () => [], schemas, log });
    registry.register({
      id: "builtin",
      ours: true,
      listTools: async () => specs,
      invoke: (tool, args, call) =>
        (options.behaviour?.[tool.name] ?? does[tool.name] ?? fine)(args, call, marks),
      close: async () => {},
    });
    const runtime = createToolRuntime({
      ...{ registry, schemas, ...quietRuntime, approvals, clock: systemClock, ids: newId, log },
      agent: (id) => options.rights?.[id] ?? agentRight({ agents: [], limits }, id),
      trace: {
        span: (span) => spans.push(span),
        read: () => {},
        call: (row) => audited.push(row),
        task: () => {},
      },
    });
    const opened = { store, approvals } as Opened;
    const keptTasks: KeptTasks = {
      get: async () => store.tasks,
      patiently: async (work) => work(store.tasks),
    };
    const engine = createTaskEngine({
      types: options.types,
      ...{ events: store.events, queue: store.queue },
      skills: shelf.catalogue,
      skillsKnown: async () => {},
      toolsUnder: async (skill, tool_ids, signal) =>
        toolsUnder(
          skill,
          await Promise.all(tool_ids.map(async (id) => (await registry.resolve(id, signal)).tool)),
        ),
      runs: createSandboxOutputs({ home }),
      store: sharedByAll(keptTasks),
      people: { actFor: (_, work) => work(), lookAfter: (_, work) => work() },
      files: createArtifactFiles({
        home,
        ...(options.put === undefined ? {} : { put: options.put }),
      }),
      tools: {
        invoke: (tool_id, args, context) =>
          runtime.invoke(tool_id, args, {
            ...context,
            onAsk: (asked) => {
              context.onAsk?.(asked);
              options.onAsk?.(asked.approval_id, opened);
            },
          }),
      },
      rightOf: (id) => options.rights?.[id] ?? agentRight({ agents: [], limits }, id),
      ...{ approvals, schemas, attended: true, model: () => undefined },
      answer: () => Promise.reject(new Error("nothing here answers questions")),
      trace: { span: (span) => spans.push(span), read: () => {}, call: () => {}, task: () => {} },
      retention: () => ({ artifacts_days: 90, max_bytes: 5 * 1024 ** 3 }),
      ...{ clock: systemClock, ids: newId, log },
      ...options.deps,
    });
    return Object.assign(opened, { engine });
  }

  let running = await start();
  return {
    home,
    marks,
    spans,
    audited,
    lines,
    shelf,
    get engine() {
      return running.engine;
    },
    get store() {
      return running.store;
    },
    get approvals() {
      return running.approvals;
    },
    /** As after `kill -9`: what was under way is heard of no more. `close`: as when the program is told to end. */
    async restart(how: "kill" | "close" = "kill") {
      if (how === "close") {
        running.approvals.close();
        await running.engine.close();
      }
      await running.store.close();
      running = await start();
    },
    async close() {
      await running.engine.close();
      await running.store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

type Opened = {
  store: ReturnType<typeof openStore>;
  approvals: ReturnType<typeof createApprovals>;
  engine: ReturnType<typeof createTaskEngine>;
};

export const person = { agent_id: "person", lang: "en" } as const;
const limits = { max_turns: 12, max_wall_time_ms: 120_000, max_tokens: 200_000, max_depth: 1 };
const fine: Behaviour = async () => ({ is_error: false, text: "done" });
const does: Record<string, Behaviour> = {
  look: fine,
  async mark({ text }, _call, marks) {
    appendFileSync(marks, `${String(text)}\n`);
    return { is_error: false, text: "marked" };
  },
};
