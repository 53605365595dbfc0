import { route } from "../../_server/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, params }) => Response.json(assembly.readThread(params.id ?? "")),
});
