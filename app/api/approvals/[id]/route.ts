import { DecideBody } from "#lib/contracts/approvals";
import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params }) => Response.json(await assembly.desk.approval(params.id ?? "")),
  POST: async ({ assembly, params, trace_id, body }) => {
    const decided = await body(DecideBody);
    return Response.json(await assembly.desk.decide(params.id ?? "", decided, trace_id));
  },
});
