import type { Answer, Lang } from "#lib/contracts/answer";
import type { AppError } from "#lib/contracts/errors";
import type {
  Clock,
  Events,
  Queue,
  SkillOfTaskType,
  StoredTask,
  TaskChange,
  TaskStore,
  ToolRuntime,
  TraceSink,
} from "#lib/contracts/ports";
import type { SkillInfo } from "#lib/contracts/skills";
import type { TaskEventRow, TaskFailure } from "#lib/contracts/tasks";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { errorSentence } from "#lib/platform/said-error";
import type { Approvals } from "#lib/tools/approvals";
import type { AgentRight } from "#lib/tools/policy";
import type { SandboxOutputs } from "#lib/tools/sandbox-outputs";
import type { ArtifactFiles } from "./artifact-files.ts";
import type { Meter } from "./meter.ts";
import type { TaskQuestion } from "./task-type.ts";

/** Tasks as they are kept. */
export type KeptTasks = {
  get(): Promise<TaskStore>;
  /** The same for one who can wait while another program holds the database. */
  patiently<T>(work: (tasks: TaskStore) => T | Promise<T>): Promise<T>;
};

/** What work on tasks needs of the program around it. */
export type TaskWorld = {
  /** Of the person at work, and of all people. */
  store: KeptTasks & { everyone: KeptTasks };
  /** In whose name a task goes on that begins, or goes on, without a request of its person. */
  people: {
    /** With all that the person may do now. Rejects with AppError where they may do nothing any more. */
    actFor<T>(owner: string, work: () => Promise<T>): Promise<T>;
    /** Only to look after their rows. */
    lookAfter<T>(owner: string, work: () => T): T;
  };
  files: ArtifactFiles;
  /** What code left that tasks have run. */
  runs: Pick<SandboxOutputs, "list" | "read">;
  tools: ToolRuntime;
  approvals: Pick<Approvals, "get" | "wait" | "withdraw">;
  /** Of a kind of task, as it is now. */
  skillOf: (type: string) => SkillOfTaskType | undefined;
  /** Which of these tools are left to whoever works under a skill; undefined where it narrows nothing. */
  toolsUnder: (
    skill: SkillInfo,
    tool_ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly string[] | undefined>;
  /** What the configuration lets an agent do, as it is now. */
  rightOf: (agent_id: string) => AgentRight;
  /** The model that is set up; it speaks for one step of one task. */
  model: (scope: ModelScope) => MeteredModel | undefined;
  /** Documents as a person asks them, on behalf of one step of one task. */
  answer: (asked: TaskQuestion & AnswerScope) => Promise<Answer>;
  trace: TraceSink;
  /** Whether somebody is there to be asked. */
  attended: boolean;
  /** What other servers did, and which tasks they work on. */
  events: Events;
  queue: Queue;
  /** Told what happened, in order. */
  tell: (task_id: string, rows: readonly TaskEventRow[]) => void;
  clock: Clock;
  ids: NewId;
  log: Logger;
};

export type ModelScope = {
  trace_id: string;
  run_id: string;
  task_id: string;
  step_id: string;
  agent_id: string;
  signal: AbortSignal;
};

export type AnswerScope = Omit<ModelScope, "agent_id"> & { lang: Lang; deadline_ms: number };

export type MeteredModel = {
  readonly name: string;
  write(asked: {
    instructions: string;
    task: string;
  }): Promise<{ text: string; tokens: number; cost?: number }>;
};

/** One task under way. */
export type TaskRun = {
  world: TaskWorld;
  task: StoredTask;
  /** As it was given. */
  input: Record<string, unknown>;
  meter: Meter;
  signal: AbortSignal;
  /** Of the task's own span, below which those of its steps hang. */
  span_id: string;
  /** Throws `TaskGone` where the task is not there any more, or has ended. */
  change(change: Omit<TaskChange, "from">): Promise<void>;
};

/** Somebody else ended or deleted the task: nothing more is to be done or told. */
export class TaskGone extends Error {}

/** The reason of a signal that fires because the program ends: the next one goes on with the task. */
export const shutDown = Symbol("shut down");

export function failureOf(error: AppError, lang: Lang): TaskFailure {
  return { code: error.code, message: errorSentence(error, lang) };
}
