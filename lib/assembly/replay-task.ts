import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import canonicalize from "canonicalize";
import type { ReplayChange, ReplayComparison, TraceSummary } from "#lib/contracts/activity";
import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type {
  Clock,
  SkillCatalogue,
  StoredTask,
  ToolRuntime,
  TraceSink,
} from "#lib/contracts/ports";
import { isLive, type TaskInfo } from "#lib/contracts/tasks";
import type { ToolInfo } from "#lib/contracts/tools";
import { ModelFailure } from "#lib/models/failure";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { nobodyElse, ownQueue } from "#lib/store/one-server";
import { openStore } from "#lib/store/store";
import { type ArtifactFiles, createArtifactFiles } from "#lib/tasks/artifact-files";
import { createTaskEngine } from "#lib/tasks/task-engine";
import type { KeptTasks, TaskWorld } from "#lib/tasks/task-run";
import type { Step, TaskType } from "#lib/tasks/task-type";
import type { SchemaCheck } from "#lib/tools/schema-check";
import { replaysFolder } from "./interrupt-runs.ts";
import type { KeptStore } from "./keep-store.ts";
import type { Reader } from "./reader.ts";
import { recordedModel } from "./recorded-model.ts";
import { nothing, noticesOf } from "./replay-notes.ts";
import { standInTools } from "./stand-in-tools.ts";
import { createTaskAnswers } from "./task-answers.ts";

/** What it did then is not to be done once more, or is not to be had as it was. */
const standsIn = ({ effect, level, collects }: Step): boolean =>
  effect || collects === true || level === "L2";

export type TaskReplay = {
  /** Why it cannot be done again now. */
  problem(trace: TraceSummary, lang: Lang): Promise<string | undefined>;
  replay(trace: TraceSummary, reader: Reader): Promise<ReplayComparison>;
};

/**
 * A task done again from its input, in a store and a folder of its own that go afterwards. A step with an effect, or one that
 * leaves the program, is not begun: what it gave back and left then stands in. Everything else is worked through as it is today.
 */
