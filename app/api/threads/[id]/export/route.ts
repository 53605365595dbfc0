import { ExportQuery } from "#lib/contracts/http";
import { route } from "../../../_server/make-route.ts";

/** A conversation as a file to take along. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, params, query, lang }) => {
    const { format } = query(ExportQuery);
    const { name, type, text } = assembly.exportThread(params.id ?? "", format, lang);
    return new Response(text, {
      headers: {
        "content-type": `${type}; charset=utf-8`,
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
