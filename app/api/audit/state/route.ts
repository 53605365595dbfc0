import { route } from "../../_server/make-route.ts";

/** Whether the chain of the audit stands as it was written. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, lang }) => Response.json(await assembly.activity.auditState(lang)),
});
