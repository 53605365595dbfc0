import { LikeTasksBody } from "#lib/contracts/tasks";
import { route } from "../../_server/make-route.ts";

/** Tasks of before that are like one that is about to be started. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) =>
    Response.json(await call.assembly.memory.likeTasks(await call.body(LikeTasksBody))),
});
