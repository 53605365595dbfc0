import { SkippedQuery } from "#lib/contracts/http";
import { route } from "../../_server/make-route.ts";

/** The files of a folder that were left out or only partly read, each with its rule, 500 at a time. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) =>
    Response.json(await call.assembly.listSkipped(call.query(SkippedQuery), call)),
});
