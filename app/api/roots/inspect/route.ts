import { InspectBody } from "#lib/contracts/http";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";

/** What a folder would make readable: names, numbers and sizes, for the person who thinks of adding it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    requireOwnPage(call);
    return Response.json(await call.assembly.inspectFolder(await call.body(InspectBody), call));
  },
});
