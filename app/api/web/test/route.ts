import { WebTestBody } from "#lib/contracts/web-desk";
import { route } from "../../_server/make-route.ts";

/** One search with the service that is set up, by the hand of a person. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { query } = await call.body(WebTestBody);
    return Response.json(await call.assembly.webDesk.trySearch(query, call));
  },
});
