import { RunQuery } from "#lib/contracts/http";
import { route } from "../../../_server/make-route.ts";

/** What the documents around an answer can answer as well. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query, ...reader }) =>
    Response.json(await assembly.followUps(params.id ?? "", query(RunQuery), reader)),
});
