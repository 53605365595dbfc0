import { ForgetPagesBody, SavedPagesQuery } from "#lib/contracts/web-desk";
import { route } from "../../_server/make-route.ts";

/** Saved pages of the web, newest first; one of them, or all, can be forgotten. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) =>
    Response.json(await call.assembly.webDesk.pages(call.query(SavedPagesQuery))),
  DELETE: async (call) =>
    Response.json(await call.assembly.webDesk.forget(await call.body(ForgetPagesBody), call)),
});
