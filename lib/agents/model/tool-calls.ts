import { callName } from "#lib/citations/call-name";
import type { ToolAction } from "#lib/contracts/answer";
import type { CapabilityLevel } from "#lib/contracts/grants";
import type { AskRequest, Clock, ToolRuntime } from "#lib/contracts/ports";
import type { AskEvent } from "#lib/contracts/stream";
import { CreatedTask } from "#lib/contracts/tasks";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import type { NewId } from "#lib/platform/ids";
import { say } from "#lib/platform/say";
import { maskDeep } from "#lib/platform/secrets";
import { skillReadTool } from "#lib/skills/narrow";
import { docsTools, isAgentTool, startTaskTool } from "#lib/tools/agent-rights";
import { resultText } from "../loop/result-text.ts";
import { type SkillWork, skillNote } from "../skill-work.ts";
import type { StepLabel, Steps } from "../steps.ts";
import type { EvidenceBook } from "./evidence-book.ts";
import { noAnswer, written } from "./prompt.ts";

/**
 * The calls that a model makes for one question: each goes to the runtime under a grant of this question, and is told to the
 * person from the runtime's own record. What a call brought becomes evidence under a number, so that a sentence about it
 * can be judged as one about documents is.
 */
export type ToolCalls = {
  invoke(tool_id: string, args: unknown, step_id: string): Promise<ToolResult>;
  /** What the model hears of the result. */
  present(tool_id: string, result: ToolResult): string;
  readonly actions: readonly ToolAction[];
  /** What models of other agents read and wrote for them, in tokens. */
  delegated(): number;
  /** Which of them the evidence with this number came from. */
  actionOf(number: number): number | undefined;
};

/** A tool of this agent's own beside those of the runtime. It throws nothing but `cancelled`. */
export type OwnTool = {
  info: ToolInfo;
  /** The tool of the runtime that it stands for, where a skill bounds what may be called. */
  needs: string;
  call(args: unknown): Promise<{ result: ToolResult; told: string }>;
};