export function createTaskReplay(deps: {
  home: string;
  types: readonly TaskType[];
  skills: SkillCatalogue;
  skillsKnown: () => Promise<void>;
  toolsUnder: TaskWorld["toolsUnder"];
  rightOf: TaskWorld["rightOf"];
  approvals: TaskWorld["approvals"];
  schemas: SchemaCheck;
  store: KeptStore;
  files: ArtifactFiles;
  tools: ToolRuntime;
  catalogue: (signal: AbortSignal) => Promise<readonly ToolInfo[]>;
  trace: TraceSink;
  roots: readonly string[];
  config: () => Config;
  /** Of the folders that are asked. */
  names: () => readonly { id: string; label: string }[];
  clock: Clock;
  ids: NewId;
  log: Logger;
}): TaskReplay {
  const { store, files, types, clock, ids, log } = deps;
  const { home, roots, config, names, ...given } = deps;
  const find = async (task_id: string | undefined) =>
    task_id === undefined ? undefined : (await store.get()).tasks.find(task_id);

  async function problem(trace: TraceSummary, lang: Lang): Promise<string | undefined> {
    const task = await find(trace.task_id);
    if (task === undefined) return say(lang, "activity.replay.no_trace");
    if (isLive(task.state)) return say(lang, "activity.replay.not_ended");
    const { type } = task;
    const of = deps.skills.ofTaskType(type);
    if (of === undefined || types.every((one) => one.type !== type)) {
      return say(lang, "activity.replay.no_task_type", { type });
    }
    if (of.kind !== "ready") return say(lang, "activity.replay.skill_off", { type });
    if (hashOf(task.input) !== task.input_sha256) return say(lang, "activity.replay.no_input");
    if (!isDeepStrictEqual(task.roots ?? [], roots)) {
      return say(lang, "activity.replay.other_folders");
    }
    const replies = await (await store.get()).activity.replies(trace.trace_id);
    const spoke = trace.model !== undefined;
    if (replies === undefined || (spoke && replies.length === 0)) {
      return say(lang, "activity.replay.no_task_replies");
    }
    return undefined;
  }

  async function replay(trace: TraceSummary, reader: Reader): Promise<ReplayComparison> {
    const { lang, signal } = reader;
    await deps.skillsKnown();
    const before = await find(trace.task_id);
    const why = await problem(trace, lang);
    const begun = {
      ...nothing(trace.trace_id, "task", clock.now().toISOString()),
      ...(trace.title === undefined ? {} : { title: trace.title }),
      asked_at: trace.started_at,
      status: { before: before?.state ?? trace.status },
    };
    if (before === undefined || why !== undefined) {
      return { ...begun, verdict: "impossible", message: why ?? "" };
    }
    const began = clock.monotonic();
    const apart = path.join(replaysFolder(home), ids("replay"));
    mkdirSync(apart, { recursive: true, mode: 0o700 });
    try {
      const { after, outputs, own, standing, recorded, stood } = await workAgain(
        before,
        apart,
        signal,
      );
      const artifacts = await compareArtifacts(before, after, own);
      const first = firstDifference(
        before,
        await (await store.get()).tasks.outputs(before.task_id),
        after,
        outputs,
      );
      const other = artifacts.find(({ change }) => change !== "same");
      const short = (recorded?.missing() ?? 0) > 0;
      const same =
        !short && first === undefined && other === undefined && before.state === after.state;
      const differs =
        first ??
        (other === undefined
          ? undefined
          : { step: other.name, before: before.state, after: after.state });
      return {
        ...begun,
        model: recorded === undefined ? "none" : "recorded",
        verdict: same ? "same" : "different",
        message: say(
          lang,
          `activity.replay.${short ? "replies_short_task" : same ? "same_task" : "different_task"}`,
        ),
        ms: Math.round(clock.monotonic() - began),
        status: { before: before.state, after: after.state },
        artifacts,
        ...(differs === undefined
          ? {}
          : {
              first_difference: {
                ...differs,
                message: say(lang, "activity.replay.step.task_step", { step: differs.step }),
              },
            }),
        stood_in: stood() + standing.stoodIn(),
        notices: [
          ...(stood() > 0 ? [say(lang, "activity.replay.stood_in", { calls: stood() })] : []),
          ...noticesOf(recorded, standing, lang),
        ],
      };
    } finally {
      rmSync(apart, { recursive: true, force: true });
    }
  }

  async function workAgain(before: StoredTask, apart: string, signal: AbortSignal) {
    const own = createArtifactFiles({ home: apart });
    const opened = openStore({ file: path.join(apart, "docent.db"), clock, log });
    const { activity } = await store.get();
    const replies = (await activity.replies(before.trace_id)) ?? [];
    const { model = "" } = (await activity.summary(before.trace_id)) ?? {};
    const recorded = replies.length === 0 ? undefined : recordedModel(replies);
    const standing = standInTools({
      tools: deps.tools,
      find: async (tool_id, signal) =>
        (await deps.catalogue(signal)).find(({ id }) => id === tool_id),
      recorded: [],
      notRecorded: say(before.lang, "activity.replay.not_recorded"),
      ids,
    });
    let stood = 0;
    const kept = await (await store.get()).tasks.outputs(before.task_id);
    const stand = async (step: Step, context: Parameters<Step["run"]>[0]): Promise<unknown> => {
      const then = before.steps.find(({ name }) => name === step.name);
      if (then?.state !== "completed") throw saidError("cancelled", "task.cancelled");
      stood += Math.max(1, then.calls);
      for (const made of before.artifacts.filter(({ step_id }) => step_id === then.step_id)) {
        const bytes = await files.read(before.task_id, made);
        await context.artifact(made.name, made.media_type, bytes);
      }
      return kept[step.name] ?? null;
    };
    const withoutEffects = (steps: readonly Step[]): readonly Step[] =>
      steps.map((step) =>
        standsIn(step) ? { ...step, tools: [], run: (context) => stand(step, context) } : step,
      );
    // What it reads of other tasks is where it was; what it writes is apart.
    const tasks = {
      ...opened.tasks,
      find: async (task_id: string) => (await opened.tasks.find(task_id)) ?? find(task_id),
    };
    const keptApart: KeptTasks = {
      get: async () => tasks,
      patiently: async (work) => work(tasks),
    };
    const engine = createTaskEngine({
      ...given,
      ...{ events: nobodyElse, queue: ownQueue },
      types: types
        .filter(({ type }) => type === before.type)
        .map((type) => ({
          ...type,
          steps: (input) => withoutEffects(type.steps(input)),
          ...(type.replan === undefined
            ? {}
            : {
                replan: (input, failed) => {
                  const anew = type.replan?.(input, failed);
                  return anew && withoutEffects(anew);
                },
              }),
        })),
      store: { ...keptApart, everyone: keptApart },
      // It is done again for whoever asks for that, from its beginning to its end.
      people: { actFor: (_, work) => work(), lookAfter: (_, work) => work() },
      files: {
        ...own,
        read: async (task_id, file) =>
          (await opened.tasks.find(task_id)) === undefined
            ? files.read(task_id, file)
            : own.read(task_id, file),
      },
      tools: standing.tools,
      // Steps that collect what code left have what they had then.
      runs: { list: gone, read: gone },
      model: ({ signal }) =>
        recorded && {
          name: model,
          async write({ instructions, task }) {
            const turns = [{ from: "agent", text: task } as const];
            const reply = await recorded.model.reply({ instructions, turns, tools: [], signal });
            return { text: reply.text, tokens: reply.tokens };
          },
        },
      answer: createTaskAnswers({
        ...{ tools: standing.tools, trace: deps.trace, config, roots: names, clock, ids, log },
        idempotency: { get: async () => undefined, put: async () => undefined },
        model: () =>
          recorded === undefined
            ? { kind: "unavailable", error: new ModelFailure("off", {}) }
            : {
                ...{ kind: "ready", model: recorded.model, provider: "compatible", name: "" },
                context_tokens: config().model.context_tokens,
                cost: () => undefined,
              },
      }),
      attended: false,
      roots,
      retention: () => ({ artifacts_days: 1, max_bytes: Number.MAX_SAFE_INTEGER }),
    });
    try {
      const { task_id } = await engine.create(
        { type: before.type, input: before.input, budget: before.budget },
        {
          agent_id: before.started_by,
          lang: before.lang,
          ...(before.skill_tools === undefined ? {} : { skill_tools: before.skill_tools }),
        },
      );
      const stop = () => void engine.cancel(task_id).catch(() => undefined);
      signal.addEventListener("abort", stop, { once: true });
      const after = await engine.ended(task_id).finally(() => {
        signal.removeEventListener("abort", stop);
      });
      signal.throwIfAborted();
      const bytes = await Promise.all(
        after.artifacts.map(async (one) => [one.name, await own.read(task_id, one)] as const),
      );
      const outputs = await opened.tasks.outputs(task_id);
      return { after, outputs, own: new Map(bytes), standing, recorded, stood: () => stood };
    } finally {
      await engine.close();
      await opened.close();
    }
  }

  async function compareArtifacts(
    before: StoredTask,
    after: TaskInfo,
    own: ReadonlyMap<string, Buffer>,
  ): Promise<ReplayComparison["artifacts"]> {
    const names = [...new Set([...before.artifacts, ...after.artifacts].map(({ name }) => name))];
    return Promise.all(
      names.map(async (name): Promise<{ name: string; change: ReplayChange }> => {
        const then = before.artifacts.find((one) => one.name === name);
        const now = own.get(name);
        if (then === undefined) return { name, change: "new" };
        if (now === undefined) return { name, change: "gone" };
        const bytes = await files.read(before.task_id, then).catch(() => undefined);
        const same = bytes !== undefined && timeless(bytes) === timeless(now);
        return { name, change: same ? "same" : "changed" };
      }),
    );
  }

  return { problem, replay };
}

