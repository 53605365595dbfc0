import { EpisodesQuery } from "#lib/contracts/memory";
import { route } from "../../_server/make-route.ts";

/** Earlier questions: the newest first, or those that are most like what is looked for. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) =>
    Response.json(await call.assembly.memory.episodes(call.query(EpisodesQuery), call)),
});