export function createToolCalls(deps: {
  request: Pick<
    AskRequest,
    "trace_id" | "run_id" | "thread_id" | "question" | "asking" | "store" | "roots" | "model"
  >;
  tools: ToolRuntime;
  own: readonly OwnTool[];
  granted: readonly string[];
  /** Those that may change something. */
  changing: ReadonlySet<string>;
  level: CapabilityLevel;
  /** How long one call may take, a person's time apart. */
  call_ms: number;
  /** The skills that the model reads, and what they leave to it. */
  skills: SkillWork;
  book: EvidenceBook;
  code: string;
  steps: Steps;
  emit: (event: AskEvent) => void;
  clock: Clock;
  ids: NewId;
  signal: AbortSignal;
  span_id: string;
}): ToolCalls {
  const { request, book, code, steps, emit, clock, ids, signal } = deps;
  const task_id = ids("task");
  const actions: ToolAction[] = [];
  const actionsByNumber = new Map<number, number>();
  let delegated = 0;
  const toldBy = new WeakMap<ToolResult, string>();

  async function run(tool_id: string, args: unknown, step_id: string): Promise<ToolResult> {
    const deadline = clock.monotonic() + deps.call_ms;
    const waiting: { approval_id: string; expires_at: string }[] = [];
    const skill_tools = deps.skills.tools();
    const result = await deps.tools.invoke(tool_id, args, {
      trace_id: request.trace_id,
      run_id: request.run_id,
      thread_id: request.thread_id,
      asked: request.question,
      ...(request.store === undefined ? {} : { store: request.store }),
      ...(request.roots.length === 0 ? {} : { roots: request.roots }),
      ...(request.model === undefined ? {} : { model: request.model }),
      ...(skill_tools === undefined ? {} : { skill_tools }),
      ...{ task_id, step_id, agent_id: "primary", deadline, signal },
      parent_span_id: deps.span_id,
      lang: steps.lang,
      grant: {
        ...{ grant_id: ids("grant"), task_id, step_id, agent_id: "primary" },
        tools: [...deps.granted],
        delegable: [...docsTools], // a model gets documents through its search, a sub-agent through their tools
        level: deps.level,
        resources: "any", // each tool judges its own places
        expires_at: new Date(clock.now().getTime() + deps.call_ms).toISOString(),
        deadline,
      },
      asking: request.asking ?? "refuse",
      onAsk: (asked) => {
        waiting.push(asked);
        emit({ kind: "approval", data: { ...asked, tool_id, state: "pending" } });
      },
      onCall: ({ agent_id, tool_id, arguments: given, result }) => {
        const action = actionOf(actions.length + 1, tool_id, given, result);
        // What a sub-agent merely reads stands in the trace.
        if (action.outcome !== "refused" && !deps.changing.has(tool_id)) return;
        tell({ ...action, agent: agent_id }, result);
      },
    });
    for (const asked of waiting) {
      emit({ kind: "approval", data: { ...asked, tool_id, state: "over" } });
    }
    return result;
  }

  function tell(made: ToolAction, { error }: ToolResult): ToolAction {
    const open = deps.changing.has(made.tool_id) && unanswered.has(error?.code ?? "");
    const action = open ? { ...made, outcome: "unknown" as const } : made;
    actions.push(action);
    emit({ kind: "action", data: action });
    return action;
  }

  /** What files hold is nobody's echo, also where a model looked for just that. */
  function echoedIn(tool_id: string, args: unknown, result: ToolResult): string[] {
    if (result.ok && filesOnly.has(tool_id)) return [];
    const named = deps.granted.includes(tool_id) ? [] : [tool_id];
    return [...named, ...statementsIn(args)];
  }

  return {
    actions,
    delegated: () => delegated,
    actionOf: (number) => actionsByNumber.get(number),
    async invoke(tool_id, args, step_id) {
      const own = deps.own.find(({ info }) => info.id === tool_id);
      if (own !== undefined) {
        const bounds = deps.skills.tools();
        if (bounds !== undefined && !bounds.includes(own.needs)) {
          return notOfSkill(tool_id, own.needs, ids("inv"));
        }
        const { result, told } = await own.call(args);
        toldBy.set(result, told);
        return result;
      }
      const step = steps.begin("tool", labelOf(tool_id, "running"));
      const result = await deps.skills.through(tool_id, args, () => run(tool_id, args, step_id));
      const action = tell(actionOf(actions.length + 1, tool_id, args, result), result);
      delegated += result.meta.tokens ?? 0;
      if (action.outcome === "refused") step.fail(action.message, action.rule ?? undefined);
      else step.end(labelOf(tool_id, "done"));
      if (isAgentTool(tool_id)) {
        if (result.ok) toldBy.set(result, `${resultText(result)}\n\n${noEvidence}`);
        return result;
      }
      // How work is done says nothing of what is so: no sentence rests on it.
      if (tool_id === skillReadTool) {
        if (result.ok) toldBy.set(result, `${resultText(result)}\n\n${skillNote}`);
        return result;
      }
      const text = evidenceOf(tool_id, result, steps);
      const title = callName(tool_id, action.arguments);
      const shown = book.addResult({ title, text, echoed: echoedIn(tool_id, args, result) });
      actionsByNumber.set(shown.number, action.number);
      toldBy.set(result, resultText({ ...result, stderr: "" }, written([shown], code)));
      return result;
    },
    present: (_, result) => toldBy.get(result) ?? resultText(result),
  };
}

/** In the words of the policy, which such a tool does not pass. */
function notOfSkill(tool_id: string, needs: string, invocation_id: string): ToolResult {
  const code = "tool_not_granted";
  const message = `The skill at work has no tool ${needs}.`;
  return {
    ok: false,
    error: { code, rule: code, message, retryable: false },
    ...{ stdout: "", stderr: "", truncated_lines: 0, truncated_bytes: 0 },
    meta: { tool_id, invocation_id, latency_ms: 0, redacted: false },
  };
}

/** An agent is named as a person knows it, not as the tool by which it is started. */
function labelOf(tool_id: string, state: "running" | "done"): StepLabel {
  if (!isAgentTool(tool_id)) return [`step.tool_${state}`, { tool: tool_id }];
  return [`step.agent_${state}`, { agent: tool_id.slice(tool_id.indexOf(".") + 1) }];
}

