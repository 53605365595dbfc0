import { CallsQuery } from "#lib/contracts/records";
import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) => Response.json(await assembly.listCalls(query(CallsQuery))),
});
