import { RunQuery } from "#lib/contracts/http";
import { route } from "../../../_server/make-route.ts";

/** One answer to be pasted elsewhere: Markdown with footnotes. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query }) =>
    Response.json(await assembly.answerMarkdown(params.id ?? "", query(RunQuery))),
});
