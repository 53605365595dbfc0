import { PreviewQuery } from "#lib/contracts/http";
import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => Response.json(await call.assembly.preview(call.query(PreviewQuery), call)),
});
