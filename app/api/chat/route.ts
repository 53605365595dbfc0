import { AskBody } from "#lib/contracts/http";
import { answerStream } from "../_server/answer-stream.ts";
import { idempotencyKey } from "../_server/idempotency-key.ts";
import { route } from "../_server/make-route.ts";

/** One question, its answer as it comes to be: a UI message stream of steps, citations, claims, gaps, and the answer. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const key = idempotencyKey(call);
    return answerStream(await call.body(AskBody), key, call);
  },
});
