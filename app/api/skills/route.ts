import { route } from "../_server/make-route.ts";

/** Every skill there is, with its state and what it may use. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => Response.json(await call.assembly.skills.list(call)),
});
