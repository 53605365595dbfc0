import { route } from "../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly }) => Response.json(assembly.desk.agents()),
});
