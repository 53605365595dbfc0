import type { Assembly } from "#lib/assembly";
import type { ConflictBody } from "#lib/contracts/patches";
import type { Call } from "./make-route.ts";

type Done = Awaited<ReturnType<Assembly["patches"]["apply"]>>;

/** The patch as it is now, or both sides of what stands in its way. */
export function patchResponse(done: Done, { assembly, trace_id, lang }: Call): Response {
  if (done.kind === "done") return Response.json(done.patch);
  const message = assembly.sentence(done.error, lang);
  const body: ConflictBody = {
    error: { code: "conflict", message, trace_id },
    conflicts: done.conflicts,
  };
  return Response.json(body, { status: 409 });
}
