import { TraceListQuery } from "#lib/contracts/activity";
import { route } from "../_server/make-route.ts";

/** Askings and tasks, newest first. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) =>
    Response.json(await assembly.activity.listTraces(query(TraceListQuery))),
});