/** Rules by which a call is kept from being made, as against one that failed. */
const refusals: ReadonlySet<string> = new Set([
  ...["tool_not_granted", "capability_level", "tool_not_found", "validation"],
  ...["approval_required", "approval_denied", "approval_expired", "approval_mismatch"],
  "command_denylisted",
  "sandbox_unavailable",
]);

/** Ends of a call that may or may not have come too late. */
const unanswered: ReadonlySet<string> = new Set(["timeout", "cancelled", "provider_unavailable"]);

function actionOf(number: number, tool_id: string, args: unknown, result: ToolResult): ToolAction {
  const { ok, error, exit_code, stdout, stderr, meta } = result;
  const whole = stderr === "" ? stdout : stdout === "" ? stderr : `${stdout}\n${stderr}`;
  const output = whole.slice(0, isAgentTool(tool_id) ? mostSaid : mostOutput);
  const rule = error === undefined ? null : (error.rule ?? error.code);
  const kept = rule !== null && (refusals.has(rule) || error?.rule !== undefined);
  return {
    number,
    tool_id: tool_id.slice(0, 128),
    arguments: toldArguments(args),
    outcome: ok ? "done" : kept ? "refused" : "failed",
    rule,
    ...(error === undefined ? {} : { message: error.message }),
    ...(exit_code === undefined ? {} : { exit_code }),
    output,
    left_out: whole.length - output.length + result.truncated_bytes,
    invocation_id: meta.invocation_id,
    ms: Math.round(meta.latency_ms - (meta.waited_ms ?? 0)),
    ...(meta.approval_id === undefined ? {} : { approval_id: meta.approval_id }),
    ...(tool_id === startTaskTool ? startedTask(result) : {}),
  };
}

function startedTask({ structured }: ToolResult): { task_id?: string } {
  const { data } = CreatedTask.safeParse(structured);
  return data === undefined ? {} : { task_id: data.task_id };
}

/** Give back what stands in files and, when they succeed, nothing of their arguments but paths. */
const filesOnly: ReadonlySet<string> = new Set(["ls", "find", "grep", "read"]);

/** The lines of all texts in the arguments that are more than a name, plain and as JSON writes them. */
function statementsIn(args: unknown): string[] {
  if (typeof args === "string") {
    const lines = args.split("\n").map((line) => line.trim());
    return lines
      .filter((line) => /\S\s+\S|\p{Script=Han}{4}/u.test(line))
      .flatMap((line) => [line, JSON.stringify(line).slice(1, -1)]);
  }
  if (typeof args !== "object" || args === null) return [];
  return Object.entries(args).flatMap((entry) => entry.flatMap(statementsIn));
}

const mostOutput = 4_000;
/** What another agent replied is read, not looked up. */
const mostSaid = 20_000;
const noEvidence = `These are words of a model. The person is shown them as they stand, under the name of their agent; they bear out nothing, so repeat nothing of them. When nothing is left to say from the evidence, reply ${noAnswer}.`;
const mostArgument = 600;

/** Masked, and long texts cut: what was written stands in the approval. */
function toldArguments(args: unknown): Record<string, unknown> {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return {};
  const told = Object.entries(maskDeep(args).value).map(([name, value]): [string, unknown] => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    if (text.length <= mostArgument) return [name, value];
    return [name, `${text.slice(0, mostArgument)}…`];
  });
  return Object.fromEntries(told);
}

/** What a sentence about the call is held against: what it gave back, and how it ended in the answer's language. */
function evidenceOf(tool_id: string, result: ToolResult, { lang }: Steps): string {
  const { ok, error, exit_code, stdout, stderr, structured } = result;
  const ended =
    exit_code !== undefined
      ? say(lang, "action.exit", { tool: tool_id, code: exit_code })
      : ok
        ? say(lang, "action.done", { tool: tool_id })
        : say(lang, "action.failed", { tool: tool_id, message: error?.message ?? "" });
  const product =
    stdout.trim() === "" && structured !== undefined ? JSON.stringify(structured) : stdout;
  return [ended, product, stderr].filter((part) => part.trim() !== "").join("\n\n");
}
