import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Compose } from "#lib/agents/compose";
import { createPrimary } from "#lib/agents/primary";
import type { SubAgent } from "#lib/agents/sub-agent";
import { Answer } from "#lib/contracts/answer";
import { Config } from "#lib/contracts/config";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type {
  AskRequest,
  IdempotencyStore,
  ReadAudit,
  Span,
  ToolCallAudit,
} from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import type { AskEvent } from "#lib/contracts/stream";
import { ModelFailure } from "#lib/models/failure";
import type { Model } from "#lib/models/model";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { openStore } from "#lib/store/store";
import { agentRight } from "#lib/tools/agent-rights";
import { createApprovals } from "#lib/tools/approvals";
import { createMcpServer } from "#lib/tools/mcp-server";
import type { ToolProvider } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { createSkillTools } from "#lib/tools/skill-tools";
import { recordingLog } from "../tools/recording-log.ts";
import { quietRuntime } from "../tools/tool-result.ts";

export const project = fileURLToPath(new URL("../..", import.meta.url));

export type FlowOptions = {
  /** File name to text or bytes, in one folder that becomes the root `notes`. */
  files: Record<string, string | Uint8Array>;
  config?: Record<string, unknown>;
  /** Stands in place of the docs server, or around its command line. */
  command?: (server: string[]) => string[];
  timeout_ms?: number;
  /** Stands around the provider, to do something at a call. */
  around?: (provider: ToolProvider, folder: string) => ToolProvider;
  /** Other providers beside the docs server. */
  beside?: readonly ToolProvider[];
  sub_agent?: SubAgent;
  compose?: Compose;
  /** Answers in model mode where a question asks for it. */
  model?: Model | ModelFailure;
  /** That a model is told of, and their tool. */
  skills?: ReadySkills;
  /** It says itself what its replies rest on. */
  cites?: true;
  /** Somebody can be asked about calls. */
  approvals?: true;
  idempotency?: IdempotencyStore;
  roots?: { id: string; label: string }[];
};

