import { FeedbackBody } from "#lib/contracts/http";
import { route } from "../../../_server/make-route.ts";

/** Was an answer of this conversation right? Kept here, sent nowhere. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ assembly, params, body }) =>
    Response.json(await assembly.judgeAnswer(params.id ?? "", await body(FeedbackBody))),
});
