import { route } from "../../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: async ({ assembly, params }) => {
    await assembly.activity.replays.dropCase(params.trace_id ?? "");
    return Response.json({ deleted: 1 });
  },
});
