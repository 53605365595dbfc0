import { z } from "zod";
import { ErrorCode } from "./errors.ts";
import { SkillInfo, TaskTypeName } from "./skills.ts";

/** `pending` waits for its turn; nothing leaves `completed`, `failed`, `cancelled` or `interrupted`. */
export const TaskState = z.enum([
  "pending",
  "running",
  "waiting_approval",
  "completed",
  "failed",
  "cancelled",
  "interrupted",
]);
export type TaskState = z.infer<typeof TaskState>;

/** Something may still happen in it. */
export const isLive = (state: TaskState): boolean =>
  state === "pending" || state === "running" || state === "waiting_approval";

export const TaskFailure = z.object({
  code: ErrorCode,
  message: z.string(),
  rule: ErrorCode.optional(),
});
export type TaskFailure = z.infer<typeof TaskFailure>;

/** One step of a task. Previews are cut, and secrets are masked in them. */
export const TaskStep = z.object({
  step_id: z.string(),
  /** The step's name within its task type: `collect_findings`. The catalogue has a title for each. */
  name: z.string(),
  /** From 1; a step that failed and was planned anew stands in plan 1, what came instead of it in plan 2. */
  plan: z.number().int().min(1),
  state: TaskState,
  /** How often it was begun; more than once after a restart or a failure. */
  attempts: z.number().int().min(0),
  /** Whether it changes something outside the task: then it is never begun twice without a person. */
  effect: z.boolean(),
  started_at: z.string().optional(),
  ended_at: z.string().optional(),
  input_preview: z.string().optional(),
  output_preview: z.string().optional(),
  /** How far it is, where it can tell. */
  progress: z.object({ done: z.number(), total: z.number().optional() }).optional(),
  /** How many calls it made, and the last of them; the audit has all. */
  calls: z.number().int().min(0),
  tool_calls: z.array(
    z.object({
      invocation_id: z.string(),
      tool_id: z.string(),
      status: z.string(),
      ms: z.number(),
    }),
  ),
  approval_ids: z.array(z.string()),
  error: TaskFailure.optional(),
});
export type TaskStep = z.infer<typeof TaskStep>;

/** A file that a task made: bytes under `artifacts/<task_id>/<name>` in the state folder. */
export const Artifact = z.object({
  name: z.string(),
  media_type: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string(),
  step_id: z.string(),
  created_at: z.string(),
  /** Of a patch: the id that a person applies or undoes it by, and what became of it. */
  patch: z
    .object({ patch_id: z.string(), state: z.enum(["open", "applied", "undone", "conflict"]) })
    .optional(),
});
export type Artifact = z.infer<typeof Artifact>;

export const TaskBudget = z.object({
  wall_time_ms: z.number().int().positive(),
  tokens: z.number().int().positive(),
  /** In the currency of the model's price; none where no price is set. */
  cost: z.number().positive().optional(),
});
export type TaskBudget = z.infer<typeof TaskBudget>;

/** One piece of work with states, steps and artifacts, as `GET /api/tasks/:id` shows it. */
export const TaskInfo = z.object({
  task_id: z.string(),
  type: TaskTypeName,
  /** Whose task type it is. */
  skill: z.string(),
  state: TaskState,
  /** As it was given; secrets are masked in it. */
  input: z.record(z.string(), z.unknown()),
  trace_id: z.string(),
  run_id: z.string(),
  thread_id: z.string().optional(),
  created_at: z.string(),
  started_at: z.string().optional(),
  ended_at: z.string().optional(),
  /** How many stand before it, of a task that is `pending`. */
  ahead: z.number().int().min(0).optional(),
  steps: z.array(TaskStep),
  artifacts: z.array(Artifact),
  budget: TaskBudget,
  spent: z.object({ ms: z.number(), tokens: z.number().int(), cost: z.number().optional() }),
  /** What a reader should know of the result: something was cut, or could not be reached. */
  notices: z.array(z.object({ code: z.string(), message: z.string() })),
  error: TaskFailure.optional(),
  /** The task that it runs again. */
  again: z.string().optional(),
});
export type TaskInfo = z.infer<typeof TaskInfo>;

