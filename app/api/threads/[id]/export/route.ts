import { ExportQuery } from "#lib/contracts/http";
import { route } from "../../../_server/make-route.ts";

/** A conversation as a file to take along. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, params, query, ...reader }) => {
    const { format } = query(ExportQuery);
    const { name, type, text } = await assembly.exportThread(params.id ?? "", format, reader);
    return new Response(text, {
      headers: {
        "content-type": `${type}; charset=utf-8`,
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
