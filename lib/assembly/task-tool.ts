import { z } from "zod";
import { AppError } from "#lib/contracts/errors";
import { CreatedTask, CreateTaskBody } from "#lib/contracts/tasks";
import type { TaskEngine } from "#lib/tasks/task-engine";
import { startTaskTool } from "#lib/tools/agent-rights";
import type { ToolProvider, ToolSpec } from "#lib/tools/provider";

/**
 * `task.start`: an agent starts a task that a skill allows, after the person was asked; its id comes back at once, and the
 * conversation shows a card. The task may do no more than the agent that started it, under the skill at work. Without a type that can be started
 * there is no such tool.
 */
export function createTaskTool(deps: {
  engine: Pick<TaskEngine, "create" | "check" | "kinds">;
}): ToolProvider {
  const { engine } = deps;
  let listed: { said: string; specs: ToolSpec[] } | undefined;
  let forms: ReadonlyMap<string, unknown> = new Map();
  let closed = false;

  return {
    id: providerId,
    ours: true,
    repeats: false,
    async listTools() {
      const ready = (await engine.kinds()).filter(({ state }) => state === "ready");
      if (ready.length === 0) return none;
      forms = new Map(ready.map(({ type, inputs }) => [type, inputs]));
      const said = ready
        .map(({ type, skill, inputs }) => {
          const what = (skill?.description ?? "").slice(0, 300);
          return `${type} (${inputNames(inputs)}): ${what}`;
        })
        .join("\n");
      if (listed?.said !== said) listed = { said, specs: [specOf(said)] };
      return listed.specs;
    },
    touches(_, args, by) {
      if (by?.store === false)
        throw new AppError(
          "tool_not_granted",
          "Nothing is kept of this conversation, and a task is kept with its input, its steps and its files: the person can start it on the page of tasks.",
        );
      // Nobody is asked about what would be refused; whoever calls learns what the type takes.
      const { type, input } = Arguments.parse(args);
      try {
        engine.check(type, input);
      } catch (error) {
        const form = forms.get(type);
        if (!(error instanceof AppError) || error.code !== "validation" || form === undefined)
          throw error;
        throw new AppError("validation", `${error.message} It takes ${JSON.stringify(form)}`);
      }
      return { resource: null, cwd: null, shows: { kind: "call", arguments: args } };
    },
    async invoke(_tool, args, { by }) {
      if (closed) throw new AppError("provider_closed", "No task is started any more.");
      if (by === undefined) {
        throw new AppError("tool_exec", "Nobody is named who starts the task.");
      }
      const { type, input } = Arguments.parse(args);
      const { agent_id, thread_id, lang = "en", skill_tools } = by;
      const body = { type, input, ...(thread_id === undefined ? {} : { thread_id }) };
      // Made again by its runtime under one invocation, it is still one task.
      const created = await engine.create(body, {
        ...{ agent_id, lang, key: by.invocation_id },
        ...(skill_tools === undefined ? {} : { skill_tools }),
      });
      const text = `The task ${created.task_id} of type ${type} was started. It goes on by itself; its result is not here yet, and the person sees it in the conversation.`;
      return { is_error: false, text, structured: created };
    },
    close: async () => {
      closed = true;
    },
  };
}

const providerId = "tasks";
const none: readonly ToolSpec[] = [];
const Arguments = CreateTaskBody.pick({ type: true, input: true });

/** Fields of a form by name, those that must be filled in first; what each takes is told where one does not fit. */
function inputNames({ properties, required }: Record<string, unknown>): string {
  const names =
    typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  const must = Array.isArray(required) ? required.filter((one) => names.includes(one)) : [];
  const may = names.filter((name) => !must.includes(name)).map((name) => `${name}?`);
  return [...must, ...may].join(", ");
}

function specOf(types: string): ToolSpec {
  return {
    id: startTaskTool,
    provider_id: providerId,
    name: startTaskTool,
    description: `Starts a task: work with steps that goes on beside the conversation. The types with the fields of their input, those with ? may be left out:\n${types}`,
    input_schema: z.toJSONSchema(Arguments, { io: "input" }),
    output_schema: z.toJSONSchema(CreatedTask),
    // What the task may do is bounded by the right of who starts it, so that starting it is no right of its own.
    capability_level: "L0",
    risk: "guarded",
    side_effects: "declared",
    requires_confirm: true,
    timeout_ms: 30_000,
  };
}
