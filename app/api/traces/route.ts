import { TracesQuery } from "#lib/contracts/records";
import { route } from "../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, query }) => Response.json(assembly.listTraces(query(TracesQuery))),
});
