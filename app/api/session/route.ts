import { SignInBody } from "#lib/contracts/http";
import { notLetIn, route } from "../_server/make-route.ts";

/**
 * Takes the access token once and gives a session for it. The cookie is out of reach for scripts and for every other
 * site, and kept to https where the page came by https.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  open: true,

  POST: async (call) => {
    const { assembly, address, request } = call;
    const { door } = assembly;
    const { token } = await call.body(SignInBody);
    if (!door.locked) throw assembly.failure("not_found", "error.not_found");
    const entry = door.signIn(token, address);
    if (entry.kind !== "in") throw notLetIn(entry, assembly);
    const secure = request.headers.get("origin")?.startsWith("https://") ? "; Secure" : "";
    const cookie = `${door.cookie}=${entry.session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${entry.max_age_s}${secure}`;
    return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
  },
});
