import { AuditTrailQuery } from "#lib/contracts/activity";
import { route } from "../_server/make-route.ts";

/** Which lines of which documents were read and which tools were called, by whom, by which right and for what, and what was refused: never the text. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) =>
    Response.json(await assembly.activity.listAudit(query(AuditTrailQuery))),
});
