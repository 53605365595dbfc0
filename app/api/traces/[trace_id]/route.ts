import { route } from "../../_server/make-route.ts";

/** One asking or task, from the request to the lines that its sentences rest on. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, lang }) =>
    Response.json(await assembly.activity.readTrace(params.trace_id ?? "", lang)),
});
