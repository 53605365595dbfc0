import { route } from "../_server/make-route.ts";

/** What waits for a person, and what was allowed for longer than one call. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) => Response.json(await assembly.desk.approvals()),
});
