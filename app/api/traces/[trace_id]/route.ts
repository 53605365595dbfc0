import { route } from "../../_server/make-route.ts";

/** The whole tree of one asking: request, agent, model, task, tool calls. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, params }) => Response.json(assembly.readTrace(params.trace_id ?? "")),
});
