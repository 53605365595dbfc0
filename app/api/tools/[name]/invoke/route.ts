import { InvokeBody } from "#lib/contracts/approvals";
import { idempotencyKey } from "../../../_server/idempotency-key.ts";
import { route } from "../../../_server/make-route.ts";

/** One call of one tool by a person: its result, or 202 while a person has yet to decide about it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async (call) => {
    const { assembly, params, trace_id, signal, lang } = call;
    const key = idempotencyKey(call);
    const body = await call.body(InvokeBody);
    const asked = { trace_id, signal, lang, ...key };
    const reply = await assembly.desk.invoke(params.name ?? "", body, asked);
    return Response.json(reply, { status: "approval_id" in reply ? 202 : 200 });
  },
});
