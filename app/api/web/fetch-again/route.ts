import { FetchAgainBody } from "#lib/contracts/web-desk";
import { route } from "../../_server/make-route.ts";

/** A saved page once more from its address, and whether it says the same. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { path } = await call.body(FetchAgainBody);
    return Response.json(await call.assembly.webDesk.fetchAgain(path, call));
  },
});
