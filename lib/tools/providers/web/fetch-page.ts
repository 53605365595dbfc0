import PQueue from "p-queue";
import type { buildConnector } from "undici";
import type { WebConfig } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import { type ConnectionPurpose, type NetworkLog, noTraffic } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import { forWhomItIs } from "#lib/platform/acting";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { decodeText } from "./charset.ts";
import { type Dial, judgedConnector, type OwnAddresses, type Resolve } from "./connect.ts";
import { getOnce, type NotedConnection, type Reply } from "./get-once.ts";
import type { HtmlReader } from "./html-reader.ts";
import { judgeUrl, onHostList } from "./judge-url.ts";
import type { KeptFetch, KeptFetches } from "./kept-fetches.ts";
import { mediaTypeOf } from "./media-type.ts";
import { createRobots, robotName } from "./robots.ts";
import { type Timed, timedCall, type WebTimes } from "./timed-call.ts";

export type Fetched =
  | { kind: "page"; kept: KeptFetch; body: Buffer }
  /** It is redirected to a host that this call may not reach. */
  | { kind: "elsewhere"; url: string };

export type FetchCall = WebTimes & {
  /** Whether this call may go on to a host that it is redirected to. */
  mayReach: (url: string, host: string) => Promise<boolean>;
  trace_id?: string;
  task_id?: string;
};

/** The same under way, by its own signal. */
type CallUnderWay = FetchCall & Pick<Timed, "pause">;

/**
 * Pages of the web, one GET each: judged, looked up and pinned by `judgedConnector` at every step of a redirect; not where
 * the site's robots.txt forbids it; two at a time for each host; no more than `web.max_bytes` of it, unpacked; and not
 * again where its server says that what is kept still holds.
 */
