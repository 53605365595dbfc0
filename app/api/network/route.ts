import { NetworkQuery } from "#lib/contracts/activity";
import { route } from "../_server/make-route.ts";

/** Every connection that the program opened or was kept from opening, newest first. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) =>
    Response.json(await assembly.activity.listConnections(query(NetworkQuery))),
});
