import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";
import { setCookie } from "../../_server/set-cookie.ts";

/** Ends the session on every server, and every stream that was read in it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  sign_in: "to_leave",

  POST: async (call) => {
    const { assembly, request } = call;
    const { identity, secure } = assembly.peopleOrNotFound();
    requireOwnPage(call);
    await identity.end(request.headers.get("cookie"));
    const forget = setCookie({ name: identity.cookie, value: "", max_age_s: 0, secure });
    return new Response(null, { status: 204, headers: { "set-cookie": forget } });
  },
});
