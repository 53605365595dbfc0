import { setTimeout as pause } from "node:timers/promises";
import type { ApiResponse, Client } from "@opensearch-project/opensearch";
import { AppError } from "#lib/contracts/errors";
import { type Connection, type NetworkLog, noTraffic } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import { newId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { bulk, requests } from "./limits.ts";

/**
 * The search server as this engine asks it. Whatever goes wrong there is an AppError whose sentence names no address, no
 * password and no text; an answer of some shards alone is never handed over.
 */
export type Cluster = {
  /** Several searches at once, answered in their order. */
  search(index: string, searches: readonly object[], signal: AbortSignal): Promise<Searched[]>;
  /** Which of these ids are there. */
  existing(index: string, ids: readonly string[]): Promise<Set<string>>;
  /** Every record that a query finds, in pieces. */
  every(
    index: string,
    query: object,
    source: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<Searched["hits"]>;
  /** The records with these ids, those that are there. */
  records<T>(index: string, ids: readonly string[], signal: AbortSignal): Promise<Hit<T>[]>;
  /** What a record does not need to be told twice: one that is there already, or gone already, is as wanted. */
  bulk(index: string, changes: readonly Change[]): Promise<void>;
  /** `status` 400, 404 and 408 are answers. */
  ask(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
};

export type Change =
  | { kind: "create"; id: string; record: Record<string, unknown> }
  | { kind: "delete"; id: string };

export type Hit<T> = { _id: string; _score: number | null; _source: T };
export type Searched = {
  hits: Hit<Record<string, unknown>>[];
  aggregations: Record<string, { value?: number; buckets?: { doc_count: number }[] }>;
  suggested: string[];
};

export async function openCluster(deps: {
  /** Addresses, separated by commas; name and password of each in it, where they are wanted. */
  url: string;
  clock: Clock;
  network?: NetworkLog;
  /** How long a search may take, and how a change that was not taken waits; other ones for tests. */
  search_ms?: number;
  wait?: (ms: number) => Promise<unknown>;
}): Promise<Cluster> {
  const { search_ms = requests.search_ms, wait = pause } = deps;
  // Loaded by the few who have a search server.
  const { Client, errors } = await import("@opensearch-project/opensearch");
  const client = new Client({
    nodes: deps.url.split(",").map((address) => address.trim()),
    maxRetries: requests.retries,
    requestTimeout: search_ms,
    compression: "gzip",
    suggestCompression: true,
  });
  if (deps.network !== undefined) logConnections(client, deps.network, deps.clock);

  /** The client's errors hold the address with its password: nothing of them but their kind is told. */
  function tell(error: unknown): Error {
    if (error instanceof errors.RequestAbortedError)
      return new DOMException("the search was given up", "AbortError");
    if (error instanceof errors.TimeoutError) return down("search.engine.slow");
    if (error instanceof errors.ResponseError) return refusal(error.statusCode ?? 0, error.body);
    return down("search.engine.down");
  }

  async function send(
    params: { method: string; path: string; body?: object; bulkBody?: string },
    { signal, timeout = search_ms }: { signal?: AbortSignal; timeout?: number } = {},
  ): Promise<ApiResponse> {
    signal?.throwIfAborted();
    const sent = client.transport.request(params, {
      requestTimeout: timeout,
      ignore: [400, 404, 408],
    });
    // Gives nothing back: what a listener promises and then fails in ends the process.
    const stop = () => void sent.abort();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await sent;
    } catch (error) {
      signal?.throwIfAborted();
      throw tell(error);
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  const lines = (parts: readonly object[]) =>
    `${parts.map((part) => JSON.stringify(part)).join("\n")}\n`;

  /** Those that the server had no room for. */
  async function sendBulk(index: string, changes: readonly Change[]): Promise<Change[]> {
    const body = lines(
      changes.flatMap((change) =>
        change.kind === "create"
          ? [{ create: { _id: change.id } }, change.record]
          : [{ delete: { _id: change.id } }],
      ),
    );
    const path = `/${index}/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error.type`;
    const { body: answer } = await send(
      { method: "POST", path, bulkBody: body },
      { timeout: requests.change_ms },
    );
    // What `_bulk` answers, narrowed to these parts by filter_path.
    const { errors: failed, items } = answer as unknown as BulkAnswer;
    if (items === undefined) throw refusal(404, answer);
    if (!failed) return [];
    const again: Change[] = [];
    for (const [i, item] of items.entries()) {
      const { status = 0, error } = item.create ?? item.delete ?? {};
      const change = changes[i];
      if (change === undefined || status < 300 || asWanted(change, status)) continue;
      if (!busy.has(status))
        throw down("search.engine.not_taken", { reason: error?.type ?? status });
      again.push(change);
    }
    return again;
  }

  async function searchOnce(
    index: string,
    searches: readonly object[],
    signal: AbortSignal,
  ): Promise<Searched[]> {
    const header = { index, allow_partial_search_results: false };
    const bulkBody = lines(searches.flatMap((search) => [header, search]));
    const path = `/_msearch?filter_path=${searchParts}`;
    const { body, statusCode } = await send({ method: "POST", path, bulkBody }, { signal });
    // What `_msearch` answers, narrowed to these parts by filter_path.
    const { responses } = body as unknown as { responses?: SearchAnswer[] };
    if (responses?.length !== searches.length) throw refusal(statusCode ?? 0, body);
    return responses.map((one) => {
      if (one.error !== undefined) throw refusal(one.status ?? 0, one);
      if (one.timed_out === true) throw down("search.engine.slow");
      if ((one._shards?.failed ?? 0) > 0) throw down("search.engine.partly", {}, true);
      return {
        hits: one.hits?.hits ?? [],
        aggregations: one.aggregations ?? {},
        suggested: (one.suggest?.near ?? []).flatMap(({ options = [] }) =>
          options.map(({ text }) => text),
        ),
      };
    });
  }

  return {
    async search(index, searches, signal) {
      if (searches.length === 0) return [];
      for (let tried = 1; ; tried++) {
        try {
          return await searchOnce(index, searches, signal);
        } catch (error) {
          if (tried === requests.tries || !mayPass(error)) throw error;
          await wait(requests.first_wait_ms * 2 ** (tried - 1));
        }
      }
    },
    async *every(index, query, source, signal) {
      const kept = `scroll=${requests.kept}&filter_path=_scroll_id,${everyParts}`;
      const first = { query, _source: source, size: requests.page, sort: ["_doc"] };
      const path = `/${index}/_search?allow_partial_search_results=false&${kept}`;
      let { body } = await send({ method: "POST", path, body: first }, { signal });
      // What `_search` answers, narrowed to these parts by filter_path.
      for (;;) {
        const one = body as unknown as SearchAnswer & { _scroll_id?: string };
        if (one._scroll_id === undefined) throw refusal(one.status ?? 404, one);
        if ((one._shards?.failed ?? 0) > 0) throw down("search.engine.partly");
        const hits = one.hits?.hits ?? [];
        if (hits.length > 0) yield hits;
        if (hits.length < requests.page) {
          await send({
            method: "DELETE",
            path: "/_search/scroll",
            body: { scroll_id: one._scroll_id },
          });
          return;
        }
        const next = { scroll: requests.kept, scroll_id: one._scroll_id };
        const path = `/_search/scroll?filter_path=_scroll_id,${everyParts}`;
        ({ body } = await send({ method: "POST", path, body: next }, { signal }));
      }
    },
    async existing(index, ids) {
      const found = new Set<string>();
      const look = async (some: readonly string[], tried = 1): Promise<void> => {
        const path = `/${index}/_mget?_source=false&filter_path=docs._id,docs.found,docs.error.type`;
        const { body, statusCode } = await send(
          { method: "POST", path, body: { ids: some } },
          { timeout: requests.change_ms },
        );
        // A node may not know yet of an index that has just been made, nor a copy of it be there.
        if (tried < bulk.tries && holdsError(body)) {
          await wait(bulk.first_wait_ms * 2 ** (tried - 1));
          return look(some, tried + 1);
        }
        for (const { _id, found: there } of docsIn(body, statusCode)) if (there) found.add(_id);
      };
      for (const some of pieces(ids, requests.ids)) await look(some);
      return found;
    },
    async records<T>(index: string, ids: readonly string[], signal: AbortSignal) {
      if (ids.length === 0) return [];
      const path = `/${index}/_mget?filter_path=docs._id,docs.found,docs._source,docs.error.type`;
      const { body, statusCode } = await send({ method: "POST", path, body: { ids } }, { signal });
      return docsIn(body, statusCode)
        .filter(({ found }) => found)
        .map(({ _id, _source }) => ({ _id, _score: null, _source: _source as T })); // as it was given
    },
    async bulk(index, changes) {
      for (const some of bySize(changes)) {
        let left: readonly Change[] = some;
        for (let tried = 1; left.length > 0; tried++) {
          left = await sendBulk(index, left);
          if (left.length === 0) break;
          if (tried === bulk.tries) throw down("search.engine.busy");
          await wait(bulk.first_wait_ms * 2 ** (tried - 1));
        }
      }
    },
    async ask(method, path, body) {
      const sent = await send(
        { method, path, ...(body === undefined ? {} : { body }) },
        // What only looks takes no longer than a search.
        method === "GET" ? {} : { timeout: requests.change_ms },
      );
      return { status: sent.statusCode ?? 0, body: sent.body };
    },
  };
}

const everyParts = "error.type,status,_shards.failed,hits.hits._id,hits.hits._source";
const searchParts = [
  "responses.error.type,responses.status,responses.timed_out,responses._shards.failed",
  "responses.hits.hits._id,responses.hits.hits._score,responses.hits.hits._source",
  "responses.aggregations,responses.suggest.*.options.text",
].join(",");

type SearchAnswer = {
  error?: { type?: string };
  status?: number;
  timed_out?: boolean;
  _shards?: { failed?: number };
  hits?: { hits?: Searched["hits"] };
  aggregations?: Searched["aggregations"];
  suggest?: { near?: { options?: { text: string }[] }[] };
};
type BulkItem = { status?: number; error?: { type?: string } };
type BulkAnswer = { errors?: boolean; items?: { create?: BulkItem; delete?: BulkItem }[] };
type Doc = { _id: string; found?: boolean; _source?: unknown; error?: { type?: string } };

function docsIn(body: unknown, status: number | null | undefined): Doc[] {
  // What `_mget` answers, narrowed to these parts by filter_path.
  const { docs } = body as { docs?: Doc[] };
  if (docs === undefined) throw refusal(status ?? 0, body);
  if (docs.some(({ error }) => error !== undefined)) throw down("search.engine.partly");
  return docs;
}

/** As `_mget` answers where a record could not be looked for. */
const holdsError = (body: unknown): boolean =>
  (body as { docs?: Doc[] }).docs?.some(({ error }) => error !== undefined) === true;

/** No room now, or not yet: the same may be taken later. */
const busy = new Set([429, 503]);
const refused = new Set([401, 403]);

/**
 * A node went away with a part of the search, or knows not yet which other one has that part: asked again, another copy answers.
 * What has taken its whole time, and what another moment does not change, is not asked for again.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof AppError && error.details?.may_pass === true;
const ofAPart = "search_phase_execution_exception";

/** Another server has put the same there, or has taken it away. */
const asWanted = (change: Change, status: number) =>
  change.kind === "create" ? status === 409 : status === 404;

function refusal(status: number, body: unknown): AppError {
  if (refused.has(status)) return down("search.engine.refused");
  if (status === 429) return down("search.engine.busy");
  if (status === 404) return down("search.engine.gone");
  if (status === 503) return down("search.engine.partly", {}, true);
  // Names of kinds of errors, of the server's own: index_not_found_exception.
  const type = (body as { error?: { type?: unknown } } | null)?.error?.type;
  const reason = typeof type === "string" && /^[a-z_]{1,80}$/.test(type) ? type : status;
  return down("search.engine.failed", { reason }, reason === ofAPart);
}

type Down = Parameters<typeof saidError>[1];

export const down = (
  key: Down,
  params: Record<string, string | number> = {},
  may_pass = false,
): AppError =>
  saidError("provider_unavailable", key, params, {
    retryable: true,
    details: { engine_down: true, ...(may_pass ? { may_pass } : {}) },
  });

export function* pieces<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

function* bySize(changes: readonly Change[]): Generator<Change[]> {
  let some: Change[] = [];
  let chars = 0;
  for (const change of changes) {
    some.push(change);
    if (change.kind === "create") chars += sizeOf(change.record);
    if (some.length < bulk.records && chars < bulk.chars) continue;
    yield some;
    some = [];
    chars = 0;
  }
  if (some.length > 0) yield some;
}

const sizeOf = (record: Record<string, unknown>): number =>
  Object.values(record).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );

/** Each request to the server stands in the network log, as those to any other address do. */
function logConnections(client: Client, network: NetworkLog, clock: Clock): void {
  type Row = Connection & { connection_id: string };
  const open = new Map<unknown, { row: Row; began: number }>();
  client.on("request", (_, { meta }) => {
    const { url } = meta.connection;
    const { method } = meta.request.params;
    const { body, bulkBody } = meta.request.params;
    const port = Number(url.port) || (url.protocol === "http:" ? 80 : 443);
    const row: Row = {
      connection_id: newId("conn"),
      at: clock.now().toISOString(),
      ...{ purpose: "search", host: url.hostname, port, method, ...noTraffic, state: "open" },
      bytes_sent: sizeOfBody(body ?? bulkBody),
    };
    open.set(meta.request.id, { row, began: clock.monotonic() });
    network.connection(row);
  });
  client.on("response", (error, { meta, statusCode, headers }) => {
    const known = open.get(meta.request.id);
    if (known === undefined) return;
    open.delete(meta.request.id);
    network.connection({
      ...known.row,
      ...{ state: "ended", ms: Math.round(clock.monotonic() - known.began) },
      bytes_received: Number(headers?.["content-length"] ?? 0),
      ...(statusCode ? { status: statusCode } : {}),
      ...(error === null || statusCode ? {} : { rule: error.name }),
    });
  });
}

const sizeOfBody = (body: unknown): number =>
  typeof body === "string" || Buffer.isBuffer(body) ? Buffer.byteLength(body) : 0;
