import { EmbeddingBody } from "#lib/contracts/http";
import { route } from "../_server/make-route.ts";

/** How far the passages have vectors; the agreement that their text is sent, pause, resume, and taking all of it back. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => Response.json(await call.assembly.embedding.report(call)),
  POST: async (call) =>
    Response.json(await call.assembly.embedding.act(await call.body(EmbeddingBody), call)),
});
