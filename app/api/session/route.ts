import { SignInBody } from "#lib/contracts/http";
import { type Call, route } from "../_server/make-route.ts";

/**
 * Takes the access token once and gives a session for it, or ends the one that the page has. The cookie is out of reach
 * for scripts and for every other site, and kept to https where the page came by https.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  open: true,

  POST: async (call) => {
    const { token } = await call.body(SignInBody);
    const entry = authenticationOf(call).signIn(token, call.address);
    if (entry.kind !== "in") throw call.assembly.notLetIn(entry);
    return withCookie(call, entry.session, entry.max_age_s);
  },

  DELETE: (call) => {
    authenticationOf(call).signOut(call.request.headers.get("cookie"));
    return withCookie(call, "", 0);
  },
});

/** Without an access token there is nothing to sign in to. */
function authenticationOf({ assembly }: Call) {
  if (!assembly.authentication.locked) throw assembly.failure("not_found", "error.not_found");
  return assembly.authentication;
}

function withCookie({ assembly, request }: Call, value: string, maxAge: number): Response {
  const secure = request.headers.get("origin")?.startsWith("https://") ? "; Secure" : "";
  const cookie = `${assembly.authentication.cookie}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`;
  return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
}