/** What a list needs of a task. */
export const TaskRow = TaskInfo.pick({
  task_id: true,
  type: true,
  skill: true,
  state: true,
  thread_id: true,
  created_at: true,
  started_at: true,
  ended_at: true,
  ahead: true,
}).extend({
  steps: z.object({ done: z.number().int(), total: z.number().int() }),
  artifacts: z.number().int(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** `POST /api/memory/tasks`: which tasks of before are like one that is about to be started, or was, which is left out then. */
export const LikeTasksBody = z.strictObject({
  type: TaskTypeName,
  input: z.record(z.string(), z.unknown()).default({}),
  except: z.string().min(1).max(100).optional(),
});
export type LikeTasksBody = z.infer<typeof LikeTasksBody>;

/** The very same input, or one that asks for the same; `said`: what it asked for, cut; `files`: the names of what it left. */
export const LikeTask = TaskRow.extend({
  alike: z.enum(["same", "like"]),
  said: z.string(),
  files: z.array(z.string()),
});
export type LikeTask = z.infer<typeof LikeTask>;
/** The most like first, of equal ones the newest. */
export const LikeTasks = z.object({ tasks: z.array(LikeTask) });
export type LikeTasks = z.infer<typeof LikeTasks>;

/** Newest first. `state` may name several, with commas between them. */
export const TasksQuery = z.strictObject({
  state: z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(TaskState))
    .optional(),
  type: TaskTypeName.optional(),
  thread: z.string().min(1).max(100).optional(),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type TasksQuery = z.infer<typeof TasksQuery>;
export const TaskList = z.object({ tasks: z.array(TaskRow), next_cursor: z.string().optional() });
export type TaskList = z.infer<typeof TaskList>;

/** Where the events of a task go on, for who cannot send `Last-Event-ID`. */
export const TaskEventsQuery = z.strictObject({
  after: z.coerce.number().int().min(0).optional(),
});

/**
 * A kind of task that the program knows, and whether it can be started: `ready` is the only state in which it can.
 * `no_skill`: no skill here brings it.
 */
export const TaskKind = z.object({
  type: TaskTypeName,
  state: z.enum(["ready", "disabled", "not_ready", "no_skill"]),
  skill: SkillInfo.pick({ name: true, description: true, source: true }).optional(),
  /** JSON Schema of its form. */
  inputs: z.record(z.string(), z.unknown()),
});
export type TaskKind = z.infer<typeof TaskKind>;
export const TaskKinds = z.object({ types: z.array(TaskKind) });
export type TaskKinds = z.infer<typeof TaskKinds>;

export const CreateTaskBody = z.strictObject({
  type: TaskTypeName,
  input: z.record(z.string(), z.unknown()).default({}),
  thread_id: z.string().min(1).max(100).optional(),
  budget: TaskBudget.partial().optional(),
  /** The task that it runs again. */
  again: z.string().min(1).max(100).optional(),
});
export type CreateTaskBody = z.infer<typeof CreateTaskBody>;

/** Answer of `POST /api/tasks` and of `POST …/cancel`, with status 202. */
export const CreatedTask = TaskInfo.pick({ task_id: true }).extend({ status: TaskState });
export type CreatedTask = z.infer<typeof CreatedTask>;

/** One line of a task's events; `id` rises by one within the task, and `Last-Event-ID` goes on behind it. */
export const TaskEventRow = z.object({
  id: z.number().int().min(1),
  at: z.string(),
  event: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("task_changed"), state: TaskState, error: TaskFailure.optional() }),
    z.object({ kind: z.literal("step_changed"), step: TaskStep }),
    z.object({ kind: z.literal("artifact_added"), artifact: Artifact }),
    /** A step was begun again: what it had left is gone. */
    z.object({ kind: z.literal("artifacts_removed"), names: z.array(z.string()) }),
    z.object({ kind: z.literal("notice_added"), code: z.string(), message: z.string() }),
  ]),
});
export type TaskEventRow = z.infer<typeof TaskEventRow>;
