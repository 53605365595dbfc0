import type { ConfigProblems } from "#lib/contracts/http";
import { configConflict, configDocument } from "../_server/config-response.ts";
import { ifMatch } from "../_server/if-match.ts";
import { route } from "../_server/make-route.ts";

/** The whole configuration with its etag; a save needs the etag it was read with. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => configDocument(await call.assembly.readConfig(call)),

  PUT: async (call) => {
    const { assembly, trace_id, lang } = call;
    const etag = ifMatch(call);
    if (typeof etag !== "string") return etag;
    const saved = await assembly.saveConfig(await call.json(), etag, call);
    if (saved.kind === "saved") return configDocument(saved.document);
    if (saved.kind === "conflict") return configConflict(call);
    const { problems } = saved;
    const problem = problems.map(({ path, message }) => `${path}: ${message}`).join(" ");
    const message = assembly.say(lang, "error.config_invalid", { problem });
    const body: ConfigProblems = { error: { code: "config_invalid", message, trace_id }, problems };
    return Response.json(body, { status: 422 });
  },
});
