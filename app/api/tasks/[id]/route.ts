import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params }) => Response.json(await assembly.tasks.find(params.id ?? "")),
  /** With its steps, events and files; what is under way in it ends first. */
  DELETE: async ({ assembly, params, trace_id, lang, signal }) => {
    await assembly.tasks.remove(params.id ?? "", { trace_id, lang, signal });
    return Response.json({ deleted: 1 });
  },
});
