import type { Call } from "./make-route.ts";
import { errorResponse } from "./make-route.ts";

/** The etag of If-Match, as it stands in the document or in the quotation marks of the header; or the 428 to answer. */
export function ifMatch({ request, assembly, trace_id, lang }: Call): string | Response {
  const etag = request.headers.get("if-match");
  if (etag !== null) return etag.trim().replace(/^(?:W\/)?"(.*)"$/, "$1");
  const error = assembly.failure("validation", "error.if_match");
  return errorResponse(error, assembly, trace_id, lang, 428);
}
