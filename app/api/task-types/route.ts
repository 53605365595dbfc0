import { route } from "../_server/make-route.ts";

/** Kinds of tasks, with the form of each and whether it can be started. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) => Response.json({ types: await assembly.tasks.kinds() }),
});
