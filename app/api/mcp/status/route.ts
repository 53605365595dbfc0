import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, lang }) => Response.json({ servers: await assembly.servers(lang) }),
});
