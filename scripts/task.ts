import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "#lib/contracts/errors";
import { CreateTaskBody, isLive, type TaskInfo, type TaskState } from "#lib/contracts/tasks";
import { readEnvironment } from "#lib/platform/environment";
import { projectDir } from "#lib/platform/project";
import { say } from "#lib/platform/say";
import { readOwner } from "#lib/platform/state-owner";
import { printProgress, printResult } from "./task/print-task.ts";
import type { TaskClient } from "./task/task-client.ts";
import { tasksHere } from "./task/task-here.ts";
import { tasksOfServer } from "./task/task-server.ts";
import { runCall } from "./terminal/run-command.ts";
import { runningServer } from "./terminal/running-servers.ts";
import { terminalJson } from "./terminal/terminal-text.ts";

/**
 * `npm run task -- TYPE`: one task from the terminal, the same way through the program as from the page. A running server
 * works on it; without one the program runs in this process. With folders of its own (`--root`) it always does, and is
 * refused while another one works with the state folder. Progress is on stderr, the result on stdout. Broken off, it is
 * cancelled.
 */
const usage = `usage: npm run task -- TYPE [--input FILE] [--set KEY=VALUE …] [--root DIR …] [--json]
  --input FILE     the input as JSON, "-" for standard input
  --set KEY=VALUE  one field of it; VALUE is JSON where it is, else text; may be given more than once
  --root DIR       work on this folder instead of the configured folders; may be given more than once;
                   not while a server runs with the same state folder
  --json           the whole task as JSON instead of its result
exit: 0 completed, 1 failed, 2 invalid arguments, 3 interrupted, 4 cancelled`;

const codes: Partial<Record<TaskState, number>> = {
  completed: 0,
  failed: 1,
  interrupted: 3,
  cancelled: 4,
};

type Call = { body: CreateTaskBody; roots: string[]; json: boolean };

process.exitCode = await runCall({ usage, readCall, work });

async function work({ body, roots, json }: Call, signal: AbortSignal): Promise<number> {
  const client = await open(roots, signal);
  try {
    const { task_id } = await client.create(body);
    const stop = () => void client.cancel(task_id).catch(() => undefined); // it has ended by itself
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    for await (const row of client.events(task_id)) printProgress(row);
    const task = await over(client, task_id);
    if (json) console.log(terminalJson(task));
    else await printResult(task, (name) => client.artifact(task_id, name));
    return codes[task.state] ?? 1;
  } finally {
    await client.close();
  }
}

async function open(roots: string[], signal: AbortSignal): Promise<TaskClient> {
  if (roots.length > 0) refuseBesideAnother();
  const server = roots.length === 0 ? await runningServer(signal) : undefined;
  if (server !== undefined) return tasksOfServer(server);
  return tasksHere({ roots, project_dir: projectDir(), signal });
}

/** One program at a time works on the tasks of a state folder. Throws `busy`. */
function refuseBesideAnother(): void {
  const { home } = readEnvironment(process.env);
  const owner = readOwner(home);
  if (owner === undefined) return;
  const params = { pid: owner.pid, home };
  throw new AppError("busy", say("en", "task.roots_beside", params));
}

/** The stream ended before the task did only where the server went away. */
async function over(client: TaskClient, task_id: string): Promise<TaskInfo> {
  const task = await client.find(task_id);
  if (isLive(task.state)) throw new AppError("provider_closed", say("en", "error.closing"));
  return task;
}

function readCall(args: string[]): Call | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        input: { type: "string" },
        set: { type: "string", multiple: true, default: [] },
        root: { type: "string", multiple: true, default: [] },
        json: { type: "boolean", default: false },
      },
    });
    const [type, ...more] = positionals;
    if (type === undefined || more.length > 0) return undefined;
    const here = process.env.INIT_CWD ?? process.cwd();
    const input = { ...inputOf(values.input, here), ...fieldsOf(values.set) };
    const parsed = CreateTaskBody.safeParse({ type, input });
    if (!parsed.success) throw new Error(`"${type}" is no name of a task type.`);
    return {
      body: parsed.data,
      roots: values.root.map((root) => path.resolve(here, root)),
      json: values.json,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function inputOf(file: string | undefined, here: string): Record<string, unknown> {
  if (file === undefined) return {};
  const text = readFileSync(file === "-" ? 0 : path.resolve(here, file), "utf8");
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("The input is no JSON object.");
  }
  return { ...value };
}

function fieldsOf(set: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    set.map((field): [string, unknown] => {
      const at = field.indexOf("=");
      if (at < 1) throw new Error(`--set takes KEY=VALUE, not "${field}".`);
      const value = field.slice(at + 1);
      try {
        return [field.slice(0, at), JSON.parse(value)];
      } catch {
        return [field.slice(0, at), value];
      }
    }),
  );
}
