import { route } from "../_server/make-route.ts";

/** Which search of the web is set up, what each needs, and how much is saved. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => Response.json(await call.assembly.webDesk.report()),
});
