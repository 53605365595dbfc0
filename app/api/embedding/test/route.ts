import { route } from "../../_server/make-route.ts";

/** Sends the configured embedding model one sentence of our own. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => Response.json(await call.assembly.embedding.test(call)),
});
