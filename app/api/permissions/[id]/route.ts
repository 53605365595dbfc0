import { route } from "../../_server/make-route.ts";

/** Takes back what was allowed for a conversation or for good. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: async ({ assembly, params, trace_id }) => {
    await assembly.desk.revoke(params.id ?? "", trace_id);
    return Response.json({ deleted: 1 });
  },
});
