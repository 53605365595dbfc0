import { route } from "../../_server/make-route.ts";

/** Looks at the folders now, whatever the watch has said. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => Response.json(await call.assembly.skills.rescan(call)),
});
