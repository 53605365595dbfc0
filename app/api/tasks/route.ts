import { CreateTaskBody, TasksQuery } from "#lib/contracts/tasks";
import { idempotencyKey } from "../_server/idempotency-key.ts";
import { route } from "../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) => Response.json(await assembly.tasks.list(query(TasksQuery))),
  /** Answers before the work is done: 202 with the task's id. */
  POST: async (call) => {
    const { assembly, trace_id, lang, signal } = call;
    const key = idempotencyKey(call);
    const body = await call.body(CreateTaskBody);
    const created = await assembly.tasks.create(body, { trace_id, lang, signal, ...key });
    return Response.json(created, { status: 202 });
  },
});
