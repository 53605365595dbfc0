import type { z } from "zod";
import { AppError } from "#lib/contracts/errors";
import type { CapabilityGrant } from "#lib/contracts/grants";
import type { Artifact, TaskStep } from "#lib/contracts/tasks";
import type { ToolCallContext, ToolResult } from "#lib/contracts/tools";
import { faultOf } from "#lib/platform/fault";
import { foldedName } from "#lib/platform/folded-name";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
import { taskAgentId } from "#lib/tools/agent-rights";
import { lower } from "#lib/tools/policy";
import { refuseName } from "./artifact-name.ts";
import { answeringTools } from "./documents.ts";
import {
  ANSWER_MS,
  ARTIFACT_BYTES,
  ARTIFACTS_BYTES,
  inMib,
  MOST_ARTIFACTS,
  PROGRESS_EVERY_MS,
  SHOWN_CALLS,
} from "./limits.ts";
import type { TaskRun } from "./task-run.ts";
import type { Step, StepContext, TaskModel } from "./task-type.ts";

/** What one step works with, and what is to be known of it once it ended. */
export type OpenStep = {
  context: StepContext;
  /** What was told meanwhile is stored, and from here on its context does nothing. */
  settle(): Promise<void>;
  /** Whether a call that may change something began. */
  acted(): boolean;
  /** Whether a person is being asked. */
  waiting(): boolean;
};

