import { ModelTestBody } from "#lib/contracts/model-trials";
import { route } from "../../_server/make-route.ts";
import { requireOwnPage } from "../../_server/own-page.ts";

/**
 * Asks the configured model one short question, or the one that a person tries before saving it: that one only for the
 * page of this server, because a key is sent to an address that nobody saved.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { models } = call.assembly;
    const { model } = call.request.body === null ? {} : await call.body(ModelTestBody);
    if (model !== undefined) requireOwnPage(call);
    return Response.json(await models.test(call, model));
  },
});