export function createFetchPage(deps: {
  settings: () => WebConfig;
  /** Of whoever is at work. */
  kept: () => KeptFetches;
  reader: Pick<HtmlReader, "allows">;
  network: NetworkLog;
  resolve: Resolve;
  dial: Dial;
  ownAddresses: OwnAddresses;
  version: string;
  clock: Clock;
  ids: NewId;
}) {
  const { settings, network, resolve, dial, ownAddresses, clock, ids } = deps;
  const robots = createRobots({ clock, reader: deps.reader });
  const turns = new Map<string, PQueue>();
  const identification = `${robotName}/${deps.version} (assistant that reads single pages for the person who runs it)`;

  function inTurn<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const queue = turns.get(host) ?? new PQueue({ concurrency: atOncePerHost });
    turns.set(host, queue);
    return queue.add(forWhomItIs(work), { signal }).finally(() => {
      if (queue.size === 0 && queue.pending === 0) turns.delete(host);
    });
  }

  /** One step, to the address as it was judged just now. Throws AppError. */
  function get(
    url: URL,
    call: CallUnderWay,
    how: { purpose: ConnectionPurpose; max_bytes: number; headers?: Record<string, string> },
  ): Promise<Reply> {
    const { signal, trace_id, task_id } = call;
    const goOn = call.pause();
    return inTurn(url.host, signal, () => {
      goOn();
      return getOnce(url, {
        connector: (watch): buildConnector.connector =>
          judgedConnector({ resolve, dial, ownAddresses, ...watch }),
        headers: {
          "user-agent": identification,
          accept: "text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,*/*;q=0.5",
          ...how.headers,
        },
        max_bytes: how.max_bytes,
        signal,
        ...{ clock, ids },
        note: (connection) => note(connection, how.purpose, { trace_id, task_id }),
      });
    });
  }

  function note(
    connection: NotedConnection,
    purpose: ConnectionPurpose,
    { trace_id, task_id }: { trace_id?: string | undefined; task_id?: string | undefined },
  ): void {
    network.connection({
      ...connection,
      purpose,
      ...(trace_id === undefined ? {} : { trace_id }),
      ...(task_id === undefined ? {} : { task_id }),
    });
  }

  /** The url as it may be asked for; throws the refusal, which is noted like a connection. */
  function judged(given: string, purpose: ConnectionPurpose, call: FetchCall): URL {
    const verdict = judgeUrl(given);
    const denied =
      verdict.kind === "allowed" &&
      onHostList(verdict.host, settings().deny_hosts, { below: true });
    if (verdict.kind === "allowed" && !denied) return verdict.url;
    const { host } = verdict;
    const rule = verdict.kind === "refused" ? verdict.rule : "blocked";
    const asked = { connection_id: ids("conn"), at: clock.now().toISOString(), host, port: 0 };
    note({ ...asked, ...noTraffic, state: "ended", rule }, purpose, call);
    throw verdict.kind === "refused" ? refusedUrl(verdict.rule, host) : deniedHost(host);
  }

  /** The end of a chain of redirects. */
  async function follow(
    given: string,
    call: CallUnderWay,
    how: {
      purpose: ConnectionPurpose;
      max_bytes: number;
      before?: (url: URL) => Promise<void>;
      headers?: (url: URL) => Promise<Record<string, string>>;
    },
  ): Promise<{ url: URL; reply: Reply } | { elsewhere: string }> {
    let url = judged(given, how.purpose, call);
    const seen = new Set([url.href]);
    const reached = new Set([url.hostname]);
    for (;;) {
      await how.before?.(url);
      const headers = (await how.headers?.(url)) ?? {};
      const reply = await get(url, call, { ...how, headers });
      if (!redirecting.has(reply.status)) return { url, reply };
      const { location } = reply.headers;
      const host = url.hostname;
      if (location === undefined) {
        throw saidError("ssrf_redirect", "web.refused.redirect_nowhere", { host });
      }
      const target = URL.canParse(location, url.href) ? new URL(location, url.href).href : location;
      if (target.length > mostUrl) {
        throw saidError("ssrf_redirect", "web.refused.redirect_long", { host, most: mostUrl });
      }
      const next = judged(target, how.purpose, call);
      if (seen.has(next.href)) {
        throw saidError("ssrf_redirect", "web.refused.redirect_loop", { host });
      }
      if (seen.size > mostRedirects) {
        throw saidError("ssrf_redirect", "web.refused.redirects", { host, most: mostRedirects });
      }
      if (!reached.has(next.hostname) && !(await call.mayReach(next.href, next.hostname))) {
        return { elsewhere: next.href };
      }
      seen.add(next.href);
      reached.add(next.hostname);
      url = next;
    }
  }

  async function askRobots(url: URL, call: CallUnderWay): Promise<void> {
    const host = url.hostname;
    const load = async (rules: URL) => {
      const mayReach = async (next: string, to: string) =>
        sameSite(host, to) || call.mayReach(next, to);
      const reach = { ...call, mayReach };
      const how = { purpose: "robots", max_bytes: mostRobotsBytes } as const;
      const found = await follow(rules.href, reach, how);
      if ("elsewhere" in found) throw new AppError("robots", "not reached");
      return found.reply;
    };
    const verdict = await robots.judge(url, load, call);
    if (verdict === "forbidden") throw saidError("robots", "web.refused.robots", { host });
    if (verdict === "unreachable") {
      throw saidError("robots", "web.refused.robots_unreachable", { host }, { retryable: true });
    }
  }

  async function fetchPage(given: string, call: CallUnderWay): Promise<Fetched> {
    const { max_bytes } = settings();
    const kept = deps.kept();
    let before: Awaited<ReturnType<KeptFetches["newest"]>>;
    const found = await follow(given, call, {
      purpose: "web_fetch",
      max_bytes,
      before: (url) => askRobots(url, call),
      headers: async (url) => {
        before = await kept.newest(url.href);
        return before === undefined ? {} : validators(before.kept);
      },
    });
    if ("elsewhere" in found) return { kind: "elsewhere", url: found.elsewhere };
    const { url, reply } = found;
    const fetched_at = clock.now().toISOString();
    const whose = call.trace_id === undefined ? {} : { trace_id: call.trace_id };
    const asked = { fetch_id: ids("fetch"), url: given, final_url: url.href, fetched_at, ...whose };
    if (reply.status === 304 && before !== undefined) {
      const again: KeptFetch = { ...before.kept, ...asked, from_cache: true };
      await kept.keep(again, before.body);
      return { kind: "page", kept: again, body: before.body };
    }
    const { body, headers } = reply;
    const content_type = headers["content-type"];
    const media_type = mediaTypeOf(body, content_type);
    const page: KeptFetch = {
      ...asked,
      status: reply.status,
      media_type,
      charset: isText(media_type) ? decodeText(body, content_type).charset : null,
      bytes: body.length,
      sha256: sha256(body),
      truncated: reply.cut,
      from_cache: false,
      ...said("content_type", content_type),
      ...said("etag", sendable(headers.etag)),
      ...said("last_modified", sendable(headers["last-modified"])),
    };
    await kept.keep(page, body);
    return { kind: "page", kept: page, body };
  }

  return {
    /** Throws AppError. */
    async fetch(url: string, call: FetchCall): Promise<Fetched> {
      const timed = timedCall(call, hostOf(url));
      try {
        return await fetchPage(url, { ...call, ...timed });
      } finally {
        timed.end();
      }
    },

    /** An answer of a service of the web under the same rules, without robots.txt and redirects. Throws AppError. */
    async ask(url: string, headers: Record<string, string>, call: FetchCall): Promise<Reply> {
      const timed = timedCall(call, hostOf(url));
      try {
        const how = { purpose: "web_search", max_bytes: settings().max_bytes, headers } as const;
        return await get(judged(url, "web_search", call), { ...call, ...timed }, how);
      } finally {
        timed.end();
      }
    },
  };
}
export type FetchPage = ReturnType<typeof createFetchPage>;

const atOncePerHost = 2;
/** A longer one tells who asks rather than what is kept, and one with other signs is no header that can be sent. */
const sendable = (validator: string | undefined): string | undefined =>
  validator !== undefined && /^[\x20-\x7e]{1,128}$/.test(validator) ? validator : undefined;
const mostRedirects = 5;
/** As of an address that a call names. */
const mostUrl = 2048;
const mostRobotsBytes = 524_288;
const redirecting = new Set([301, 302, 303, 307, 308]);

const sameSite = (one: string, other: string) =>
  one === other || `www.${one}` === other || one === `www.${other}`;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : "");

const isText = (media_type: string) =>
  media_type.startsWith("text/") || /[/+](?:xml|json|xhtml\+xml|javascript)$/.test(media_type);

function validators({ etag, last_modified }: KeptFetch): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(last_modified === undefined ? {} : { "if-modified-since": last_modified }),
  };
}

function said<K extends string>(name: K, value: string | undefined): { [k in K]?: string } {
  const pair = value === undefined ? {} : { [name]: value };
  return pair as { [k in K]?: string }; // the one key there can be
}

export function refusedUrl(
  rule: Extract<ReturnType<typeof judgeUrl>, { kind: "refused" }>["rule"],
  host: string,
): AppError {
  return saidError(rule, `web.refused.${rule}`, { host });
}

export function deniedHost(host: string): AppError {
  return saidError("blocked", "web.refused.deny_hosts", { host }, { setting: "web.deny_hosts" });
}
