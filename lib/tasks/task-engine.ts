import { isDeepStrictEqual } from "node:util";
import canonicalize from "canonicalize";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import type {
  NewTask,
  ServerEvent,
  SkillCatalogue,
  StoredTask,
  TaskChange,
  TaskOfKey,
} from "#lib/contracts/ports";
import {
  type Artifact,
  type CreatedTask,
  type CreateTaskBody,
  isLive,
  type TaskBudget,
  type TaskEventRow,
  type TaskInfo,
  type TaskKind,
  type TaskList,
  TaskState,
  type TasksQuery,
} from "#lib/contracts/tasks";
import { actForNobody, forWhomItIs } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
import type { SchemaCheck } from "#lib/tools/schema-check";
import { AT_ONCE, CANCEL_AGAIN_MS, MOST_WAITING, TOKENS, WALL_TIME_MS } from "./limits.ts";
import { createMeter } from "./meter.ts";
import { recoverTask } from "./recover-task.ts";
import { runTask } from "./run-task.ts";
import { newStep } from "./task-plan.ts";
import { failureOf, shutDown, TaskGone, type TaskRun, type TaskWorld } from "./task-run.ts";
import type { TaskType } from "./task-type.ts";

/**
 * Tasks from their start to their end, over restarts. It works on a few at once; the others wait in the order in which
 * they came. Methods throw AppError: `not_found`, and what the database says.
 */
export type TaskEngine = {
  /** Takes up what an earlier program left, once; then goes on with it. */
  begin(): Promise<void>;
  kinds(): Promise<TaskKind[]>;
  /** Throws `task_type_unknown`, `skill_disabled`, `validation`, `busy`, `idempotency_mismatch`. */
  create(body: CreateTaskBody, by: StartedBy): Promise<CreatedTask>;
  /** The input as it would be kept. Throws what `create` would throw for this type and this input. */
  check(type: string, input: Record<string, unknown>): Record<string, unknown>;
  list(query: TasksQuery): Promise<TaskList>;
  find(task_id: string): Promise<TaskInfo>;
  /** Resolves once it has ended and nothing of it runs any more; throws `validation` when it had ended before. */
  cancel(task_id: string): Promise<CreatedTask>;
  /** Every task of the person at work that has not ended. */
  cancelAll(): Promise<void>;
  /** With its files; what is under way in it is cancelled first. */
  remove(task_id: string): Promise<void>;
  artifact(task_id: string, name: string): Promise<{ artifact: Artifact; bytes: Buffer }>;
  events(task_id: string, after: number, limit: number): Promise<TaskEventRow[]>;
  /** Told after every event, until what comes back is called. */
  watch(task_id: string, listener: () => void): () => void;
  /** Resolves once nothing happens in it any more. */
  ended(task_id: string): Promise<TaskInfo>;
  /** Ends what is too old or too much. */
  clean(): Promise<void>;
  close(): Promise<void>;
};

export type StartedBy = {
  /** `person`, or the agent whose right bounds it. */
  agent_id: string;
  lang: Lang;
  /** Of the skill at work: the task may call no other tools either. */
  skill_tools?: readonly string[];
  /** The Idempotency-Key of the request. */
  key?: string;
};

type Running = { abort: AbortController; done: Promise<void> };

const liveStates = TaskState.options.filter(isLive);
const DAY_MS = 24 * 60 * 60 * 1000;

