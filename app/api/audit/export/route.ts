import { route } from "../../_server/make-route.ts";
import { textStream } from "../../_server/text-stream.ts";

/** The whole audit with its chain as lines of JSON; `npm run doctor -- --audit FILE` verifies it on any machine. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly }) =>
    new Response(textStream(await assembly.activity.exportAudit()), {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": 'attachment; filename="docent-audit.jsonl"',
      },
    }),
});
