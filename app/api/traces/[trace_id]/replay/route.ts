import { ReplayBody } from "#lib/contracts/activity";
import { route } from "../../../_server/make-route.ts";

/** Does it again on today's folders and tells what is different; nothing that has an effect is run. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ assembly, params, body, ...reader }) => {
    const { replays } = assembly.activity;
    return Response.json(
      await replays.replay(params.trace_id ?? "", await body(ReplayBody), reader),
    );
  },
});
