import { route } from "../../../_server/make-route.ts";

/** Ends a tool server and starts it again; answers once it is there. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) =>
    Response.json({ servers: await call.assembly.restartServer(call.params.server ?? "", call) }),
});
