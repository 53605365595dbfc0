import { route } from "../../_server/make-route.ts";

/** How much there is of each kind. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) => Response.json(await assembly.memory.sizes()),
});
