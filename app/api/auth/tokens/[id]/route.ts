import { route } from "../../../_server/make-route.ts";
import { requireOwnPage } from "../../../_server/own-page.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: async (call) => {
    const { desk } = call.assembly.peopleOrNotFound();
    requireOwnPage(call);
    await desk.removeToken(call.params.id ?? "", call);
    return new Response(null, { status: 204 });
  },
});
