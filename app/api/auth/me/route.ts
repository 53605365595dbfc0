import { route } from "../../_server/make-route.ts";

/** Who one is here, and by what one came in. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, person, by }) => {
    const { desk } = assembly.peopleOrNotFound();
    return Response.json(desk.me(person, by));
  },
});
