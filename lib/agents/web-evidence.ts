import type { Notice } from "#lib/contracts/answer";
import type { DocumentPlace } from "#lib/contracts/citation";
import type { AskRequest, Clock, ToolRuntime } from "#lib/contracts/ports";
import type { AskEvent } from "#lib/contracts/stream";
import type { WebExtractResult } from "#lib/contracts/web";
import type { NewId } from "#lib/platform/ids";
import { say } from "#lib/platform/say";
import { webReader } from "#lib/tools/agent-rights";
import { grantOfScope } from "#lib/tools/grant";
import type { Steps } from "./steps.ts";
import {
  extractPage,
  fetchPage,
  hostOf,
  searchWeb,
  type WebCall,
  type WebRefusal,
} from "./web-calls.ts";

/**
 * Pages of the web for one question whose person wants them: searched for, fetched and saved under a grant that holds the
 * three web tools alone, before anything that they say is read. What to fetch is decided by the search and by nothing that
 * stands on a page. A page that cannot be had costs that page and a notice. Throws AppError `cancelled` and nothing else.
 */
export type WebEvidence = {
  pages: DocumentPlace[];
  notices: Notice[];
  /** How long a person took to decide about hosts. */
  waited_ms: number;
};

/** So many pages are read for one question, of so many that a search offers. */
const MOST_PAGES = 5;
const OFFERED = 10;
const AT_ONCE = 3;
/** Hosts that are named in one notice. */
const NAMED = 5;

export async function webEvidence(
  queries: readonly string[],
  deps: {
    request: AskRequest;
    tools: ToolRuntime;
    steps: Steps;
    emit: (event: AskEvent) => void;
    clock: Clock;
    ids: NewId;
    signal: AbortSignal;
    span_id: string;
    /** Monotonic milliseconds: no call begins after it, a person's time apart. */
    deadline: number;
  },
): Promise<WebEvidence> {
  const { steps, clock, signal } = deps;
  const { lang } = steps;
  let waited_ms = 0;
  const call = webCall((ms) => {
    waited_ms += ms;
  });
  const notices: Notice[] = [];
  const tell = (message: string) => notices.push({ code: "web", message });

  const searching = steps.begin("search", ["step.web_running"], { queries: [...queries] });
  const found = await Promise.all(queries.map((query) => searchWeb(call, query, OFFERED)));
  const failed = found.find((one) => !one.ok);
  if (failed !== undefined && found.every((one) => !one.ok)) {
    searching.fail(failed.message, failed.rule);
    tell(say(lang, "ask_web.search_failed", { reason: failed.message, rule: failed.rule }));
    return { pages: [], notices, waited_ms };
  }
  const urls = inTurn(found.map((one) => (one.ok ? one.output.map(({ url }) => url) : [])));
  searching.end(["step.web_done", { results: urls.length }], { queries: [...queries] });
  if (urls.length === 0) {
    tell(say(lang, "ask_web.nothing_found"));
    return { pages: [], notices, waited_ms };
  }

  const reading = steps.begin("read", ["step.web_pages_running"]);
  const pages: WebExtractResult[] = [];
  const refused: { host: string; refusal: WebRefusal }[] = [];
  for (let at = 0; at < urls.length && pages.length < MOST_PAGES; ) {
    if (clock.monotonic() > deps.deadline + waited_ms) break;
    const together = urls.slice(at, at + Math.min(AT_ONCE, MOST_PAGES - pages.length));
    at += together.length;
    const read = await Promise.all(together.map(readPage));
    for (const [i, one] of read.entries()) {
      if (one.ok) pages.push(one.output);
      else refused.push({ host: hostOf(together[i] ?? ""), refusal: one });
    }
  }
  const kept = [...new Map(pages.map((page) => [page.relative_path, page])).values()];
  const files = kept.map((page) => ({ display_path: `${hostOf(page.final_url)} · ${page.title}` }));
  if (kept.length === 0) reading.fail(undefined);
  else reading.end(["step.web_pages_done", { pages: kept.length }], { files });
  if (refused.length > 0) {
    const hosts = refused
      .slice(0, NAMED)
      .map(({ host, refusal }) => `${host} (${refusal.rule})`)
      .concat(refused.length > NAMED ? "…" : [])
      .join(", ");
    tell(say(lang, "ask_web.not_read", { count: refused.length, hosts }));
  }
  const cut = kept.filter(({ truncated }) => truncated);
  if (cut.length > 0) {
    const hosts = cut.map(({ final_url }) => hostOf(final_url)).join(", ");
    tell(say(lang, "ask_web.cut", { count: cut.length, hosts }));
  }
  const removed = pages.reduce((sum, page) => sum + page.removed, 0);
  if (removed > 0) tell(say(lang, "ask_web.made_room", { count: removed }));
  return {
    pages: kept.map(({ root_id, relative_path }) => ({ root_id, relative_path })),
    notices,
    waited_ms,
  };

  async function readPage(url: string) {
    const fetched = await fetchPage(call, url);
    if (!fetched.ok) return fetched;
    return extractPage(call, url, fetched.output);
  }

  function webCall(onWaited: (ms: number) => void): WebCall {
    const { request, tools, ids, span_id } = deps;
    const task_id = ids("task");
    return async (tool_id, args) => {
      signal.throwIfAborted();
      const deadline = deps.deadline + waited_ms;
      const task = { task_id, agent_id: webReader, scope: ["web"], deadline };
      const waiting: { approval_id: string; expires_at: string }[] = [];
      const result = await tools.invoke(tool_id, args, {
        trace_id: request.trace_id,
        run_id: request.run_id,
        thread_id: request.thread_id,
        ...(request.store === undefined ? {} : { store: request.store }),
        asked: request.question,
        ...{ task_id, agent_id: webReader, deadline, signal, parent_span_id: span_id, lang },
        grant: { ...grantOfScope(task, { clock, ids }), level: "L2" },
        asking: request.asking ?? "refuse",
        onAsk: (asked) => {
          waiting.push(asked);
          deps.emit({ kind: "approval", data: { ...asked, tool_id, state: "pending" } });
        },
      });
      for (const asked of waiting) {
        deps.emit({ kind: "approval", data: { ...asked, tool_id, state: "over" } });
      }
      onWaited(result.meta.waited_ms ?? 0);
      signal.throwIfAborted();
      return result;
    };
  }
}

/** The first of each list, then the second of each: no part of a question takes the room of all. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const all = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []));
  return [...new Set(all.flat())];
}
