import type { z } from "zod";
import { CreatedTask, TaskEventRow, TaskInfo } from "#lib/contracts/tasks";
import { callServer, type RunningServer } from "../terminal/running-servers.ts";
import type { TaskClient } from "./task-client.ts";

export function tasksOfServer(server: RunningServer): TaskClient {
  const call = (method: "GET" | "POST", path: string, body?: unknown): Promise<Response> =>
    callServer(server, `/tasks${path}`, { method, body });
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
