import { ReplayCaseBody } from "#lib/contracts/activity";
import { route } from "../../_server/make-route.ts";

/** Askings and tasks that are kept to be done again after a change. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) => Response.json(await assembly.activity.replays.cases()),
  POST: async ({ assembly, body }) => {
    const { trace_id, note } = await body(ReplayCaseBody);
    await assembly.activity.replays.keepCase(trace_id, note);
    return Response.json(await assembly.activity.replays.cases());
  },
});
