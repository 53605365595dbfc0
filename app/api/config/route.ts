import type { ConfigDocument, ConfigProblems } from "#lib/contracts/http";
import { errorResponse, route } from "../_server/make-route.ts";

/** The whole configuration with its etag; a save needs the etag it was read with. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => shown(await call.assembly.readConfig(call)),

  PUT: async (call) => {
    const { assembly, request, trace_id, lang } = call;
    const etag = request.headers.get("if-match");
    if (etag === null) {
      const error = assembly.failure("validation", "error.if_match");
      return errorResponse(error, assembly, trace_id, lang, 428);
    }
    const saved = await assembly.saveConfig(await call.json(), unquoted(etag), call);
    if (saved.kind === "saved") return shown(saved.document);
    if (saved.kind === "conflict") {
      const error = assembly.failure("config_invalid", "error.config_conflict");
      return errorResponse(error, assembly, trace_id, lang, 412);
    }
    const { problems } = saved;
    const problem = problems.map(({ path, message }) => `${path}: ${message}`).join(" ");
    const message = assembly.say(lang, "error.config_invalid", { problem });
    const body: ConfigProblems = { error: { code: "config_invalid", message, trace_id }, problems };
    return Response.json(body, { status: 422 });
  },
});

function shown(document: ConfigDocument): Response {
  return Response.json(document, { headers: { etag: `"${document.etag}"` } });
}

/** An etag may come as it stands in the document, or in the quotation marks of the header. */
function unquoted(etag: string): string {
  return etag.trim().replace(/^(?:W\/)?"(.*)"$/, "$1");
}
