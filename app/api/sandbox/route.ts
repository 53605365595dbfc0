import { route } from "../_server/make-route.ts";

/** Which sandboxes this machine has, on which one each language runs, and within which limits. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, signal, lang }) =>
    Response.json(await assembly.sandbox.report(signal, lang)),
});
