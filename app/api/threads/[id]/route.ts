import { RenameBody, ThreadQuery } from "#lib/contracts/http";
import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query }) =>
    Response.json(await assembly.readThread(params.id ?? "", query(ThreadQuery))),
  PATCH: async ({ assembly, params, body }) => {
    const { title } = await body(RenameBody);
    return Response.json(await assembly.renameThread(params.id ?? "", title));
  },
  DELETE: async ({ assembly, params }) =>
    Response.json({ deleted: await assembly.deleteThreads(params.id ?? "") }),
});
