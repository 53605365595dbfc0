import { route } from "../../../_server/make-route.ts";

/** Ends what is under way in a conversation; nothing of it is stored but what tools had changed by then. `stopped` is false when there was nothing. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ assembly, params }) =>
    Response.json({ stopped: await assembly.runs.stop({ thread_id: params.thread_id ?? "" }) }),
});
