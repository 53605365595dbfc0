import { route } from "../../_server/make-route.ts";
import { setCookie } from "../../_server/set-cookie.ts";

/** Sends the browser to the provider, with a cookie by which it is known when it comes back. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  sign_in: "from_here",

  GET: async ({ assembly, request }) => {
    const { flow, secure } = assembly.peopleOrNotFound();
    const return_to = new URL(request.url).searchParams.get("return_to");
    const { to, cookie, max_age_s } = await flow.begin(return_to);
    const headers = new Headers({ location: to.href });
    headers.append(
      "set-cookie",
      setCookie({ name: flow.cookie, value: cookie, max_age_s, secure }),
    );
    return new Response(null, { status: 302, headers });
  },
});
