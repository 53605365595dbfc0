import { ConceptBody } from "#lib/contracts/memory";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";

/** A person states a fact; nobody else does. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    requireOwnPage(call);
    const concept = await call.assembly.memory.state(await call.body(ConceptBody), call);
    return Response.json(concept);
  },
});