/** The first step that ended otherwise or gave back something else. */
function firstDifference(
  before: StoredTask,
  outputsBefore: Record<string, unknown>,
  after: TaskInfo,
  outputsAfter: Record<string, unknown>,
): { step: string; before: string; after: string } | undefined {
  const names = [...new Set([...before.steps, ...after.steps].map(({ name }) => name))];
  for (const step of names) {
    const were = before.steps.findLast(({ name }) => name === step)?.state ?? "";
    const are = after.steps.findLast(({ name }) => name === step)?.state ?? "";
    if (were !== are) return { step, before: were, after: are };
    const [then, now] = [outputsBefore, outputsAfter].map((outputs) =>
      timeless(canonicalize(outputs[step] ?? null) ?? ""),
    );
    if (then !== now) return { step, before: cut(then), after: cut(now) };
  }
  return undefined;
}

const mostShown = 300;
const cut = (text = ""): string => text.slice(0, mostShown);

/** When it was and which task it was is different every time. */
function timeless(content: Buffer | string): string {
  return content
    .toString()
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>")
    .replace(/\b(task|patch|step|run|trace|inv)_[0-9a-f]{24}\b/g, "<$1>");
}

function hashOf(input: unknown): string {
  return sha256(canonicalize(input) ?? "");
}

const gone = (): Promise<never> => Promise.reject(saidError("not_found", "snippet.run_gone"));
