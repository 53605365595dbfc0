import { route } from "../../../_server/make-route.ts";

/** Ends a tool server and starts it again; answers once it is there. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ assembly, params }) =>
    Response.json({ servers: await assembly.restartServer(params.server ?? "") }),
});
