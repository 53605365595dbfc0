import type { AgentInfo } from "#lib/contracts/http";
import type { AgentThreads, ToolRuntime } from "#lib/contracts/ports";
import type { ToolInfo } from "#lib/contracts/tools";
import { skillReadTool } from "#lib/skills/narrow";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { docsTools } from "#lib/tools/agent-rights";
import { grantWithin } from "#lib/tools/grant";
import { keptWithin } from "#lib/tools/kept-within";
import { type AgentRight, lower } from "#lib/tools/policy";
import type { ProviderCall, ProviderResult } from "#lib/tools/provider";
import { docsForRun } from "../docs-calls.ts";
import { type LoopOutcome, runLoop } from "../loop/run-loop.ts";
import type { RankTools } from "../loop/tool-search.ts";
import { meterModel } from "../model/metered.ts";
import type { ReadyModel } from "../model/ready-model.ts";
import { openSpan, type SpanDeps } from "../open-span.ts";
import { outsideScope } from "../outside-scope.ts";
import { openSkillWork } from "../skill-work.ts";
import { type OwnThread, openOwnThread } from "./own-thread.ts";
import { instructionsOf, taskOf } from "./prompt.ts";

/**
 * One task of one sub-agent, in a run of its own under the run that started it. `call`: one turn of the model, with no tool.
 * `full`: a loop with the tools that it and its parent both hold; it reads the conversation and writes its own thread
 * alone. Throws AppError `cancelled` when the signal fires; whatever else goes wrong is a result.
 */
