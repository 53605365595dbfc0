import { answerStream } from "../../../_server/answer-stream.ts";
import { route } from "../../../_server/make-route.ts";

/**
 * Reads on in a conversation's answer: after the event that `Last-Event-ID` names, also when the run has ended or the
 * server is another one by now; without it what is under way, from its beginning. 204 when there is nothing to read.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, request, params }) => {
    const thread_id = params.thread_id ?? "";
    const last = request.headers.get("last-event-id");
    if (last === null) {
      const running = await assembly.runs.running(thread_id);
      return running === undefined ? new Response(null, { status: 204 }) : answerStream(running);
    }
    const [, run_id, number] = /^(run_[0-9a-f]{24}):([0-9]{1,9})$/.exec(last) ?? [];
    const run = run_id === undefined ? undefined : await assembly.runs.find(run_id);
    if (run?.thread_id !== thread_id) throw assembly.failure("not_found", "error.stream_not_found");
    return answerStream(run, Number(number));
  },
});
