import { ReplayCases, ReplayComparison, TraceList } from "#lib/contracts/activity";
import { callServer, type RunningServer } from "../terminal/running-servers.ts";
import type { ReplayClient } from "./replay-client.ts";

/** What came of these is an answer that another can be held against. */
const answered: ReadonlySet<string> = new Set([
  ...(["answered", "unsure", "partial", "no_evidence", "denied"] as const),
]);

export function replaysOfServer(server: RunningServer, signal: AbortSignal): ReplayClient {
  const call = async (path: string, body?: unknown): Promise<unknown> =>
    (await callServer(server, path, { body, signal })).json();

  return {
    replay: async (trace_id, model) =>
      ReplayComparison.parse(
        await call(`/traces/${encodeURIComponent(trace_id)}/replay`, { model }),
      ),
    async since(since) {
      const { cases } = ReplayCases.parse(await call("/activity/cases"));
      const asked: string[] = [];
      let cursor = "";
      for (;;) {
        const more = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const query = `?kind=ask&since=${encodeURIComponent(since)}${more}`;
        const page = TraceList.parse(await call(`/traces${query}`));
        for (const row of page.rows) {
          if (answered.has(row.status) && row.thread_id !== undefined) asked.push(row.trace_id);
        }
        if (page.next_cursor === undefined) break;
        cursor = page.next_cursor;
      }
      return [...new Set([...cases.map(({ trace_id }) => trace_id), ...asked.reverse()])];
    },
    close: async () => undefined,
  };
}
