import { ThreadsQuery } from "#lib/contracts/http";
import { route } from "../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) =>
    Response.json(await assembly.listThreads(query(ThreadsQuery))),
  /** All of them. */
  DELETE: async ({ assembly }) => Response.json({ deleted: await assembly.deleteThreads() }),
});
