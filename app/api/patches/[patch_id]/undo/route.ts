import { PatchBody } from "#lib/contracts/patches";
import { route } from "../../../_server/make-route.ts";
import { requireOwnPage } from "../../../_server/own-page.ts";
import { patchResponse } from "../../../_server/patch-response.ts";

/** Once, while every document is as the patch left it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    requireOwnPage(call);
    const { assembly, params } = call;
    const body = await call.body(PatchBody);
    return patchResponse(await assembly.patches.undo(params.patch_id ?? "", body, call), call);
  },
});