/** `artifacts`: those of the task so far; what the step adds is added to them. */
export function openStep(
  run: TaskRun,
  row: TaskStep,
  step: Step,
  artifacts: Map<string, Artifact>,
): OpenStep {
  const { world, task, meter, signal } = run;
  const { clock, ids } = world;
  const { task_id, trace_id, run_id, thread_id, lang } = task;
  const { step_id } = row;
  const agent_id = taskAgentId(task.type);
  const asked = [...row.approval_ids];
  const earlier = [...row.approval_ids];
  const shown: TaskStep["tool_calls"] = [];
  let calls = 0;
  let waiting = 0;
  let acted = false;
  let over = false;
  let told: { progress: TaskStep["progress"]; at: number } | undefined;
  let later: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const granted_tools = [...new Set([...step.tools, ...(step.host_tools ?? [])])];

  /** In the order in which they were told; what cannot be stored ends the step where it settles. */
  function store(change: Parameters<TaskRun["change"]>[0]): Promise<unknown> {
    const next = writing.then(() => run.change(change));
    writing = next;
    next.catch(() => undefined); // whoever awaits `writing` hears of it
    return next;
  }

  function refuseLate(): void {
    if (over) throw saidError("cancelled", "task.cancelled");
    signal.throwIfAborted();
    meter.check();
  }

  function grant(): CapabilityGrant {
    const starter = world.rightOf(task.started_by);
    const left = meter.left_ms();
    return {
      ...{ grant_id: ids("grant"), task_id, step_id, agent_id },
      tools: granted_tools.filter(
        (id) =>
          (starter.tools === "any" || starter.tools.includes(id)) &&
          (task.skill_tools === undefined || task.skill_tools.includes(id)),
      ),
      level: lower(step.level ?? "L0", starter.permission)[0],
      resources: step.resources === undefined ? "any" : [...step.resources],
      expires_at: new Date(clock.now().getTime() + left).toISOString(),
      deadline: clock.monotonic() + left,
    };
  }

  async function callContext(tool_id: string): Promise<ToolCallContext & { asks(): void }> {
    const skill = world.skillOf(task.type)?.skill;
    const meant = [tool_id, ...(step.host_tools ?? [])];
    const skill_tools = skill === undefined ? [] : await world.toolsUnder(skill, meant, signal);
    const granted = grant();
    let asking = false;
    const decided = () => {
      if (asking) waits(-1);
      asking = false;
    };
    return {
      ...{ trace_id, run_id, task_id, step_id, agent_id, lang, signal },
      ...(thread_id === undefined ? {} : { thread_id }),
      ...(task.started_by === "person" ? { asked: JSON.stringify(task.input) } : {}),
      ...(skill_tools === undefined ? {} : { skill_tools }),
      grant: granted,
      deadline: granted.deadline,
      parent_span_id: step_id,
      asking: world.attended ? "wait" : "refuse",
      onAsk: ({ approval_id }) => {
        asked.push(approval_id);
        asking = true;
        waits(1);
        // What is done once it is allowed is work again, and its time counts.
        world.approvals.wait(approval_id, signal).then(decided, decided);
      },
      onAct: () => act(tool_id),
      asks: decided,
    };
  }

  /** Stored at once: where the program dies over the question, the next one finds whom it was put to. */
  function waits(more: 1 | -1): void {
    waiting += more;
    if (more === 1) meter.pause();
    else meter.resume();
    if (over) return;
    const state = waiting > 0 ? ("waiting_approval" as const) : ("running" as const);
    void store({ task: { state }, steps: [{ step_id, state, approval_ids: [...asked] }] });
  }

  /** On the disk before the call begins, so that it is known to have begun whatever happens then. */
  async function act(tool_id: string): Promise<void> {
    refuseLate();
    if (!step.effect) {
      const params = { step: step.name, tool: tool_id };
      throw saidError("tool_not_granted", "task.undeclared_effect", params);
    }
    if (acted) return;
    const from = ["running", "waiting_approval"] as const;
    const steps = [{ step_id, acted: true }];
    const tasks = await world.store.get();
    const done = await tasks.change(task_id, { from, steps, durable: true });
    if (done === undefined) throw saidError("cancelled", "task.cancelled");
    acted = true;
  }

  /** A question of an earlier attempt about a call of this tool, which is still open or was allowed meanwhile. */
  async function openQuestion(tool_id: string): Promise<string | undefined> {
    for (const id of [...earlier]) {
      const approval = await world.approvals.get(id).catch(() => undefined); // it was deleted
      const open = approval?.state === "pending" || approval?.state === "allowed";
      const at = earlier.indexOf(id);
      if (!open || approval?.tool_id !== tool_id || at < 0) continue;
      earlier.splice(at, 1); // of calls at the same moment one goes on with it
      return id;
    }
    return undefined;
  }

  async function invoke(tool_id: string, args: Record<string, unknown>): Promise<ToolResult> {
    const approval_id = await openQuestion(tool_id);
    if (approval_id !== undefined) {
      waits(1);
      try {
        await world.approvals.wait(approval_id, signal);
      } finally {
        waits(-1);
      }
      const { asks, ...context } = await callContext(tool_id);
      const result = await world.tools.invoke(tool_id, args, { ...context, approval_id });
      asks();
      // It was asked about another call than this one is now.
      if (result.error?.code !== "approval_mismatch") return result;
    }
    const { asks, ...context } = await callContext(tool_id);
    const result = await world.tools.invoke(tool_id, args, context);
    asks();
    return result;
  }

  function record(result: ToolResult): void {
    const { invocation_id, tool_id, latency_ms, waited_ms = 0 } = result.meta;
    calls += 1;
    shown.push({
      ...{ invocation_id, tool_id },
      status: result.ok ? "ok" : (result.error?.rule ?? result.error?.code ?? "error"),
      ms: Math.round(latency_ms - waited_ms),
    });
    if (shown.length > SHOWN_CALLS) shown.shift();
  }

  function tellProgress(): void {
    const now = clock.monotonic();
    if (told === undefined || over) return;
    clearTimeout(later);
    const wait = told.at + PROGRESS_EVERY_MS - now;
    if (wait > 0) {
      later = setTimeout(tellProgress, wait).unref();
      return;
    }
    told.at = now;
    const { progress } = told;
    if (progress === undefined) return;
    void store({ steps: [{ step_id, progress, calls, tool_calls: [...shown] }] });
  }

  const model = meteredModel();
  function meteredModel(): TaskModel | undefined {
    const scope = { trace_id, run_id, task_id, step_id, agent_id, signal };
    const found = world.model(scope);
    if (found === undefined) return undefined;
    return {
      name: found.name,
      async write(question) {
        refuseLate();
        const { text, tokens, cost } = await found.write(question);
        meter.add({ tokens, cost });
        refuseLate();
        return { text };
      },
    };
  }

  const context: StepContext = {
    ...{ task_id, step_id, model, signal, clock, lang },
    async output<T>(name: string, schema: z.ZodType<T>): Promise<T> {
      const outputs = await (await world.store.get()).outputs(task_id);
      const fitted = schema.safeParse(outputs[name]);
      if (!fitted.success) throw saidError("validation", "task.output_missing", { step: name });
      return fitted.data;
    },
    async call(tool_id, args) {
      refuseLate();
      const result = await invoke(tool_id, args);
      record(result);
      meter.add({ tokens: result.meta.tokens });
      refuseLate();
      return result;
    },
    async answer(asked) {
      refuseLate();
      await refuseWithoutDocuments();
      const deadline_ms = Math.max(1, Math.min(meter.left_ms(), ANSWER_MS));
      const scope = { trace_id, run_id, task_id, step_id, lang, signal, deadline_ms };
      const answer = await world.answer({ ...asked, ...scope });
      const { tokens, model: used } = answer.metrics;
      meter.add({ tokens, cost: used?.cost });
      refuseLate();
      return answer;
    },
    async artifact(name, media_type, content, of = {}) {
      refuseLate();
      const refused = refuseName(name);
      if (refused !== undefined) throw refused;
      if (!/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(media_type)) {
        const type = media_type.slice(0, 80);
        throw saidError("validation", "artifact.media_type", { type });
      }
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      refuseSize(name, bytes.byteLength);
      await world.files.write(task_id, name, bytes);
      refuseLate(); // a file without its row is taken away by whoever goes on
      const artifact: Artifact = {
        ...{ name, media_type, bytes: bytes.byteLength, sha256: sha256(bytes), step_id },
        created_at: clock.now().toISOString(),
        ...(of.patch_id === undefined
          ? {}
          : { patch: { patch_id: of.patch_id, state: "open" as const } }),
      };
      await store({ artifact });
      artifacts.set(foldedName(name), artifact);
      return artifact;
    },
    async readArtifact(name, of) {
      refuseLate();
      if (of !== undefined && of.task_id !== task_id) {
        const other = await (await world.store.get()).find(of.task_id);
        const theirs = other?.state === "completed" ? other.artifacts : [];
        const artifact = theirs.find((one) => one.name === name);
        if (artifact === undefined) throw saidError("not_found", "artifact.not_found", { name });
        return world.files.read(of.task_id, artifact);
      }
      const known = artifacts.get(foldedName(name));
      if (known === undefined) throw saidError("not_found", "artifact.not_found", { name });
      return world.files.read(task_id, known);
    },
    async runLeft(invocation_id) {
      refuseLate();
      return world.runs.list({ kind: "task", id: task_id }, invocation_id);
    },
    async readLeft(invocation_id, hash) {
      refuseLate();
      return world.runs.read({ kind: "task", id: task_id }, invocation_id, hash);
    },
    progress(done, total) {
      if (over) return;
      const progress = { done, ...(total === undefined ? {} : { total }) };
      told = { progress, at: told?.at ?? Number.NEGATIVE_INFINITY };
      tellProgress();
    },
    notice(code, message) {
      if (!over) void store({ notice: { code, message } });
    },
  };

  /** Whoever may not look into documents has nobody else do it. */
  async function refuseWithoutDocuments(): Promise<void> {
    for (const tool_id of answeringTools) {
      const { grant: granted, skill_tools } = await callContext(tool_id);
      if (granted.tools.includes(tool_id) && (skill_tools?.includes(tool_id) ?? true)) continue;
      const params = { step: step.name, tool: tool_id };
      throw saidError("tool_not_granted", "task.answer_without_documents", params);
    }
  }

  function refuseSize(name: string, bytes: number): void {
    if (bytes > ARTIFACT_BYTES) {
      throw saidError("too_large", "artifact.too_large", { name, mib: inMib(ARTIFACT_BYTES) });
    }
    const known = artifacts.get(foldedName(name));
    if (known !== undefined && (known.step_id !== step_id || known.name !== name)) {
      throw saidError("validation", "artifact.taken", { name });
    }
    if (known === undefined && artifacts.size >= MOST_ARTIFACTS) {
      throw saidError("too_large", "artifact.too_many", { most: MOST_ARTIFACTS });
    }
    const others = [...artifacts.values()].filter((one) => one !== known);
    const together = others.reduce((sum, one) => sum + one.bytes, bytes);
    if (together > ARTIFACTS_BYTES) {
      throw saidError("too_large", "artifact.too_much", { mib: inMib(ARTIFACTS_BYTES) });
    }
  }

  return {
    context,
    acted: () => acted,
    waiting: () => waiting > 0,
    async settle() {
      over = true;
      clearTimeout(later);
      try {
        await writing;
      } catch (error) {
        if (error instanceof AppError) throw error;
        world.log.debug({ task_id, ...faultOf(error) }, "a task ended while its step told");
        throw error;
      } finally {
        if (calls > 0) {
          await run
            .change({ steps: [{ step_id, calls, tool_calls: [...shown] }] })
            .catch(() => undefined); // the audit has them all
        }
      }
    },
  };
}
