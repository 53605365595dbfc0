import { AccessCheckBody } from "#lib/contracts/http";
import { route } from "../../_server/make-route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) =>
    Response.json(await call.assembly.checkAccess(await call.body(AccessCheckBody), call)),
});
