import { route } from "../../_server/make-route.ts";

/** Asks the configured model one short question. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => Response.json(await call.assembly.models.test(call)),
});
