import type { ConfigDocument } from "#lib/contracts/http";
import { type Call, errorResponse } from "./make-route.ts";

export function configDocument(document: ConfigDocument): Response {
  return Response.json(document, { headers: { etag: `"${document.etag}"` } });
}

/** Somebody else has changed the configuration since it was read. */
export function configConflict({ assembly, trace_id, lang }: Call): Response {
  const error = assembly.failure("config_invalid", "error.config_conflict");
  return errorResponse(error, assembly, trace_id, lang, 412);
}
