import { route } from "../_server/make-route.ts";

/** Open, so that a monitor sees that the server is there; how it is, is for those inside. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  open: true,

  GET: async ({ assembly, lang, inside }) =>
    Response.json(inside ? await assembly.health(lang) : await assembly.healthOutside()),
});
