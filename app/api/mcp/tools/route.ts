import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, signal }) => Response.json({ tools: await assembly.tools(signal) }),
});
