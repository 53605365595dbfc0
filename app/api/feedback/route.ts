import { FeedbackQuery } from "#lib/contracts/http";
import { fileResponse } from "../_server/file-response.ts";
import { route } from "../_server/make-route.ts";

/** What was said of answers, as a file to take along. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, query }) =>
    fileResponse(await assembly.exportFeedback(query(FeedbackQuery).format)),
});
