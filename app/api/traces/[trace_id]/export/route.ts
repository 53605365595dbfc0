import { TraceExportQuery } from "#lib/contracts/activity";
import { fileResponse } from "../../../_server/file-response.ts";
import { route } from "../../../_server/make-route.ts";

/** One trace as a file to take along: as JSON, or as OTLP in JSON. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query }) => {
    const { format } = query(TraceExportQuery);
    return fileResponse(await assembly.activity.exportTrace(params.trace_id ?? "", format));
  },
});
