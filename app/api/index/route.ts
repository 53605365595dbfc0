import { IndexBody } from "#lib/contracts/http";
import { route } from "../_server/make-route.ts";

/** How far the folders are read; pause, resume and a look at the disk now. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => Response.json(await call.assembly.readIndex(call)),
  POST: async (call) =>
    Response.json(await call.assembly.actOnIndex(await call.body(IndexBody), call)),
});
