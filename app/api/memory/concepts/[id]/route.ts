import { ConceptChange } from "#lib/contracts/memory";
import { route } from "../../../_server/make-route.ts";
import { requireOwnPage } from "../../../_server/own-page.ts";

/** A fact in other words, or given to everybody out of an agent's partition; or forgotten. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: async (call) => {
    requireOwnPage(call);
    const { assembly, params } = call;
    const change = await call.body(ConceptChange);
    return Response.json(await assembly.memory.change(params.id ?? "", change, call));
  },
  DELETE: async (call) => {
    const { assembly, params } = call;
    return Response.json(await assembly.memory.forget({ concept_id: params.id ?? "" }, call));
  },
});
