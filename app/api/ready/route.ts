import type { Readiness } from "#lib/contracts/http";
import { route } from "../_server/make-route.ts";

/**
 * Open, for whoever sends requests to one of several servers: 503 while this one cannot store or has
 * not read the folders yet, and once it is about to end.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  open: true,

  GET: async ({ assembly }) => {
    const ready = await assembly.ready();
    return Response.json({ ready } satisfies Readiness, { status: ready ? 200 : 503 });
  },
});
