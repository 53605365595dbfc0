import { TaskEventsQuery } from "#lib/contracts/tasks";
import { route } from "../../../_server/make-route.ts";
import { taskStream } from "../../../_server/task-stream.ts";

/**
 * What a task told and tells, as server-sent events, after the one that `Last-Event-ID` or `after` names. It ends with the
 * task; 204 where there is nothing left, so that a browser does not come again.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, request, params, query }) => {
    const { after = 0 } = query(TaskEventsQuery);
    const last = request.headers.get("last-event-id");
    if (last !== null && !/^[0-9]{1,9}$/.test(last)) {
      throw assembly.failure("validation", "error.stream_not_found");
    }
    return taskStream(assembly.tasks, params.id ?? "", last === null ? after : Number(last));
  },
});
