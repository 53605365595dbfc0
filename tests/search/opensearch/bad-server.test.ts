import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Connection } from "#lib/contracts/network";
import { systemClock } from "#lib/platform/clock";
import { errorSentence } from "#lib/platform/said-error";
import { readWords } from "#lib/search/engines/document-words";
import { meaningSearch } from "#lib/search/engines/opensearch/candidates";
import { type Cluster, openCluster } from "#lib/search/engines/opensearch/cluster";
import { createOpenSearchEngine } from "#lib/search/engines/opensearch/engine";
import { versionOf } from "#lib/search/engines/opensearch/index-layout";
import { isDown } from "#lib/search/is-down";

/** A search server that answers as it is told: what a real one says when it is away, broken, full or another's. */
const never = new AbortController().signal;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Request = { method: string; path: string; body: string };
type Answer = { status?: number; body: unknown } | "never";

async function serve(answer: (request: Request) => Answer) {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer); // without an encoding they are bytes
    const { method = "", url = "" } = request;
    const path = url.split("?")[0] ?? "";
    const all = Buffer.concat(parts);
    const packed = request.headers["content-encoding"] === "gzip";
    const asked = { method, path, body: (packed ? gunzipSync(all) : all).toString() };
    requests.push(asked);
    const given = answer(asked);
    if (given === "never") return;
    response.writeHead(given.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(given.body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://reader:s3cret-word@127.0.0.1:${port}`, requests };
}

const mapping = { body: { "docent-x": { mappings: { _meta: { docent: versionOf("none") } } } } };
const sums = (documents: number) => ({ aggregations: { documents: { value: documents } } });

const engineAt = (cluster: () => Promise<Cluster>) =>
  createOpenSearchEngine({ open: cluster, prefix: "docent" });
const clusterAt = (url: string, more: object = {}) =>
  openCluster({ url, clock: systemClock, wait: async () => undefined, ...more });
const ask = (engine: ReturnType<typeof engineAt>, signal = never) =>
  engine.search({ text: "falcon", limit: 5, lang: "en" }, signal);

function page(key: string) {
  const passage = { line: 1, heading: "", section: "", body: "The falcon nests.", code: "" };
  return { key, order: key, words: readWords({ title: key, path: key, passages: [passage] }) };
}

/** The sentence that a search or a change fails with; it holds no address, no name and no password. */
async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isDown(error)).toBe(true);
  if (!isDown(error)) return "";
  const said = `${error.message} ${errorSentence(error, "zh-CN")}`;
  expect(`${said} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/s3cret|reader:|127\.0/);
  return error.message;
}

describe("a search server that cannot answer is never taken for an empty folder", () => {
  it("says that it cannot be reached", async () => {
    const engine = engineAt(() => clusterAt("http://reader:s3cret-word@127.0.0.1:1"));
    expect(await sentenceOf(ask(engine))).toContain("can’t be reached");
    expect(await sentenceOf(engine.update([page("a")]))).toContain("can’t be reached");
    expect(engine.stats().documents).toBe(0);
  });

  it("says that it takes too long, and ends when nobody waits any more", async () => {
    const { url } = await serve(({ path }) => (path.endsWith("_mapping") ? mapping : "never"));
    const slow = engineAt(() => clusterAt(url, { search_ms: 50 }));
    expect(await sentenceOf(ask(slow))).toContain("in time");
    const stop = new AbortController();
    const asked = ask(
      engineAt(() => clusterAt(url)),
      stop.signal,
    );
    stop.abort();
    await expect(asked).rejects.toThrow(/abort/i);
  });

  it("gives up a search that is under way, and nothing else comes of it", async () => {
    const begun = Promise.withResolvers<void>();
    const { url } = await serve(({ path }) => {
      if (path.endsWith("_mapping")) return mapping;
      if (!path.endsWith("_msearch")) return { body: {} };
      begun.resolve();
      return "never";
    });
    const stop = new AbortController();
    const asked = ask(
      engineAt(() => clusterAt(url)),
      stop.signal,
    );
    await begun.promise;
    stop.abort();
    // An error that nobody catches ends the process, and vitest tells it.
    await expect(asked).rejects.toThrow(/abort/i);
  });

  it.each<[string, Answer, string]>([
    ["refuses the password", { status: 401, body: "Unauthorized" }, "refused the name"],
    ["has no room", { status: 429, body: {} }, "no room"],
    ["is red", { status: 503, body: { error: { type: "no_shard_available" } } }, "all parts"],
    [
      "lost a shard",
      { body: { responses: [{ ...sums(1), _shards: { failed: 1 } }, sums(1)] } },
      "all parts",
    ],
    ["ran out of time", { body: { responses: [{ timed_out: true }, sums(1)] } }, "in time"],
    [
      "is red for one of the searches",
      { body: { responses: [{ error: { type: "x" }, status: 503 }, sums(1)] } },
      "all parts",
    ],
    [
      "has no index any more",
      { body: { responses: [{ error: { type: "index_not_found_exception" }, status: 404 }, {}] } },
      "is gone",
    ],
    ["answers something else", { body: { hello: "proxy" } }, "failed"],
    ["answers half", { body: { responses: [] } }, "failed"],
  ])("a server that %s", async (_, given, said) => {
    const { url } = await serve(({ path }) => (path.endsWith("_mapping") ? mapping : given));
    expect(await sentenceOf(ask(engineAt(() => clusterAt(url))))).toContain(said);
  });

  it.each<[string, object]>([
    ["went away with a part", { error: { type: "search_phase_execution_exception" }, status: 500 }],
    ["does not know yet who has a part", { error: { type: "no_shard_available" }, status: 503 }],
    ["lost a shard", { ...sums(1), _shards: { failed: 1 } }],
  ])("asks again where a node %s, and is answered by another", async (_, broken) => {
    let failing = 2;
    const { url } = await serve(({ path }) => {
      if (path.endsWith("_mapping")) return mapping;
      if (path.endsWith("_msearch") && failing-- > 0)
        return { body: { responses: [broken, sums(0)] } };
      return { body: { responses: [sums(0), { aggregations: {} }] } };
    });
    expect((await ask(engineAt(() => clusterAt(url)))).hits).toEqual([]);
    expect(failing).toBeLessThan(0);
  });

  it("does not ask again what took its whole time", async () => {
    const slow = { body: { responses: [{ timed_out: true }, sums(1)] } };
    const { url, requests } = await serve(({ path }) =>
      path.endsWith("_mapping") ? mapping : slow,
    );
    expect(await sentenceOf(ask(engineAt(() => clusterAt(url))))).toContain("in time");
    expect(requests.filter(({ path }) => path.endsWith("_msearch"))).toHaveLength(1);
  });

  it("leaves an index of another version alone", async () => {
    const others = { body: { "docent-x": { mappings: { _meta: { docent: "0-other" } } } } };
    const { url, requests } = await serve(() => others);
    const engine = engineAt(() => clusterAt(url));
    expect(await sentenceOf(engine.update([page("a")]))).toContain("another version");
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("makes an index that is not there, with a name for its version, and takes one that another has just made", async () => {
    const made: Request[] = [];
    const { url } = await serve((request) => {
      if (request.method === "GET") return { status: 404, body: {} };
      made.push(request);
      if (request.method === "PUT")
        return { status: 400, body: { error: { type: "resource_already_exists_exception" } } };
      return { body: { responses: [sums(0), { aggregations: {} }] } };
    });
    expect((await ask(engineAt(() => clusterAt(url)))).hits).toEqual([]);
    expect(made[0]).toMatchObject({ path: `/docent-${versionOf("none")}-1` });
    expect(JSON.parse(made[0]?.body ?? "")).toMatchObject({
      aliases: { [`docent-${versionOf("none")}`]: {} },
    });
  });
});

describe("documents that a search server takes in part", () => {
  /** A server that knows no document, and answers each `_bulk` with these statuses. */
  const taking = (statuses: number[][]) =>
    serve(({ path, body }) => {
      if (path.endsWith("_mapping")) return mapping;
      if (path.endsWith("_mget")) return { body: { docs: [] } };
      if (!path.endsWith("_bulk")) return { body: {} };
      const lines = body.trim().split("\n").length / 2;
      const next = statuses.shift() ?? [];
      const items = Array.from({ length: lines }, (_, i) => ({
        create: { status: next[i] ?? 201, error: { type: "rejected_execution" } },
      }));
      return { body: { errors: next.length > 0, items } };
    });

  it("are sent again where it had no room, those alone", async () => {
    const { url, requests } = await taking([[429], []]);
    const engine = engineAt(() => clusterAt(url));
    await engine.update([page("a"), page("b")]);
    const sent = requests
      .filter(({ path }) => path.endsWith("_bulk"))
      .map(({ body }) => body.trim().split("\n").length / 2);
    expect(sent).toEqual([2, 1, 2]);
    expect(engine.stats()).toMatchObject({ documents: 2, passages: 2 });
  });

  it("are not taken for given where it never has room, or refuses one", async () => {
    const full = await taking(Array.from({ length: 20 }, () => [429]));
    const engine = engineAt(() => clusterAt(full.url));
    expect(await sentenceOf(engine.update([page("a")]))).toContain("no room");
    expect(engine.stats().documents).toBe(0);
    const broken = await taking([[400]]);
    const other = engineAt(() => clusterAt(broken.url));
    expect(await sentenceOf(other.update([page("a")]))).toContain("rejected_execution");
    expect(other.stats().documents).toBe(0);
  });

  it("are as wanted where another server has given the same", async () => {
    const { url } = await taking([[409], [409]]);
    const engine = engineAt(() => clusterAt(url));
    await engine.update([page("a")]);
    expect(engine.stats().documents).toBe(1);
  });

  it("are missed where the index has fewer than were given, and named", async () => {
    const { url } = await serve(({ path, body }) => {
      if (path.endsWith("_mapping")) return mapping;
      if (path.endsWith("_mget")) return { body: { docs: [] } };
      if (path.endsWith("_msearch"))
        return {
          body: {
            responses: Array.from({ length: body.trim().split("\n").length / 2 }, () => sums(0)),
          },
        };
      return { body: { items: [{ create: { status: 201 } }] } };
    });
    const engine = engineAt(() => clusterAt(url));
    await engine.update([page("a")]);
    expect(await sentenceOf(ask(engine))).toContain("lacks 1 document of 1");
    expect(await engine.lost?.()).toEqual(["a"]);
    expect(engine.stats().documents).toBe(0);
  });
});

describe("records that somebody else has put into the index", () => {
  /** A server that has one document of this server, whose passage comes with these numbers. */
  async function holding(packed: string, more: object = {}) {
    const { url, requests } = await serve(({ path, body }) => {
      if (path.endsWith("_mapping")) return mapping;
      if (path.endsWith("_bulk")) return { body: { errors: false, items: [] } };
      if (path.endsWith("_mget")) {
        const { ids } = JSON.parse(body) as { ids: string[] };
        of = ids[0] ?? of;
        return { body: { docs: ids.map((_id) => ({ _id, found: true })) } };
      }
      if (!path.endsWith("_msearch")) return { body: {} };
      const searches = body.trim().split("\n").length / 2;
      const counts = { ...sums(1).aggregations, passages: { value: 1 } };
      const buckets = Array.from({ length: 30 }, () => ({ doc_count: 1 }));
      const _source = { of, number: 0, length: 9, terms: "falcon", packed, ...more };
      const one = {
        aggregations: { ...counts, counts: { buckets } },
        hits: { hits: [{ _id: `${of}:0`, _score: 1, _source }] },
      };
      return { body: { responses: Array.from({ length: searches }, () => one) } };
    });
    let of = "";
    const engine = engineAt(() => clusterAt(url));
    await engine.update([page("a")]);
    return { engine, requests };
  }
  const bytes = (...all: number[]) => Buffer.from(all).toString("base64");

  it("fail the search where they are none of ours, or say that they hold more numbers than they do", async () => {
    const endless = [0xff, 0xff, 0xff, 0xff, 0x07];
    const lengths = Array.from({ length: 7 }, () => 1);
    for (const packed of [
      bytes(...lengths, ...endless),
      bytes(...lengths, 0, ...endless),
      bytes(...lengths, 0, 0, ...endless),
    ]) {
      const { engine } = await holding(packed);
      expect(await sentenceOf(ask(engine))).toContain("record");
    }
    for (const more of [{ packed: undefined }, { packed: 7 }, { terms: null }]) {
      const { engine } = await holding(bytes(...lengths), more);
      expect(await sentenceOf(ask(engine))).toContain("record");
    }
  });

  it("name no place that this server has not read, whatever numbers they hold", async () => {
    for (const more of [{ number: 4_000_000 }, { number: -1 }, { terms: "" }, { length: -5 }]) {
      const { engine } = await holding(bytes(1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 40, 1, 9), more);
      const { hits } = await ask(engine);
      for (const { key } of hits) expect(key).toBe("a");
    }
  });
});

it("a search by meaning is of passages that have all of the code", () => {
  const search = JSON.stringify(meaningSearch(Uint32Array.of(1, 2, 3, 4), []));
  for (const field of ["code_0", "code_1"])
    expect(search).toContain(`{"exists":{"field":"${field}"}}`);
});

it("each request stands in the network log, by host and without a name, a password or a path", async () => {
  const rows: Connection[] = [];
  const { url } = await serve(({ path }) =>
    path.endsWith("_mapping") ? mapping : { body: { responses: [sums(0), { aggregations: {} }] } },
  );
  const network = { connection: (row: Connection) => void rows.push(row) };
  await ask(engineAt(() => clusterAt(url, { network })));
  expect(rows.map(({ state, method, status }) => [state, method, status])).toEqual([
    ...[0, 1].flatMap(() => [
      ["open", "GET", undefined],
      ["ended", "GET", 200],
    ]),
    ["open", "POST", undefined],
    ["ended", "POST", 200],
  ]);
  expect(rows[0]).toMatchObject({ purpose: "search", host: "127.0.0.1" });
  expect(JSON.stringify(rows)).not.toMatch(/s3cret|reader|_msearch|falcon/);
});
