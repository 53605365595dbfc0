import { route } from "../../_server/make-route.ts";

/** A patch of a task: its files as they are now, and what it would change in each. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) =>
    Response.json(await call.assembly.patches.look(call.params.patch_id ?? "", call)),
});