/** The whole way of a question over a real folder and, unless told otherwise, the real docs server on stdio. */
export async function startFlow(options: FlowOptions) {
  const base = mkdtempSync(path.join(tmpdir(), "docent-flow-"));
  const folder = path.join(base, "notes");
  const home = path.join(base, "home");
  await mkdir(folder);
  await mkdir(home);
  for (const [name, text] of Object.entries(options.files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const { log, lines } = recordingLog();
  const server = [
    process.execPath,
    path.join(project, "mcp-servers/docs/main.mjs"),
    "--root",
    folder,
  ];
  const asked = Config.parse(options.config ?? {});
  const settings = path.join(home, "settings.json");
  if (!asked.retrieval.meaning)
    await writeFile(settings, JSON.stringify({ retrieval: { meaning: false } }));
  const session = createMcpServer({
    name: "docs",
    target: {
      kind: "stdio",
      command: options.command ? options.command(server) : server,
      cwd: project,
      env: {
        DOCENT_PROJECT: project,
        DOCENT_HOME: home,
        DOCENT_LOG_LEVEL: "warn",
        ...(asked.retrieval.meaning ? {} : { DOCENT_CONFIG: settings }),
      },
    },
    rights: { kind: "own" },
    timeout_ms: options.timeout_ms ?? 30_000,
    log,
    clock: systemClock,
  });
  const spans: Span[] = [];
  const reads: ReadAudit[] = [];
  const audited: ToolCallAudit[] = [];
  const tasks: { request: TaskRequest; result: TaskResult }[] = [];
  const trace = {
    span: (span: Span) => void spans.push(span),
    read: (row: ReadAudit) => void reads.push(row),
    call: (row: ToolCallAudit) => void audited.push(row),
    task: (request: TaskRequest, result: TaskResult) => void tasks.push({ request, result }),
  };
  const calls: string[] = [];
  const counting = (inner: ToolProvider): ToolProvider => ({
    ...inner,
    invoke: (tool, args, call) => {
      calls.push(tool.name);
      return inner.invoke(tool, args, call);
    },
  });
  const plain = session.provider;
  const provider = counting(options.around ? options.around(plain, folder) : plain);
  // A script counts the turns of the answer; plans of the model are tested where they are asked for.
  const config = Config.parse({ answer: { planner: "rules" }, ...options.config });
  const schemas = createSchemaCheck();
  const registry = createToolRegistry({ order: () => [], schemas, log });
  registry.register(provider);
  for (const other of options.beside ?? []) registry.register(other);
  if (options.skills !== undefined) registry.register(createSkillTools(options.skills));
  const store =
    options.approvals &&
    openStore({ file: path.join(home, "approvals.db"), clock: systemClock, log });
  const approvals =
    store &&
    createApprovals({
      store: () => store.approvals,
      clock: systemClock,
      events: store.events,
      queue: store.queue,
      ids: newId,
      mask: (value) => value,
      log,
    });
  const tools = createToolRuntime({
    registry,
    schemas,
    ...quietRuntime,
    ...(approvals === undefined ? {} : { approvals }),
    agent: (id) => agentRight(config, id),
    trace,
    clock: systemClock,
    ids: newId,
    log,
  });
  const primary = createPrimary({
    tools,
    idempotency: options.idempotency ?? memoryStore(),
    trace,
    config: () => config,
    roots: () => options.roots ?? [{ id: "notes", label: "notes" }],
    clock: systemClock,
    ids: newId,
    log,
    ...(options.sub_agent === undefined ? {} : { sub_agent: options.sub_agent }),
    ...(options.compose === undefined ? {} : { compose: options.compose }),
    ...(options.model === undefined
      ? {}
      : { model: () => ({ ...configured(options.model), ...(options.cites && { cites: true }) }) }),
    ...(options.skills === undefined ? {} : { skills: options.skills }),
    catalogue: async (signal) => (await registry.describe(signal)).tools,
  });
  const never = new AbortController().signal;

  return {
    folder,
    session,
    registry,
    tools,
    approvals,
    trace,
    spans,
    reads,
    audited,
    tasks,
    calls,
    lines,
    /** Asks and holds the answer against its schema. */
    async ask(
      question: string,
      more: Partial<AskRequest> = {},
      signal: AbortSignal = never,
      hear: (event: AskEvent) => void = () => {},
    ) {
      const events: AskEvent[] = [];
      const answer = await primary.ask(
        {
          question: asQuestion(question),
          thread_id: "thread",
          trace_id: newId("trace"),
          run_id: newId("run"),
          roots: [],
          deadline_ms: 30_000,
          ...more,
        },
        (event) => {
          events.push(event);
          hear(event);
        },
        signal,
      );
      return { answer: Answer.parse(answer), events };
    },
    /** Until every file can be searched: a first question need not wait for that. */
    async ready() {
      for (;;) {
        const { answer } = await this.ask("Which zeppelin crossed Antarctica?");
        if (answer.coverage.state === "ready") return;
      }
    },
    /** Forgets what was recorded, so that one server can serve several tests. */
    forget() {
      for (const record of [spans, reads, tasks, calls, lines]) record.length = 0;
    },
    async close() {
      await session.close();
      approvals?.close();
      await store?.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function configured(model: Model | ModelFailure | undefined) {
  if (model === undefined || model instanceof ModelFailure) {
    return { kind: "unavailable" as const, error: model ?? new ModelFailure("off", {}) };
  }
  return {
    ...{ kind: "ready" as const, model, name: "scripted", context_tokens: 32_768 },
    provider: "compatible" as const,
    cost: () => undefined,
  };
}

export function memoryStore(): IdempotencyStore {
  const kept = new Map<string, { fingerprint: string; result: TaskResult }>();
  return {
    get: async (key) => kept.get(key),
    put: async (key, fingerprint, result) => void kept.set(key, { fingerprint, result }),
  };
}
