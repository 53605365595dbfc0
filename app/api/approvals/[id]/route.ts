import { DecideBody } from "#lib/contracts/approvals";
import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, params }) => Response.json(assembly.desk.approval(params.id ?? "")),
  POST: async ({ assembly, params, trace_id, body }) => {
    const decided = await body(DecideBody);
    return Response.json(await assembly.desk.decide(params.id ?? "", decided, trace_id));
  },
});
