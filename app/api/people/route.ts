import { route } from "../_server/make-route.ts";

/** Everybody who has signed in, with the role that they have now and what is good for them. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) =>
    Response.json({ people: await assembly.peopleOrNotFound().desk.people() }),
});
