import { route } from "../../../../_server/make-route.ts";

/** What is known of one span beside its time: rows of the audit, envelope, arguments, result, reply. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, params }) =>
    Response.json(assembly.activity.readSpan(params.trace_id ?? "", params.span_id ?? "")),
});
