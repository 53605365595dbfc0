import { route } from "../../_server/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly }) => Response.json({ servers: assembly.servers() }),
});
