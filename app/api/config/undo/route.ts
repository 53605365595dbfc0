import { configConflict, configDocument } from "../../_server/config-response.ts";
import { ifMatch } from "../../_server/if-match.ts";
import { errorResponse, route } from "../../_server/make-route.ts";

/** Takes the newest save back; like a save it needs the etag the configuration was read with. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { assembly, trace_id, lang } = call;
    const etag = ifMatch(call);
    if (typeof etag !== "string") return etag;
    const undone = await assembly.undoConfig(etag, call);
    if (undone.kind === "undone") return configDocument(undone.document);
    if (undone.kind === "conflict") return configConflict(call);
    const error = assembly.failure("not_found", "error.undo_nothing");
    return errorResponse(error, assembly, trace_id, lang, 409);
  },
});
