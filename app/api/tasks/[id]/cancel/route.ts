import { route } from "../../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ assembly, params, trace_id, lang, signal }) => {
    const cancelled = await assembly.tasks.cancel(params.id ?? "", { trace_id, lang, signal });
    return Response.json(cancelled, { status: 202 });
  },
});
