import type { SignedOut } from "#lib/contracts/people-desk";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";
import { setCookie } from "../../_server/set-cookie.ts";

/**
 * Ends the session on every server, and every stream that was read in it. Tells where the browser goes to sign out at the
 * provider, too.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  sign_in: "to_leave",

  POST: async (call) => {
    const { assembly, request } = call;
    const { flow, identity, secure } = assembly.peopleOrNotFound();
    requireOwnPage(call);
    const to = await flow.leave(request.headers.get("cookie"));
    const forget = setCookie({ name: identity.cookie, value: "", max_age_s: 0, secure });
    const body: SignedOut = { to: to?.href ?? null };
    return Response.json(body, { headers: { "set-cookie": forget } });
  },
});
