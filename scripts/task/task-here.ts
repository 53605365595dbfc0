import { createAssembly } from "#lib/assembly";
import { isLive } from "#lib/contracts/tasks";
import { foldersRead } from "../terminal/folders-read.ts";
import type { TaskClient } from "./task-client.ts";

/** The whole program in this process for one task, once the folders are read. Nobody can be asked: what would ask is refused. */
export async function tasksHere(call: {
  roots: readonly string[];
  project_dir: string;
  signal: AbortSignal;
}): Promise<TaskClient> {
  const { roots, project_dir, signal } = call;
  const env = { ...process.env, DOCENT_LOG_LEVEL: process.env.DOCENT_LOG_LEVEL ?? "warn" };
  const assembly = createAssembly({ project_dir, env, roots, attended: false });
  const { tasks } = assembly;
  const lang = "en";
  const reader = () => ({ trace_id: assembly.newId("trace"), lang, signal }) as const;
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
  } catch (error) {
    await assembly.close();
    throw error;
  }
  return {
    create: (body) => tasks.create(body, reader()),
    async *events(task_id) {
      let at = 0;
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const stop = tasks.watch(task_id, resolve);
        try {
          const live = isLive(tasks.find(task_id).state);
          const rows = tasks.events(task_id, at, 100);
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
    close: () => assembly.close(),
  };
}
