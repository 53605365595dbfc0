import { extractPage, fetchPage, type WebCall, webTools } from "#lib/agents/web-calls";
import type { Approval, ApprovalDecision } from "#lib/contracts/approvals";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import { hasRole, type Person } from "#lib/contracts/people";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import {
  WebSearchBackend as Backends,
  type WebSearchBackend,
  WebSearchResult,
} from "#lib/contracts/web";
import type {
  FetchedAgain,
  ForgetPagesBody,
  SavedPages,
  SavedPagesQuery,
  WebReport,
  WebTest,
} from "#lib/contracts/web-desk";
import type { NewId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { grantOfScope } from "#lib/tools/grant";
import type { ForgottenPages, Web } from "#lib/tools/web";
import type { PersonAudit } from "./person-audit.ts";
import type { Reader } from "./reader.ts";

/**
 * The web as a person at the page meets it: which search is set up, a test of it, and the saved pages. A test search and
 * "fetch again" go through the runtime as every call does; what the runtime would ask about is answered by the very button
 * that was pressed, for that one call, and stands on record as the person's decision.
 */
export type WebDesk = {
  report(): Promise<WebReport>;
  /** Whether a question may be put to the web. */
  ready(): boolean;
  pages(query: SavedPagesQuery): Promise<SavedPages>;
  forget(body: ForgetPagesBody, reader: Reader): Promise<SavedPages>;
  trySearch(query: string, reader: Reader & { signal: AbortSignal }): Promise<WebTest>;
  fetchAgain(path: string, reader: Reader & { signal: AbortSignal }): Promise<FetchedAgain>;
};

export function createWebDesk(deps: {
  web: Pick<Web, "saved" | "backend">;
  environment: { backend?: WebSearchBackend; searxng_url?: string; brave_key?: string };
  config: () => Config;
  tools: ToolRuntime;
  /** Who is at work. */
  person: () => Person;
  /** What an approval that is asked for is about. */
  resourceOf: (id: string) => Promise<Approval["resource"]>;
  decide: (id: string, decision: ApprovalDecision, trace_id: string) => Promise<void>;
  /** Drops what the store has of pages that are forgotten. */
  forgotten: (pages: ForgottenPages) => Promise<void>;
  audit: PersonAudit;
  clock: Clock;
  ids: NewId;
}): WebDesk {
  const { web, environment, config, tools, audit, clock, ids } = deps;
  const needs: Record<WebSearchBackend, { variable?: string; set: boolean; host?: string }> = {
    stub: { set: true },
    ddg_html: { set: true, host: "html.duckduckgo.com" },
    searxng: {
      variable: "SEARXNG_URL",
      set: environment.searxng_url !== undefined,
      ...hostIn(environment.searxng_url),
    },
    brave: {
      variable: "BRAVE_API_KEY",
      set: environment.brave_key !== undefined,
      host: "api.search.brave.com",
    },
  };

  /** Who only reads has tools that only read what is here. */
  function state(): WebReport["state"] {
    const backend = web.backend();
    if (backend === "stub" || !hasRole(deps.person().role, "editor")) return "off";
    return needs[backend].set ? "ready" : "not_ready";
  }

  /**
   * A call that the person has asked for by a button: a question about the host that it named, with www in front or without,
   * is answered by that, once. `refused` is told the host of any other question.
   */
  function callOf(
    reader: Reader & { signal: AbortSignal },
    named: string | undefined,
    refused: (host: string) => void = () => undefined,
  ): WebCall {
    const { trace_id, lang } = reader;
    const task_id = ids("task");
    const run_id = ids("run");
    return async (tool_id, args) => {
      const deadline = clock.monotonic() + config().limits.max_wall_time_ms;
      const task = { task_id, agent_id: "person", scope: ["web"], deadline };
      const asked = new Set<string>();
      const broken = new AbortController();
      const signal = AbortSignal.any([reader.signal, broken.signal]);
      async function answer(approval_id: string): Promise<void> {
        const resource = await deps.resourceOf(approval_id);
        const host = resource?.kind === "host" ? resource.host : "";
        const own = named !== undefined && siteOf(host) === siteOf(named) && !asked.has(host);
        asked.add(host);
        if (!own) refused(host);
        await deps.decide(approval_id, own ? "allow_once" : "deny", trace_id);
      }
      return tools.invoke(tool_id, args, {
        ...{ trace_id, run_id, task_id, agent_id: "person", deadline, signal, lang },
        grant: { ...grantOfScope(task, { clock, ids }), level: "L2" },
        asking: "wait",
        onAsk: ({ approval_id }) => {
          answer(approval_id).catch((error: unknown) => broken.abort(error));
        },
      });
    };
  }

  return {
    ready: () => state() === "ready",
    async report() {
      const pages = await web.saved.size();
      const { max_saved_pages: max_count, max_saved_bytes: max_bytes } = config().web;
      const backend = web.backend();
      return {
        backend,
        from:
          config().web.search_backend !== null
            ? "configuration"
            : environment.backend !== undefined
              ? "environment"
              : "default",
        state: state(),
        backends: Backends.options.map((name) => ({ name, ...needs[name] })),
        pages: { ...pages, max_count, max_bytes },
      };
    },
    async pages({ offset, limit }) {
      const all = await web.saved.list();
      return { pages: all.slice(offset, offset + limit), total: all.length };
    },
    async forget({ path }, { trace_id }) {
      await audit.ready();
      const gone = path === undefined ? await web.saved.forgetAll() : await web.saved.forget(path);
      if (gone === undefined) throw saidError("not_found", "web_desk.no_such_page");
      await deps.forgotten(gone);
      audit.tell({ trace_id, tool_id: "http.web.forget", path: path ?? "*" });
      const all = await web.saved.list();
      return { pages: all.slice(0, 50), total: all.length };
    },
    async trySearch(query, reader) {
      const began = clock.monotonic();
      await audit.ready();
      audit.tell({ trace_id: reader.trace_id, tool_id: "http.web.test", path: web.backend() });
      const result = await callOf(reader, withoutPort(needs[web.backend()].host))(webTools.search, {
        query,
        limit: TESTED,
      });
      const ms = Math.round(clock.monotonic() - began);
      if (!result.ok) {
        const { error } = result;
        const rule = error?.rule ?? error?.code;
        const message = error?.message ?? "";
        return { ok: false, message, items: [], ms, ...(rule === undefined ? {} : { rule }) };
      }
      const { items } = WebSearchResult.parse(result.structured);
      const key = state() === "off" ? "web_desk.test_off" : "web_desk.test_done";
      const message = say(reader.lang, key, { count: items.length, backend: web.backend() });
      return { ok: state() !== "off", message, items, ms };
    },
    async fetchAgain(relative_path, reader) {
      const before = (await web.saved.list()).find((page) => page.relative_path === relative_path);
      if (before === undefined) throw saidError("not_found", "web_desk.no_such_page");
      await audit.ready();
      const { trace_id } = reader;
      audit.tell({ trace_id, tool_id: "http.web.fetch_again", path: relative_path });
      const host = new URL(before.url).hostname;
      let other: string | undefined;
      const call = callOf(reader, host, (refused) => {
        other = refused;
      });
      const fetched = await fetchPage(call, before.url);
      if (!fetched.ok && fetched.rule === "approval_denied" && other !== undefined) {
        throw saidError(fetched.rule, "web_desk.elsewhere", { host, other });
      }
      if (!fetched.ok) throw new AppError(fetched.rule, fetched.message);
      const read = await extractPage(call, before.url, fetched.output);
      if (!read.ok) throw new AppError(read.rule, read.message);
      const now = read.output;
      const elsewhere = now.relative_path !== relative_path;
      return {
        state: elsewhere ? "moved" : now.compared === "changed" ? "changed" : "same",
        relative_path: now.relative_path,
        url: now.final_url,
        fetched_at: now.fetched_at,
        earlier_fetched_at: before.fetched_at,
        truncated: now.truncated,
      };
    },
  };
}

const TESTED = 5;

const siteOf = (host: string): string => host.replace(/^www\./, "");

const withoutPort = (host: string | undefined): string | undefined =>
  host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname;

function hostIn(url: string | undefined): { host?: string } {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed === null ? {} : { host: parsed.host };
}
