import { route } from "../../_server/make-route.ts";

/** How much is kept of each kind and for how long, and whether anything is sent away. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, lang }) => Response.json(await assembly.activity.kept(lang)),
});
