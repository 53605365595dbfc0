import { route } from "../../_server/make-route.ts";

/** Clears away what is past its time, now instead of at the next pass. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ assembly, lang }) => Response.json(await assembly.activity.compact(lang)),
});
