import { route } from "../../../../_server/make-route.ts";

/** What is known of one span beside its time: rows of the audit, envelope, arguments, result, reply. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params }) =>
    Response.json(await assembly.activity.readSpan(params.trace_id ?? "", params.span_id ?? "")),
});
