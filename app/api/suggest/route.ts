import { SuggestQuery } from "#lib/contracts/http";
import { route } from "../_server/make-route.ts";

/** What could be asked: titles and headings that complete `q`; without `q`, headings that are questions already. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => Response.json(await call.assembly.suggest(call.query(SuggestQuery), call)),
});