export function createTaskEngine(
  deps: Omit<TaskWorld, "tell" | "skillOf"> & {
    types: readonly TaskType[];
    skills: SkillCatalogue;
    /** Resolves once the skills that there are have been looked at. */
    skillsKnown: () => Promise<void>;
    schemas: SchemaCheck;
    /** Folders that stand in place of the configured ones. */
    roots?: readonly string[];
    /** Told once one has ended, however it did: what else is kept for it while it is under way goes. */
    ended?: (task_id: string) => Promise<void>;
    /** Told once tasks and their files are gone, so that what others keep of them goes too. */
    forgotten?: () => Promise<void>;
    retention: () => { artifacts_days: number; max_bytes: number };
  },
): TaskEngine {
  const { store, files, skills, schemas, retention, clock, ids, log, roots = [] } = deps;
  const { events, queue, people } = deps;
  const types = new Map(deps.types.map((one) => [one.type, one]));
  const waiting: string[] = [];
  /** Tasks that are being stored, to wait afterwards. */
  let adding = 0;
  /** Tasks that did not run and whose end is being stored. */
  const ending = new Set<string>();
  /** Tasks that are being stored or ended here; nobody takes them up. */
  const own = new Set<string>();
  const running = new Map<string, Running>();
  /** As they were given; what is kept has its secrets masked. */
  const inputs = new Map<string, Record<string, unknown>>();
  const listeners = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let begun: Promise<void> | undefined;
  let cleaning: Promise<void> = Promise.resolve();
  let cleaner: NodeJS.Timeout | undefined;
  let unlisten: (() => void) | undefined;
  let taking: Promise<void> = Promise.resolve();
  let leaving: Promise<void> = Promise.resolve();

  const world: TaskWorld = {
    ...deps,
    skillOf: skills.ofTaskType,
    tell: (task_id) => {
      for (const listener of [...(listeners.get(task_id) ?? [])]) listener();
    },
  };

  function begin(): Promise<void> {
    begun ??= recover().catch((error: unknown) => {
      begun = undefined; // tried again by whoever comes next
      throw error;
    });
    return begun;
  }

  async function recover(): Promise<void> {
    await deps.skillsKnown();
    follow();
    // Where nobody can be asked, what was left waits for a program in which somebody can.
    if (!world.attended) return;
    // What an earlier attempt took up before it failed is taken up anew.
    waiting.length = 0;
    await takeUp();
    await endSkillless();
    void clean();
    pump();
  }

  const workOn = (task_id: string) => ({ kind: "task", id: task_id }) as const;

  /** Tasks that nobody works on go on here. */
  async function takeUp(): Promise<void> {
    const left = await store.everyone.patiently((tasks) => tasks.live());
    for (const { task_id, owner } of left) {
      if (closing.signal.aborted) return;
      if (running.has(task_id) || waiting.includes(task_id) || own.has(task_id)) continue;
      if (!(await queue.claim(workOn(task_id)))) continue;
      const goesOn = await people.lookAfter(owner, async () => {
        const task = await store.patiently((tasks) => tasks.find(task_id)); // as it is now that it is ours
        return task !== undefined && isLive(task.state) && (await recoverTask(task, world));
      });
      if (goesOn) {
        waiting.push(task_id);
      } else leave(task_id);
    }
  }

  function leave(task_id: string): void {
    leaving = leaving
      .then(() => queue.release(workOn(task_id)))
      .catch((error: unknown) => {
        log.warn({ task_id, ...faultOf(error) }, "a task could not be left to other servers");
      });
  }

  /** One after the other: what one takes up the next does not look at. */
  function takeUpSoon(): void {
    taking = taking
      .then(() => (closing.signal.aborted || !world.attended ? undefined : takeUp()))
      .then(pump)
      .catch((error: unknown) => {
        log.warn(faultOf(error), "tasks that another server left are taken up later");
      });
  }

  function hear({ topic, id }: ServerEvent): void {
    if (topic === "task") world.tell(id, []);
    if (topic === "cancel" && (running.has(id) || waiting.includes(id))) {
      lookAfterIts(id, () => cancel(id)).catch((error: unknown) => {
        log.warn(
          { task_id: id, ...faultOf(error) },
          "a task could not be ended for another server",
        );
      });
    }
    if (topic === "everything") for (const task_id of listeners.keys()) world.tell(task_id, []);
    if (topic === "work" || topic === "everything") takeUpSoon();
  }

  /** For its person, whoever is at work: another server, somebody who changed a skill, or nobody. */
  async function lookAfterIts(task_id: string, work: () => Promise<unknown>): Promise<void> {
    const task = await store.everyone.patiently((tasks) => tasks.find(task_id));
    if (task !== undefined) await people.lookAfter(task.owner, work);
  }

  function pump(): void {
    while (running.size < AT_ONCE && !closing.signal.aborted) {
      const task_id = waiting.shift();
      if (task_id === undefined) return;
      if (!running.has(task_id)) start(task_id);
    }
  }

  function start(task_id: string): void {
    const abort = new AbortController();
    // Its turn comes where another's task has ended: from here on it is its own person's.
    const done = actForNobody(() => workFor(task_id, abort))
      .catch((error: unknown) => {
        log.error({ task_id, ...faultOf(error) }, "a task could not be worked on");
        return lookAfterIts(task_id, () => giveUp(task_id, error));
      })
      .then(() => lookAfterIts(task_id, () => tellEnded(task_id)))
      .catch((error: unknown) => {
        log.warn({ task_id, ...faultOf(error) }, "the end of a task could not be looked at");
      })
      .finally(() => {
        running.delete(task_id);
        leave(task_id);
        inputs.delete(task_id);
        world.tell(task_id, []);
        pump();
      });
    running.set(task_id, { abort, done });
  }

  async function workFor(task_id: string, abort: AbortController): Promise<void> {
    const task = await store.everyone.patiently((tasks) => tasks.find(task_id));
    if (task !== undefined) await people.actFor(task.owner, () => work(task_id, abort));
  }

  async function tellEnded(task_id: string): Promise<void> {
    try {
      const task = await (await store.get()).find(task_id);
      if (task === undefined || !isLive(task.state)) await deps.ended?.(task_id);
    } catch (error) {
      log.warn(
        { task_id, ...faultOf(error) },
        "what is kept beside a task could not be cleared away",
      );
    }
  }

  async function work(task_id: string, abort: AbortController): Promise<void> {
    const task = await store.patiently((tasks) => tasks.find(task_id));
    if (task === undefined || !isLive(task.state)) return;
    const type = types.get(task.type);
    const input = inputs.get(task_id) ?? keptInput(task);
    if (type === undefined || input === undefined) {
      const key = type === undefined ? "task.program_changed" : "task.input_not_kept";
      return endUnbegun(task, "interrupted", saidError("validation", key));
    }
    // Its steps may have read of the folders that it was started over; over others they would mean something else.
    if (!isDeepStrictEqual(task.roots ?? [], roots)) {
      return endUnbegun(task, "interrupted", saidError("validation", "task.other_folders"));
    }
    const { budget, spent } = task;
    const meter = createMeter({ budget, spent, clock, onOver: (error) => abort.abort(error) });
    const run: TaskRun = {
      ...{ world, task, input, meter, span_id: ids("span") },
      signal: AbortSignal.any([abort.signal, closing.signal]),
      change: (change) => changed(task_id, change),
    };
    await runTask(run, type);
  }

  async function changed(task_id: string, change: Omit<TaskChange, "from">): Promise<void> {
    const told = await store.patiently((tasks) =>
      tasks.change(task_id, { from: liveStates, ...change }),
    );
    if (told === undefined) throw new TaskGone();
    world.tell(task_id, told);
  }

  /** The database failed, or a type of ours threw: the task does not stay as if somebody worked on it. */
  async function giveUp(task_id: string, error: unknown): Promise<void> {
    const task = await store.patiently((tasks) => tasks.find(task_id)).catch(() => undefined);
    if (task === undefined || !isLive(task.state)) return;
    const known = error instanceof AppError ? error : saidError("unknown", "error.unknown");
    await endUnbegun(task, "failed", known).catch((again: unknown) =>
      log.error({ task_id, ...faultOf(again) }, "the end of a task could not be stored"),
    );
  }

  /** Ends a task that nobody works on. */
  async function endUnbegun(
    task: StoredTask,
    state: "cancelled" | "failed" | "interrupted",
    error: AppError,
  ): Promise<void> {
    const ended_at = clock.now().toISOString();
    const left = task.steps.filter((step) => isLive(step.state));
    await withdrawQuestions(task);
    await changed(task.task_id, {
      steps: left.map(({ step_id }) => ({ step_id, state: "cancelled" })),
      task: { state, ended_at, error: failureOf(error, task.lang) },
      durable: true,
    });
  }

  async function withdrawQuestions(task: StoredTask): Promise<void> {
    for (const id of task.steps.flatMap(({ approval_ids }) => approval_ids)) {
      try {
        const { state } = await world.approvals.get(id);
        if (state === "pending") await world.approvals.withdraw(id);
      } catch (error) {
        log.warn({ approval_id: id, ...faultOf(error) }, "a question could not be withdrawn");
      }
    }
  }

  function keptInput(task: StoredTask): Record<string, unknown> | undefined {
    return hashOf(task.input) === task.input_sha256 ? task.input : undefined;
  }

  /** Throws what forbids it. */
  function startable(type: string): { kind: TaskType; skill: string; inputs?: Schema } {
    const kind = types.get(type);
    const of = skills.ofTaskType(type);
    if (kind === undefined || of === undefined) {
      throw saidError("task_type_unknown", "task.type_unknown", { type: type.slice(0, 80) });
    }
    const { name: skill, inputs: form } = of.skill;
    if (of.kind === "disabled") {
      throw saidError("skill_disabled", "task.skill_disabled", { type, skill });
    }
    if (of.kind === "not_ready") {
      throw saidError("skill_disabled", "task.skill_not_ready", { type, skill });
    }
    return { kind, skill, ...(form === undefined ? {} : { inputs: form }) };
  }

  /** As the skill's form has it, then as the type itself has it; both fill in what is left out. */
  function fitted(
    { kind, inputs: form }: ReturnType<typeof startable>,
    given: Record<string, unknown>,
  ): Record<string, unknown> {
    const refuse = (problem: string) =>
      saidError("validation", "task.input", { type: kind.type, problem });
    const first = form === undefined ? undefined : schemas.fit(form, given);
    if (first?.ok === false) throw refuse(first.problem);
    const own = kind.fit(first?.value ?? given);
    if (!own.ok) throw refuse(own.problem);
    return own.input;
  }

  async function create(body: CreateTaskBody, by: StartedBy): Promise<CreatedTask> {
    await begin();
    if (closing.signal.aborted) throw saidError("provider_closed", "error.closing");
    const fingerprint = sha256(JSON.stringify([by.agent_id, body]));
    const { key } = by;
    const before = key && (await store.patiently((tasks) => tasks.withKey(key)));
    if (before) return createdBefore(before, fingerprint);
    const found = startable(body.type);
    const input = fitted(found, body.input);
    const { type } = body.again === undefined ? body : await stored(body.again);
    if (type !== body.type) throw saidError("validation", "task.other_type", { type });
    const task_id = ids("task");
    const task: NewTask = {
      ...{ task_id, type, skill: found.skill, input },
      ...{ trace_id: ids("trace"), run_id: ids("run"), lang: by.lang, started_by: by.agent_id },
      input_sha256: hashOf(input),
      created_at: clock.now().toISOString(),
      budget: budgetOf(body.budget),
      steps: found.kind.steps(input).map((step) => newStep(step, 1, ids)),
      ...(body.thread_id === undefined ? {} : { thread_id: body.thread_id }),
      ...(body.again === undefined ? {} : { again: body.again }),
      ...(by.skill_tools === undefined ? {} : { skill_tools: by.skill_tools }),
      ...(roots.length === 0 ? {} : { roots }),
      ...(key === undefined ? {} : { key, fingerprint }),
    };
    // Nothing is waited for between the count and the place that it leaves.
    if (waiting.length + adding >= MOST_WAITING) {
      throw saidError("busy", "task.too_many", { most: MOST_WAITING }, { retryable: true });
    }
    adding += 1;
    let known: TaskOfKey | undefined;
    let added = false;
    own.add(task_id);
    try {
      await queue.claim(workOn(task_id)); // first: one that nobody has is taken up by whoever looks
      known = await store.patiently((tasks) => tasks.add(task));
      added = known === undefined;
    } finally {
      adding -= 1;
      own.delete(task_id);
      if (!added) leave(task_id);
    }
    if (known !== undefined) return createdBefore(known, fingerprint); // another request was quicker
    inputs.set(task_id, input);
    waiting.push(task_id);
    pump();
    return createdOf(task_id);
  }

  async function createdBefore(before: TaskOfKey, fingerprint: string): Promise<CreatedTask> {
    if (before.fingerprint === fingerprint) return createdOf(before.task_id);
    throw saidError("idempotency_mismatch", "error.idempotency_mismatch");
  }

  async function createdOf(task_id: string): Promise<CreatedTask> {
    const { state } = await stored(task_id);
    return { task_id, status: running.has(task_id) ? "running" : state };
  }

  async function stored(task_id: string): Promise<StoredTask> {
    const found = await (await store.get()).find(task_id);
    if (found === undefined) throw saidError("not_found", "task.not_found");
    return found;
  }

  async function find(task_id: string): Promise<TaskInfo> {
    const { lang, started_by, input_sha256, key, fingerprint, owner, ...rest } =
      await stored(task_id);
    const { skill_tools, roots: over, ...info } = rest;
    const ahead = waiting.indexOf(task_id);
    return { ...info, ...(ahead < 0 ? {} : { ahead }) };
  }

  async function cancel(task_id: string, reason?: AppError): Promise<CreatedTask> {
    await begin();
    const task = await stored(task_id);
    if (!isLive(task.state)) {
      throw saidError("validation", "task.over", { state: task.state });
    }
    const why = reason ?? saidError("cancelled", "task.cancelled");
    const under = running.get(task_id);
    if (under !== undefined) {
      under.abort.abort(why);
      await under.done;
    } else {
      let elsewhere = false;
      ending.add(task_id); // it is not over before its end is stored
      own.add(task_id);
      const at = waiting.indexOf(task_id);
      if (at >= 0) waiting.splice(at, 1);
      inputs.delete(task_id);
      try {
        elsewhere = !(await queue.claim(workOn(task_id)));
        if (!elsewhere) await endUnbegun(task, "cancelled", why);
      } catch (error) {
        if (!(error instanceof TaskGone)) throw error; // cancelled twice at once, the other call has ended it
      } finally {
        ending.delete(task_id);
        own.delete(task_id);
        leave(task_id);
        world.tell(task_id, []);
      }
      if (elsewhere) await cancelElsewhere(task_id);
    }
    return { task_id, status: (await stored(task_id)).state };
  }

  async function cancelAll(): Promise<void> {
    const { tasks } = await (await store.get()).list({ states: liveStates, limit: 200 });
    await Promise.all(tasks.map(({ task_id }) => cancelUnlessOver(task_id)));
  }

  async function cancelUnlessOver(task_id: string): Promise<void> {
    await cancel(task_id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "validation") throw error;
    }); // it has ended meanwhile
  }

  /** Who has it ends it; where that server is gone by then it is ended here. */
  async function cancelElsewhere(task_id: string): Promise<void> {
    const tell = () => events.publish({ topic: "cancel", id: task_id });
    await tell();
    // One that is just taking it up does not hear of it yet, nor did one that takes it up after another was killed.
    const again = setInterval(() => {
      tell().catch((error: unknown) => {
        log.warn({ task_id, ...faultOf(error) }, "who works on a task is told to end it later");
      });
    }, CANCEL_AGAIN_MS).unref();
    const found = await untilFree(task_id).finally(() => clearInterval(again));
    if (found !== undefined && isLive(found.state)) await cancel(task_id);
  }

  /** Resolves with the task once it has ended, or no other server works on it. */
  async function untilFree(task_id: string): Promise<StoredTask | undefined> {
    const looking = new AbortController();
    let found: StoredTask | undefined;
    const look = async () => {
      found = await store.patiently((tasks) => tasks.find(task_id));
      if (found === undefined || !isLive(found.state)) looking.abort();
    };
    const lookSoon = forWhomItIs(() => void look().catch(() => undefined));
    const stop = watch(task_id, lookSoon);
    try {
      await look();
      await queue.free(workOn(task_id), AbortSignal.any([looking.signal, closing.signal]));
      await look();
    } catch (error) {
      if (!looking.signal.aborted) throw error;
    } finally {
      stop();
    }
    return found;
  }

  async function remove(task_id: string): Promise<void> {
    await removeOne(task_id);
    await tellForgotten();
  }

  async function tellForgotten(): Promise<void> {
    await deps.forgotten?.().catch((error: unknown) => {
      log.warn(faultOf(error), "what is kept of deleted tasks could not be cleared away");
    });
  }

  async function removeOne(task_id: string): Promise<void> {
    await begin();
    if (isLive((await stored(task_id)).state)) {
      await cancelUnlessOver(task_id);
    }
    await forget(task_id);
  }

  /** The rows first: what is left of the files when the program dies in between belongs to nobody, and goes at its next start. */
  async function forget(task_id: string): Promise<void> {
    await store.patiently((tasks) => tasks.remove(task_id));
    world.tell(task_id, []);
    await files.remove(task_id);
  }

  function watch(task_id: string, listener: () => void): () => void {
    const set = listeners.get(task_id) ?? new Set();
    listeners.set(task_id, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0 && listeners.get(task_id) === set) listeners.delete(task_id);
    };
  }

  async function endSkillless(): Promise<void> {
    for (const task_id of [...running.keys(), ...waiting]) {
      const task = await (await store.everyone.get()).find(task_id);
      if (task === undefined || skills.ofTaskType(task.type)?.kind === "ready") continue;
      const gone = saidError("skill_disabled", "task.skill_gone", { skill: task.skill });
      lookAfterIts(task_id, () => cancel(task_id, gone)).catch((error: unknown) => {
        log.warn({ task_id, ...faultOf(error) }, "a task without its skill could not be ended");
      });
    }
  }

  function follow(): void {
    if (unlisten !== undefined) return;
    const ends = [
      events.listen(hear),
      skills.onChange(() => {
        endSkillless().catch((error: unknown) => {
          log.warn(faultOf(error), "tasks without their skill could not be looked for");
        });
      }),
    ];
    unlisten = () => {
      for (const end of ends) end();
    };
  }

  function clean(): Promise<void> {
    cleaning = cleaning.then(cleanNow).catch((error: unknown) => {
      log.warn(faultOf(error), "old tasks could not be cleared away");
    });
    return cleaning;
  }

  async function cleanNow(): Promise<void> {
    clearTimeout(cleaner);
    if (closing.signal.aborted) return;
    const { artifacts_days, max_bytes } = retention();
    const before = new Date(clock.now().getTime() - artifacts_days * DAY_MS).toISOString();
    const past = await store.everyone.patiently((tasks) => tasks.past(before, max_bytes));
    for (const { task_id, owner } of past) await people.lookAfter(owner, () => forget(task_id));
    if (past.length > 0) await tellForgotten();
    const lost = await files.sweep(() => store.everyone.patiently((tasks) => tasks.ids()));
    if (past.length + lost > 0)
      log.info({ tasks: past.length, lost }, "old tasks are cleared away");
    cleaner = setTimeout(() => void clean(), DAY_MS).unref();
  }

  return {
    begin,
    async kinds() {
      await deps.skillsKnown();
      return [...types.values()].map(({ type, input_schema }): TaskKind => {
        const of = skills.ofTaskType(type);
        if (of === undefined) return { type, state: "no_skill", inputs: input_schema };
        const { name, description, source, inputs: form = input_schema } = of.skill;
        return { type, state: of.kind, skill: { name, description, source }, inputs: form };
      });
    },
    create,
    check: (type, input) => fitted(startable(type), input),
    async list({ state, thread, ...rest }) {
      const found = await (await store.get()).list({ ...rest, states: state, thread_id: thread });
      const places = new Map(waiting.map((task_id, ahead) => [task_id, ahead]));
      return {
        ...found,
        tasks: found.tasks.map((row) => {
          const ahead = places.get(row.task_id);
          return ahead === undefined ? row : { ...row, ahead };
        }),
      };
    },
    find,
    cancel: (task_id) => cancel(task_id),
    cancelAll,
    remove,
    async artifact(task_id, name) {
      const artifact = (await stored(task_id)).artifacts.find((one) => one.name === name);
      if (artifact === undefined) throw saidError("not_found", "artifact.not_found", { name });
      return { artifact, bytes: await files.read(task_id, artifact) };
    },
    async events(task_id, after, limit) {
      await stored(task_id);
      return (await store.get()).events(task_id, after, limit);
    },
    watch,
    async ended(task_id) {
      await begin();
      await stored(task_id); // whose it is not waits for nothing
      for (;;) {
        // Nobody works on one whose end could not be stored either.
        const under = running.has(task_id) || waiting.includes(task_id) || ending.has(task_id);
        if (!under) {
          const there = await untilFree(task_id);
          if (there !== undefined && isLive(there.state) && queue.handsOver && world.attended) {
            takeUpSoon();
            await taking;
            continue;
          }
          return find(task_id);
        }
        await new Promise<void>((resolve) => {
          const stop = watch(task_id, () => {
            stop();
            resolve();
          });
        });
      }
    },
    clean,
    async close() {
      closing.abort(shutDown);
      unlisten?.();
      clearTimeout(cleaner);
      await Promise.all([...running.values()].map(({ done }) => done));
      await cleaning;
      await taking;
      for (const task_id of waiting.splice(0)) leave(task_id);
      await leaving;
    },
  };
}

type Schema = Record<string, unknown>;

function budgetOf(asked: CreateTaskBody["budget"] = {}): TaskBudget {
  const { wall_time_ms = WALL_TIME_MS.usual, tokens = TOKENS.usual, cost } = asked;
  return {
    wall_time_ms: Math.min(wall_time_ms, WALL_TIME_MS.most),
    tokens: Math.min(tokens, TOKENS.most),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Throws `validation` for an input that no JSON holds. */
function hashOf(input: Record<string, unknown>): string {
  try {
    return sha256(canonicalize(input) ?? "");
  } catch (cause) {
    throw saidError("validation", "error.arguments_not_canonical", {}, { cause });
  }
}
