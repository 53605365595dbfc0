import { isLive } from "#lib/contracts/tasks";
import { programHere } from "../terminal/program-here.ts";
import type { TaskClient } from "./task-client.ts";

export async function tasksHere(call: {
  roots: readonly string[];
  project_dir: string;
  signal: AbortSignal;
}): Promise<TaskClient> {
  const { signal } = call;
  const program = await programHere(call);
  const { tasks } = program;
  const lang = "en";
  const reader = () => ({ trace_id: program.newId("trace"), lang, signal }) as const;
  return {
    create: (body) => tasks.create(body, reader()),
    async *events(task_id) {
      let at = 0;
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const stop = tasks.watch(task_id, resolve);
        try {
          const live = isLive((await tasks.find(task_id)).state);
          const rows = await tasks.events(task_id, at, 100);
          yield* rows;
          at = rows.at(-1)?.id ?? at;
          if (rows.length === 0 && !live) return;
          if (rows.length === 0) await promise;
        } finally {
          stop();
        }
      }
    },
    find: async (task_id) => tasks.find(task_id),
    cancel: async (task_id) => void (await tasks.cancel(task_id, reader())),
    artifact: async (task_id, name) => (await tasks.artifact(task_id, name)).bytes,
    close: () => program.close(),
  };
}
