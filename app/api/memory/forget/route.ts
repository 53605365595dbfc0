import { ForgetBody } from "#lib/contracts/memory";
import { route } from "../../_server/make-route.ts";

/** One fact, one turn, one conversation, a time span, or everything, with every trace of its words. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { scope } = await call.body(ForgetBody);
    return Response.json(await call.assembly.memory.forget(scope, call));
  },
});
