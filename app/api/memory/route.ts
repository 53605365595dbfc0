import { MemorySwitches } from "#lib/contracts/memory";
import { route } from "../_server/make-route.ts";
import { requireOwnPage } from "../_server/own-page.ts";

/** What is remembered; the switches of memory. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) => Response.json(await assembly.memory.report()),
  PATCH: async (call) => {
    requireOwnPage(call);
    return Response.json(await call.assembly.memory.switch(await call.body(MemorySwitches), call));
  },
});