export async function runSubAgent(
  start: {
    agent: AgentInfo;
    task: string;
    /** Agents above it. */
    depth: number;
    by: NonNullable<ProviderCall["by"]>;
    ready: ReadyModel;
  },
  deps: {
    tools: ToolRuntime;
    catalogue: (signal: AbortSignal) => Promise<readonly ToolInfo[]>;
    skills?: ReadySkills;
    rank_tools?: RankTools;
    threads: () => Promise<AgentThreads>;
    spans: SpanDeps;
    call: Pick<ProviderCall, "signal" | "timeout_ms">;
  },
): Promise<ProviderResult> {
  const { agent, task, depth, by, ready } = start;
  const { tools, spans, call } = deps;
  const { clock, ids } = spans;
  const { signal } = call;
  const began = clock.monotonic();
  const asked_at = clock.now().toISOString();
  const run = { trace_id: by.trace_id, run_id: ids("run"), parent_run_id: by.run_id };
  const task_id = ids("task");
  const span = openSpan(spans, {
    ...{ ...run, task_id, parent_span_id: by.invocation_id },
    ...{ kind: "agent", name: agent.id, agent_id: agent.id },
  });
  const full = agent.kind === "full";
  const right: AgentRight = { ...agent, tools: full ? agent.tools : [] };
  const most_ms = Math.min(call.timeout_ms, agent.limits.max_wall_time_ms);
  let waited = 0;

  /** Of this moment: what a person took their time over is no part of it. */
  const grantNow = (step_id?: string) => {
    const deadline = began + most_ms + waited;
    const step = step_id === undefined ? {} : { step_id };
    return grantWithin(by.grant, right, { task_id, ...step, deadline }, spans);
  };
  const { model, spent } = meterModel(ready.model, {
    ...{ provider: ready.provider, name: ready.name, cost: ready.cost, spans, clock, signal },
    agent_id: agent.id,
    parent: { ...run, parent_span_id: span.id },
  });
  let outcome: LoopOutcome;
  let thread: OwnThread | undefined;
  try {
    thread = full ? await ownThread() : undefined;
    const all = full ? await toolsThere() : [];
    const { tools: granted, level } = grantNow();
    const offered = all.filter(
      (tool) => tool.enabled && granted.includes(tool.id) && reaches(level, tool.capability_level),
    );
    const skills = await openSkillWork(deps.skills, { offered, all, above: by.skill_tools });
    outcome = await runLoop({
      model,
      instructions: instructionsOf(agent),
      task: taskOf(task, { ...thread?.before, skills: skills.told }),
      offered,
      known: all.map(({ id }) => id),
      ...(deps.rank_tools === undefined ? {} : { rank: deps.rank_tools }),
      always: new Set([skillReadTool, ...docsTools]),
      invoke: async (tool_id, args, step_id) => {
        const grant = grantNow(step_id);
        const skill_tools = skills.tools();
        const calling = {
          ...handedDown(by),
          ...(skill_tools === undefined ? {} : { skill_tools }),
          ...run,
          ...{ task_id, step_id, depth, grant, signal, agent_id: agent.id },
          ...{ deadline: grant.deadline, parent_span_id: span.id },
        };
        const kept = keptWithin(tool_id, args, by.roots ?? []);
        const result =
          kept.kind === "outside"
            ? outsideScope(tool_id, calling, kept.message, spans)
            : await skills.through(tool_id, args, () =>
                tools.invoke(tool_id, by.roots === undefined ? args : kept.args, calling),
              );
        by.onCall?.({ agent_id: agent.id, tool_id, arguments: args, result });
        waited += result.meta.waited_ms ?? 0;
        return result;
      },
      limits: {
        max_turns: full ? agent.limits.max_turns : 1,
        max_wall_time_ms: most_ms,
        max_tokens: agent.limits.max_tokens,
      },
      clock,
      signal,
    });
    if (outcome.text.trim() !== "") await thread?.keep(outcome);
  } catch (error) {
    span.end(signal.aborted ? "cancelled" : "error");
    throw error;
  }
  const { end, text, tokens } = outcome;
  const failed = end.kind === "model" || text.trim() === "";
  span.end(failed ? "error" : "ok", {
    ...{ end: end.kind, depth, turns: outcome.turns, calls: outcome.calls.length, tokens },
    ...(spent.cost === undefined ? {} : { cost: spent.cost }),
    ...(thread === undefined ? {} : { thread_id: thread.id }),
  });
  const counted = { waited_ms: waited, tokens };
  if (failed) return { is_error: true, text: "", structured: failureOf(agent.id, end), ...counted };
  const said = { said: text, end: end.kind, turns: outcome.turns };
  return { is_error: false, text, structured: said, ...counted };

  async function ownThread() {
    const { run_id } = run;
    const { trace_id, run_id: above } = by;
    // Read by the agent that a person talks to: this one may have no right to read.
    const reader = { trace_id, run_id: above, task_id, agent_id: "primary", signal };
    const docs = docsForRun(
      { ...reader, parent_span_id: by.invocation_id },
      { tools, spans, ms: Math.min(most_ms, verifyMs) },
    );
    return openOwnThread(
      by,
      { agent_id: agent.id, run_id, task, asked_at, new_id: ids("thread") },
      {
        threads: await deps.threads(),
        docs,
        max_tokens: Math.min(mostRemembered, ready.context_tokens / 8),
      },
    );
  }

  /** A list that cannot be had is a task without tools, not none. */
  async function toolsThere(): Promise<readonly ToolInfo[]> {
    try {
      return await deps.catalogue(AbortSignal.any([signal, AbortSignal.timeout(listingMs)]));
    } catch {
      signal.throwIfAborted();
      return [];
    }
  }
}

const listingMs = 5_000;
const verifyMs = 30_000;
/** Of the conversation, in tokens. */
const mostRemembered = 4_000;

/** What goes for whoever started it goes for its calls too; an approval is of one call alone. */
function handedDown(by: NonNullable<ProviderCall["by"]>) {
  const { invocation_id: _, approval_id: _of, onProgress: _told, ...context } = by;
  return context;
}

function reaches(granted: AgentRight["permission"], needed: AgentRight["permission"]): boolean {
  return lower(granted, needed)[0] === needed;
}

/** As the runtime reads the refusals of this program's own tools. */
function failureOf(id: string, end: LoopOutcome["end"]) {
  if (end.kind === "model") {
    const message = `The agent ${id} could not go on: its model failed.`;
    return { status: "error", rule: "model_unavailable", message };
  }
  if (end.kind === "budget") {
    const message = `The agent ${id} said nothing before its limit ${end.limit} was reached.`;
    return { status: "error", rule: "budget", message };
  }
  return { status: "error", rule: "tool_exec", message: `The agent ${id} ended without a word.` };
}
