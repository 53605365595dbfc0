import { AskBody } from "#lib/contracts/http";
import { idempotencyKey } from "../_server/idempotency-key.ts";
import { route } from "../_server/make-route.ts";

/** One question, one answer, once it is whole. Who comes with a token that only reads has it kept nowhere. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { assembly, trace_id, signal } = call;
    const key = idempotencyKey(call);
    const asked = await call.body(AskBody);
    const reads_only = call.person?.reads_only === true;
    if (reads_only && asked.thread_id !== undefined) {
      throw assembly.failure("token_scope", "error.token_scope");
    }
    const body = reads_only ? { ...asked, store: false } : asked;
    const answer = await assembly.ask(body, { trace_id, signal, emit: () => undefined, ...key });
    return Response.json(answer, { headers: { "x-trace-id": answer.trace_id } });
  },
});
