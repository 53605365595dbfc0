import { Deleted } from "#lib/contracts/http";
import {
  CreatedTask,
  type CreateTaskBody,
  LikeTasks,
  type LikeTasksBody,
  TaskInfo,
  TaskKinds,
  TaskList,
  type TaskState,
} from "#lib/contracts/tasks";
import { call, get, post, query } from "./call.ts";
import { createRemote } from "./remote.ts";
import { send } from "./send.ts";

const at = (id: string, more = "") => `/api/tasks/${encodeURIComponent(id)}${more}`;

/** Tasks: a client of its own, so that only a page that shows them loads it. */
export const tasksApi = {
  list: (asked: { state?: readonly TaskState[]; type?: string; cursor?: string; limit: number }) =>
    get(TaskList, `/api/tasks${query({ ...asked, state: asked.state?.join(",") })}`),
  task: (id: string, signal?: AbortSignal) => get(TaskInfo, at(id), signal),
  create: (body: CreateTaskBody) => post(CreatedTask, "/api/tasks", body),
  like: (body: LikeTasksBody, signal: AbortSignal) =>
    post(LikeTasks, "/api/memory/tasks", body, signal),
  cancel: (id: string) => post(CreatedTask, at(id, "/cancel"), {}),
  remove: (id: string) => call(Deleted, at(id), { method: "DELETE" }),
  /** Where a browser listens to what a task tells. */
  events: (id: string) => at(id, "/events"),
  /** Where a browser shows or saves a file of a task from. */
  file: (id: string, name: string) => at(id, `/artifacts/${encodeURIComponent(name)}`),
  text: async (id: string, name: string, signal: AbortSignal) => {
    const response = await send(tasksApi.file(id, name), { cache: "no-store", signal });
    return response.text();
  },
};

/** Which kinds of tasks there are, and which can be started. */
export const taskKindsRemote = createRemote(
  async () => (await get(TaskKinds, "/api/task-types")).types,
);
