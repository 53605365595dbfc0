import { AskBody } from "#lib/contracts/http";
import { answerStream } from "../_server/answer-stream.ts";
import { idempotencyKey } from "../_server/idempotency-key.ts";
import { route } from "../_server/make-route.ts";

/**
 * One question, its answer as it comes to be: a UI message stream of steps, citations, claims, gaps, and the answer. A
 * reader who leaves ends the stream and not the run: the answer goes into the conversation.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { assembly, trace_id, lang } = call;
    const key = idempotencyKey(call);
    const body = await call.body(AskBody);
    const run = await assembly.runs.start(body, { trace_id, lang, ...key });
    // Who left before hearing the conversation's name cannot come back to it.
    const nameless = body.thread_id === undefined;
    if (call.signal.aborted && nameless) await assembly.runs.stop({ run_id: run.run_id });
    return answerStream(run);
  },
});
