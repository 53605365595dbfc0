import { AuditQuery } from "#lib/contracts/records";
import { route } from "../_server/make-route.ts";

/** Which lines of which documents were read, by whom and for what, and what was refused: never the text. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, query }) => Response.json(assembly.listReads(query(AuditQuery))),
});
