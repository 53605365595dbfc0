import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, params }) => Response.json(assembly.readThread(params.id ?? "")),
});
