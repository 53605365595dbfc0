import type { CreatedTask, CreateTaskBody } from "#lib/contracts/tasks";
import { saidError } from "#lib/platform/said-error";
import type { TaskEngine } from "#lib/tasks/task-engine";
import type { KeptStore } from "./keep-store.ts";
import type { PersonAudit } from "./person-audit.ts";
import type { Reader } from "./reader.ts";
import type { RunHub } from "./run-hub.ts";

/** Tasks as a person at the page or in the terminal meets them: what is started, ended and deleted is on record. */
export type TaskDesk = Pick<
  TaskEngine,
  "kinds" | "find" | "artifact" | "events" | "watch" | "ended" | "list"
> & {
  create(body: CreateTaskBody, asked: Reader & { key?: string }): Promise<CreatedTask>;
  cancel(task_id: string, reader: Reader): Promise<CreatedTask>;
  remove(task_id: string, reader: Reader): Promise<void>;
};

export function createTaskDesk(deps: {
  engine: TaskEngine;
  store: KeptStore;
  runs: Pick<RunHub, "running">;
  audit: PersonAudit;
}): TaskDesk {
  const { engine, store, runs, audit } = deps;
  const { find, artifact, events, watch, ended, list, kinds } = engine;

  /** A task goes with its conversation, so there must be one. */
  async function refuseUnknownThread(thread_id: string): Promise<void> {
    const known =
      (await runs.running(thread_id)) !== undefined ||
      (await (await store.get()).readThread(thread_id, { turns: 1 })) !== undefined;
    if (!known) throw saidError("not_found", "error.thread_not_found");
  }

  return {
    ...{ find, artifact, events, watch, ended, list, kinds },
    async create(body, { trace_id, lang, key }) {
      await audit.ready();
      if (body.thread_id !== undefined) await refuseUnknownThread(body.thread_id);
      const by = { agent_id: "person", lang, ...(key === undefined ? {} : { key }) };
      const created = await engine.create(body, by);
      audit.tell({ trace_id, tool_id: "http.tasks.create", path: created.task_id });
      return created;
    },
    async cancel(task_id, { trace_id }) {
      await audit.ready();
      const cancelled = await engine.cancel(task_id);
      audit.tell({ trace_id, tool_id: "http.tasks.cancel", path: task_id });
      return cancelled;
    },
    async remove(task_id, { trace_id }) {
      await audit.ready();
      await engine.remove(task_id);
      audit.tell({ trace_id, tool_id: "http.tasks.delete", path: task_id });
    },
  };
}
