import { route } from "../_server/make-route.ts";

/** Open, so that a monitor sees that the server is there; how it is, is for those inside. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  open: true,

  GET: async ({ assembly, lang, inside }) => {
    const health = await assembly.health(lang);
    return Response.json(inside ? health : { status: health.status });
  },
});
