import type { z } from "zod";
import { AppError, ErrorBody } from "#lib/contracts/errors";
import { CreatedTask, TaskEventRow, TaskInfo } from "#lib/contracts/tasks";
import { isDocent, type RunningServer } from "../terminal/running-servers.ts";
import type { TaskClient } from "./task-client.ts";

/** Tasks of a server that runs at this address; undefined when none does, or what answers there is no Docent. */
export async function tasksOfServer(
  { base, access_token }: RunningServer,
  signal: AbortSignal,
): Promise<TaskClient | undefined> {
  if (!(await isDocent(base, signal))) return undefined;

  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${base}/api/tasks${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(access_token === undefined ? {} : { authorization: `Bearer ${access_token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const { error } = ErrorBody.parse(await response.json());
    throw new AppError(error.code, error.message);
  }
  const read = async <T>(schema: z.ZodType<T>, response: Promise<Response>): Promise<T> =>
    schema.parse(await (await response).json());
  const at = (task_id: string) => `/${encodeURIComponent(task_id)}`;

  return {
    create: (body) => read(CreatedTask, call("POST", "", body)),
    async *events(task_id) {
      const response = await call("GET", `${at(task_id)}/events`);
      let rest = "";
      const text = response.body?.pipeThrough(new TextDecoderStream());
      for await (const piece of text ?? []) {
        rest += piece;
        const pieces = rest.split("\n\n");
        rest = pieces.pop() ?? "";
        for (const one of pieces) {
          const [, data] = /^data: (.*)$/m.exec(one) ?? [];
          if (data !== undefined) yield TaskEventRow.parse(JSON.parse(data));
        }
      }
    },
    find: (task_id) => read(TaskInfo, call("GET", at(task_id))),
    cancel: async (task_id) => void (await call("POST", `${at(task_id)}/cancel`)),
    async artifact(task_id, name) {
      const path = `${at(task_id)}/artifacts/${encodeURIComponent(name)}`;
      return Buffer.from(await (await call("GET", path)).arrayBuffer());
    },
    close: async () => undefined,
  };
}
