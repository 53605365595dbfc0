import { SeriesQuery } from "#lib/contracts/activity";
import { route } from "../../_server/make-route.ts";

/** The figures of one chart, by hour, day, week or month. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) =>
    Response.json(await assembly.activity.series(query(SeriesQuery))),
});
