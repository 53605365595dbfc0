import { route } from "../_server/make-route.ts";

/** Every tool there is, whoever provides it, and what was offered and not taken. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, signal, lang }) => Response.json(await assembly.desk.list(signal, lang)),
});
