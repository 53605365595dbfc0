import { SpansQuery } from "#lib/contracts/activity";
import { route } from "../../../_server/make-route.ts";

/** Every span of a trace in the order of the waterfall, a page at a time. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query }) =>
    Response.json(await assembly.activity.readSpans(params.trace_id ?? "", query(SpansQuery))),
});
