import { NewTokenBody } from "#lib/contracts/people-desk";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";

/** Tokens for programs: listed without what they say, and made at the page alone, which shows that once. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) =>
    Response.json({ tokens: await assembly.peopleOrNotFound().desk.tokens() }),
  POST: async (call) => {
    requireOwnPage(call);
    const asked = await call.body(NewTokenBody);
    const { desk } = call.assembly.peopleOrNotFound();
    return Response.json(await desk.addToken(asked, call), { status: 201 });
  },
});
