import { ReplayCases, ReplayComparison, TraceList } from "#lib/contracts/activity";
import { AppError, ErrorBody } from "#lib/contracts/errors";
import { isDocent, type RunningServer } from "../terminal/running-servers.ts";
import type { ReplayClient } from "./replay-client.ts";

/** What came of these is an answer that another can be held against. */
const answered: ReadonlySet<string> = new Set(["answered", "partial", "no_evidence", "denied"]);

/** Of a server that runs at this address; undefined when none does, or what answers there is no Docent. */
export async function replaysOfServer(
  { base, access_token }: RunningServer,
  signal: AbortSignal,
): Promise<ReplayClient | undefined> {
  if (!(await isDocent(base, signal))) return undefined;

  async function call(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${base}/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(access_token === undefined ? {} : { authorization: `Bearer ${access_token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    const said: unknown = await response.json();
    if (response.ok) return said;
    const { error } = ErrorBody.parse(said);
    throw new AppError(error.code, error.message);
  }

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
