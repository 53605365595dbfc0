import { CompleteQuery } from "#lib/contracts/http";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";

/** Names of folders that continue the path a person is typing. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => {
    requireOwnPage(call);
    const { prefix } = call.query(CompleteQuery);
    return Response.json(await call.assembly.completeFolder(prefix, call));
  },
});
