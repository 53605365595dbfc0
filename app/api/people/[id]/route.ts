import { PersonChange } from "#lib/contracts/people-desk";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";

/** Lets somebody in no more, or again; or takes away everything that is kept of them, the audit apart. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: async (call) => {
    requireOwnPage(call);
    const change = await call.body(PersonChange);
    const { desk } = call.assembly.peopleOrNotFound();
    return Response.json(await desk.change(call.params.id ?? "", change, call));
  },
  DELETE: async (call) => {
    const { desk } = call.assembly.peopleOrNotFound();
    requireOwnPage(call);
    return Response.json(await desk.erase(call.params.id ?? "", call));
  },
});
