import { AskBody } from "#lib/contracts/http";
import { idempotencyKey } from "../_server/idempotency-key.ts";
import { route } from "../_server/make-route.ts";

/** One question, one answer, once it is whole. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { assembly, trace_id, signal } = call;
    const key = idempotencyKey(call);
    const body = await call.body(AskBody);
    const answer = await assembly.ask(body, { trace_id, signal, emit: () => undefined, ...key });
    return Response.json(answer, { headers: { "x-trace-id": answer.trace_id } });
  },
});
