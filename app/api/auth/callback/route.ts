import { route } from "../../_server/make-route.ts";
import { setCookie } from "../../_server/set-cookie.ts";

/**
 * Where the provider sends the browser back to. Whoever may come in gets a new session and the page that was asked for; any
 * other the page to sign in on, which says why.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  sign_in: "from_elsewhere",

  GET: async ({ assembly, request, trace_id }) => {
    const { flow, identity, secure } = assembly.peopleOrNotFound();
    const headers = new Headers();
    const forget = { name: flow.cookie, value: "", max_age_s: 0, secure };
    headers.append("set-cookie", setCookie(forget));
    try {
      const came = new URL(request.url);
      const { session, return_to } = await flow.finish(came, request.headers.get("cookie"));
      const { value, max_age_s } = session;
      headers.append("set-cookie", setCookie({ name: identity.cookie, value, max_age_s, secure }));
      headers.set("location", return_to);
    } catch (error) {
      const { code } = assembly.explain(error, trace_id);
      headers.set("location", `/sign-in?problem=${code}`);
    }
    return new Response(null, { status: 303, headers });
  },
});
