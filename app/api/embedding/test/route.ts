import { EmbeddingTestBody } from "#lib/contracts/model-trials";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";

/**
 * Sends the configured embedding model one sentence of our own, or the one that a person tries before saving it: that one
 * only for the page of this server, because a key is sent to an address that nobody saved.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { embedding: desk } = call.assembly;
    const { embedding } = call.request.body === null ? {} : await call.body(EmbeddingTestBody);
    if (embedding !== undefined) requireOwnPage(call);
    return Response.json(await desk.test(call, embedding));
  },
});
