import { z } from "zod";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { DocumentPlace } from "#lib/contracts/citation";
import type { CapabilityLevel, GrantResource } from "#lib/contracts/grants";
import type { Clock } from "#lib/contracts/ports";
import type { SandboxRunRecord } from "#lib/contracts/sandbox";
import type { Artifact, TaskFailure } from "#lib/contracts/tasks";
import type { ToolResult } from "#lib/contracts/tools";

/**
 * A kind of task: what it takes and which steps that makes. One file `types/<name>.ts`, one line in `types.ts`. A type is
 * made with `defineTaskType`, so that its steps see the input as its schema has it.
 *
 * `steps` is asked again after a restart with the same input and must give the same steps: it looks at the input and at
 * nothing else.
 */
export type TaskType = {
  /** As routes, the terminal and `docent.yaml` name it: `check_docs`. */
  readonly type: string;
  /** JSON Schema of its input: what a form is made of where its skill brings none. */
  readonly input_schema: Record<string, unknown>;
  /** The input with its defaults, or what does not fit: "input/max must be at most 50". */
  fit(
    input: unknown,
  ): { ok: true; input: Record<string, unknown> } | { ok: false; problem: string };
  /** Of an input that fits. Their names differ. */
  steps(input: Record<string, unknown>): readonly Step[];
  /**
   * Once in a task, after a step failed: the steps from there on instead of the failed one and those behind it; undefined
   * where there is no other way. Steps that are done stay done.
   */
  replan?(input: Record<string, unknown>, failed: FailedStep): readonly Step[] | undefined;
};

export type FailedStep = {
  name: string;
  error: TaskFailure;
  /** By the names of the steps that are done. */
  outputs: Readonly<Record<string, unknown>>;
};

/** One step. The grant of its calls holds these tools and this level, and ends with it. */
export type Step = StepRights & { run(context: StepContext): Promise<unknown> };

export type StepRights = {
  /** In snake_case, once in a task. The page has a title for it under `tasks.steps.<name>` in its catalogue. */
  name: string;
  /**
   * It changes something outside the task, and does so through `call` alone. When the program ends in the middle of it,
   * nobody knows whether it did, so it is not begun again: the task is `interrupted`. Without effect it is begun again
   * from its beginning, with what it left before taken away.
   */
  effect: boolean;
  /** Ids of the tools it may call, exactly. Fewer where the skill, the agent or the configuration has fewer. */
  tools: readonly string[];
  /** Ids of the tools that code which it runs may call in its turn, for reading alone; none where it says nothing. */
  host_tools?: readonly string[];
  /** `L0` where it says nothing. */
  level?: CapabilityLevel;
  /** What it works on, for a reader: shown cut. */
  about?: unknown;
  /** It collects what a run of code left, which is there once: it cannot be done again without the run. */
  collects?: true;
  /** Where its tools may work; everywhere that the tools themselves allow where it says nothing. */
  resources?: readonly GrantResource[];
};

/**
 * What a step works with. Whatever it throws ends the step as failed: an AppError with its code and sentence, anything
 * else as `unknown`. What it returns is its output: JSON, at most 1 MB, kept with secrets masked and handed to later steps
 * in that form. What must stay exact to the byte, or is large, is an artifact.
 */
export type StepContext = {
  readonly task_id: string;
  readonly step_id: string;
  /** What an earlier step returned, as `schema` has it. Throws AppError when it does not fit, or there is no such step. */
  output<T>(step: string, schema: z.ZodType<T>): Promise<T>;
  /**
   * One tool call through the runtime: a refusal or a failure is a result with `ok` false. It waits for a person where one
   * is asked. Throws when the task is cancelled or its budget is used up.
   */
  call(tool_id: string, args: Record<string, unknown>): Promise<ToolResult>;
  /**
   * Writes a file of the task, whole or not at all. The same name again within the step takes its place. Throws
   * `validation` for a name that is none on every system or is another step's, `too_large`, and what the disk says.
   */
  artifact(
    name: string,
    media_type: string,
    content: string | Uint8Array,
    of?: { patch_id?: string },
  ): Promise<Artifact>;
  /**
   * Of this task, or of another that has ended. Throws `not_found`, and `path_changed` when the bytes are not those that
   * were written.
   */
  readArtifact(name: string, of?: { task_id: string }): Promise<Buffer>;
  /** What a call of this task to run code left, until the task has ended. Throws `not_found`. */
  runLeft(invocation_id: string): Promise<SandboxRunRecord>;
  /** One of its outputs or files. Throws `not_found`, and `path_changed` when the bytes are not those with this hash. */
  readLeft(invocation_id: string, sha256: string): Promise<Buffer>;
  /**
   * Asks documents as a person does: retrieval, composition and gate as in a conversation, by the agents that do that, which
   * read and call nothing else. One at a time. The step needs the tools `answeringTools`. What models read counts. Resolves
   * with an Answer whatever it is; throws when the task is cancelled or its budget is used up.
   */
  answer(asked: TaskQuestion): Promise<Answer>;
  /** How far it is; told on at most twice a second. */
  progress(done: number, total?: number): void;
  /** What a reader should know of the result. The same code and message are told once. */
  notice(code: string, message: string): void;
  /** The model that is set up; undefined where none is. What it reads and writes counts towards the task's budget. */
  readonly model: TaskModel | undefined;
  /** Fires when the task is cancelled, its time is over or the program ends. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** In which sentences of the result are written. */
  readonly lang: Lang;
};

export type TaskQuestion = {
  question: string;
  /** Root ids; all folders where none is named. */
  roots: readonly string[];
  /** Of a root that is named here these documents alone. */
  pages: readonly DocumentPlace[];
  /** Whose words: the documents' own, or the model's as far as they pass the gate. */
  mode: "quote" | "model";
};

/** A language model as a step has it: one question, one text. */
export type TaskModel = {
  readonly name: string;
  /** Throws AppError: `model_unavailable`, `budget`, `cancelled`. */
  write(asked: { instructions: string; task: string }): Promise<{ text: string }>;
};

/** The form in which a type is written; `input` is a strict object, so that a slip of the pen is told. */
export function defineTaskType<Schema extends z.ZodObject>(spec: {
  type: string;
  input: Schema;
  steps(input: z.output<Schema>): readonly Step[];
  replan?(input: z.output<Schema>, failed: FailedStep): readonly Step[] | undefined;
}): TaskType {
  const { type, input: schema, replan } = spec;
  const { $schema: _, ...input_schema } = z.toJSONSchema(schema, { io: "input" });
  return {
    type,
    input_schema,
    fit(given) {
      const fitted = schema.safeParse(given);
      if (fitted.success) return { ok: true, input: fitted.data };
      const [issue] = fitted.error.issues;
      const at = ["input", ...(issue?.path ?? []).map(String)].join("/");
      return { ok: false, problem: `${at}: ${issue?.message ?? "does not fit"}` };
    },
    steps: (input) => spec.steps(schema.parse(input)),
    ...(replan === undefined
      ? {}
      : { replan: (input, failed) => replan(schema.parse(input), failed) }),
  };
}
