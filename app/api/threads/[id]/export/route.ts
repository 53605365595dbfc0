import { ExportQuery } from "#lib/contracts/http";
import { fileResponse } from "../../../_server/file-response.ts";
import { route } from "../../../_server/make-route.ts";

/** A conversation as a file to take along. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query, ...reader }) => {
    const { format } = query(ExportQuery);
    return fileResponse(await assembly.exportThread(params.id ?? "", format, reader));
  },
});
