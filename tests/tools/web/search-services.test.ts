import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSearchResult } from "#lib/contracts/web";
import { openSite, openWeb, ruleOf, wiresTo } from "./open-web.ts";
import { recorded } from "./recorded.ts";

/**
 * One suite over every search service: each answers from this machine with replies that we wrote down, DuckDuckGo and Brave
 * over TLS with a certificate that this process trusts, SearXNG at the address that a person would set.
 */
const address = "93.184.216.34";
const brave_key = "BSA-9f8e7d6c5b4a39281706";
type Item = { title: string; url: string; snippet: string };

const services = {
  ddg_html: {
    reply: recorded.ddg,
    host: "html.duckduckgo.com",
    type: "text/html",
    name: "DuckDuckGo",
  },
  searxng: {
    reply: recorded.searxng,
    host: "127.0.0.1",
    type: "application/json",
    name: "SearXNG",
  },
  brave: {
    reply: recorded.brave,
    host: "api.search.brave.com",
    type: "application/json",
    name: "Brave Search",
  },
} as const;
type Service = keyof typeof services;
const all = Object.keys(services) as Service[]; // their own keys

let plain: Awaited<ReturnType<typeof openSite>>;
let secure: ReturnType<typeof createServer>;
let web: ReturnType<typeof openWeb>;
let answer: (response: ServerResponse) => void;
const trusted = getCACertificates("default");
const asked: { url: string; headers: Record<string, unknown> }[] = [];

beforeAll(async () => {
  const pem = (name: string) => readFileSync(path.join(import.meta.dirname, "tls", name), "utf8");
  const certificate = pem("services.crt");
  setDefaultCACertificates([...trusted, certificate]);
  const serve: Parameters<typeof openSite>[0] = ({ url = "", headers }, response) => {
    asked.push({ url, headers });
    answer(response);
  };
  plain = await openSite(serve);
  secure = createServer({ cert: certificate, key: pem("services.key") }, serve);
  const port = await new Promise<number>((done) => {
    secure.listen(0, "127.0.0.1", () => done((secure.address() as AddressInfo).port));
  });
  const names = Object.fromEntries(
    [
      "html.duckduckgo.com",
      "api.search.brave.com",
      "secure.test",
      "wrong.test",
      "switched-off.test",
    ].map((name) => [name, [address]]),
  );
  web = openWeb({
    wires: wiresTo(names, { [address]: port }),
    search: { searxng_url: `http://127.0.0.1:${plain.port}/searx`, brave_key },
  });
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(async () => {
  setDefaultCACertificates(trusted);
  await web.close();
  secure.closeAllConnections();
  await new Promise((done) => secure.close(done));
  await plain.close();
});

function use(search_backend: Service | "stub") {
  const allow_hosts = Object.values(services).map(({ host }) => host);
  web.settings.current = { ...web.settings.current, search_backend, allow_hosts };
}

function replies(body: string, type: string, status = 200, headers: Record<string, string> = {}) {
  answer = (response) => {
    response.writeHead(status, { "content-type": type, ...headers }).end(body);
  };
}

async function search(service: Service, args: Record<string, unknown> = {}) {
  use(service);
  return web.call("web.search", { query: "how are keys turned", ...args });
}
const itemsOf = (result: { structured?: unknown }) =>
  WebSearchResult.parse(result.structured).items;

const three: Item[] = [
  { title: "Keys", url: "https://example.org/keys", snippet: "How keys are turned." },
  { title: "Doors &amp; gates", url: "http://example.com/a?b=c&d=e", snippet: "On <b>doors</b>." },
  { title: "钥匙", url: "https://例え.jp/鍵", snippet: "如何转动钥匙。" },
];

describe.each(all)("%s", (service) => {
  const { reply, type, host, name } = services[service];

  test("gives its results in the one form", async () => {
    replies(reply(three), type);
    const result = await search(service);
    expect(itemsOf(result)).toEqual([
      {
        title: "Keys",
        url: "https://example.org/keys",
        snippet: "How keys are turned.",
        provider: service,
      },
      {
        title: "Doors & gates",
        url: "http://example.com/a?b=c&d=e",
        snippet: "On doors.",
        provider: service,
      },
      {
        title: "钥匙",
        url: "https://xn--r8jz45g.jp/%E9%8D%B5",
        snippet: "如何转动钥匙。",
        provider: service,
      },
    ]);
    expect(result.stdout).toContain("1. Keys\n   https://example.org/keys");
    expect(asked).toHaveLength(1);
    expect(new URL(asked[0]?.url ?? "", "http://x").searchParams.get("q")).toBe(
      "how are keys turned",
    );
  });

  test("finds nothing where there is nothing, and that is no failure", async () => {
    replies(reply([]), type);
    const result = await search(service);
    expect(result.ok).toBe(true);
    expect(itemsOf(result)).toEqual([]);
  });

  test("gives no more than is asked for, of ten thousand", async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      title: `Page ${i}`,
      url: `https://example.org/${i}`,
      snippet: "x",
    }));
    replies(reply(many), type);
    expect(itemsOf(await search(service, { limit: 7 }))).toHaveLength(7);
    expect(itemsOf(await search(service))).toHaveLength(10);
  });

  test("leaves out what is no address of the web, and what comes twice", async () => {
    const bad = [
      "javascript:alert(1)",
      "data:text/html,hi",
      "file:///etc/passwd",
      "ftp://example.org/x",
      "https://user:word@example.org/",
      "not an address",
      "",
      `https://example.org/${"x".repeat(3000)}`,
    ].map((url) => ({ title: "Bad", url, snippet: "" }));
    const good = three.slice(0, 1);
    replies(reply([...bad, ...good, ...good]), type);
    expect(itemsOf(await search(service)).map(({ url }) => url)).toEqual([
      "https://example.org/keys",
    ]);
  });

  test("has titles and snippets without tags, line ends and signs that are not seen, and of bounded length", async () => {
    const odd = {
      title: `A\u202e\u0000 long\n\ntitle ${"t".repeat(5000)}`,
      url: "https://example.org/",
      snippet: "s".repeat(50_000),
    };
    replies(reply([odd]), type);
    const [item] = itemsOf(await search(service));
    expect(item?.title).toMatch(/^A\s?\ufffd? ?long title t+$/);
    expect(item?.title.length).toBeLessThanOrEqual(300);
    expect(item?.snippet.length).toBeLessThanOrEqual(1000);
  });

  test.each([
    [429, "rate_limited"],
    [500, "provider_unavailable"],
    [503, "provider_unavailable"],
    [401, "blocked"],
    [403, "blocked"],
    [404, "provider_unavailable"],
    [302, "provider_unavailable"],
  ])("is told apart when it answers %i", async (status, rule) => {
    replies("<html>no</html>", "text/html", status, { location: "http://127.0.0.1/secret" });
    const result = await search(service);
    expect(ruleOf(result)).toBe(rule);
    expect(result.error?.message).toContain(name);
    expect(result.error?.retryable).toBe(status === 429 || status >= 500);
    expect(asked).toHaveLength(1); // a redirect leads nowhere
  });

  test("is told apart when it wants to see a person", async () => {
    replies(service === "ddg_html" ? recorded.ddgChallenge : recorded.captcha, "text/html");
    expect(ruleOf(await search(service))).toBe("blocked");
  });

  test.each([
    ["a page of another kind", recorded.otherPage],
    ["nothing", ""],
    ["other JSON", '{"hello":"world"}'],
    ["results that are none", '{"type":"search","results":"many","web":{"results":7}}'],
    ["broken JSON", '{"results":[{"title":"a"'],
    ["bytes", "\u0000\u0001\u0002"],
  ])("that answers with %s is not believed", async (_, body) => {
    replies(body, "text/html");
    expect(ruleOf(await search(service))).toBe("provider_unavailable");
  });

  test("is asked about by its host, and its connection stands in the network log", async () => {
    use(service);
    web.settings.current = { ...web.settings.current, allow_hosts: [] };
    replies(reply(three), type);
    web.connections.length = 0;
    let shown: unknown;
    const result = await web.call(
      "web.search",
      { query: "keys" },
      {
        onAsk: async ({ approval_id }) => {
          shown = (await web.approvals.get(approval_id)).resource;
          setImmediate(() => web.approvals.decide(approval_id, "allow_once"));
        },
      },
    );
    expect(result.ok).toBe(true);
    expect(shown).toEqual({ kind: "host", host });
    expect(web.connections).toMatchObject([{ purpose: "web_search", host, status: 200 }]);
    expect(JSON.stringify(web.connections)).not.toContain("keys");
  });

  test("is never sent a secret, and a person is told that one was masked", async () => {
    replies(reply(three), type);
    const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    const result = await search(service, { query: `what is ${secret}` });
    expect(result.ok).toBe(true);
    expect(decodeURIComponent(asked[0]?.url ?? "")).not.toContain(secret);
    expect(result.stderr).toMatch(/secret/);
  });

  test("is not asked when its host is kept out", async () => {
    use(service);
    web.settings.current = { ...web.settings.current, deny_hosts: [host] };
    const result = await web.call("web.search", { query: "keys" });
    web.settings.current = { ...web.settings.current, deny_hosts: [] };
    expect(result.error).toMatchObject({ code: "blocked" });
    expect(asked).toEqual([]);
  });
});

test("the stub asks nobody, finds nothing and says why", async () => {
  use("stub");
  web.connections.length = 0;
  const result = await web.call("web.search", { query: "keys" }, { asking: "refuse" });
  expect(itemsOf(result)).toEqual([]);
  expect(result.stderr).toContain("web.search_backend");
  expect(web.connections).toEqual([]);
});

test("the key of a service goes to that service alone", async () => {
  replies(recorded.brave(three), "application/json");
  await search("brave");
  expect(asked[0]?.headers["x-subscription-token"]).toBe(brave_key);
  replies(recorded.searxng(three), "application/json");
  await search("searxng");
  expect(JSON.stringify(asked[1])).not.toContain(brave_key);
});

test.each([
  ["searxng", "SEARXNG_URL"],
  ["brave", "BRAVE_API_KEY"],
] as const)(
  "%s without what it needs says so, and no other service is asked",
  async (service, variable) => {
    const bare = openWeb({ wires: wiresTo({}, {}), settings: { search_backend: service } });
    const result = await bare.call("web.search", { query: "keys" });
    expect(ruleOf(result)).toBe("provider_unavailable");
    expect(result.error?.message).toContain(variable);
    expect(bare.connections).toEqual([]);
    await bare.close();
  },
);

test("a service that is not there is a failure that may pass", async () => {
  const gone = openWeb({
    wires: wiresTo({}, {}),
    settings: { search_backend: "searxng", allow_hosts: ["127.0.0.1"] },
    search: { searxng_url: "http://127.0.0.1:9/" },
  });
  const result = await gone.call("web.search", { query: "keys" });
  expect(result.error).toMatchObject({ code: "tool_exec", retryable: true });
  await gone.close();
});

test("a certificate is looked at whatever a variable of the environment says", async () => {
  replies("secret", "text/plain");
  web.settings.current = { ...web.settings.current, allow_hosts: ["switched-off.test"] };
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    expect((await web.call("web.fetch", { url: "https://switched-off.test/" })).ok).toBe(false);
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  }
  expect(asked).toEqual([]);
});

test("a certificate of another name is refused, and nothing is sent", async () => {
  replies("secret", "text/plain");
  web.settings.current = { ...web.settings.current, allow_hosts: ["wrong.test", "secure.test"] };
  const result = await web.call("web.fetch", { url: "https://wrong.test/" });
  expect(result.ok).toBe(false);
  expect(result.error?.code === "robots" || result.error?.code === "tool_exec").toBe(true);
  expect(asked).toEqual([]);
  answer = (response) => void response.writeHead(200, { "content-type": "text/plain" }).end("");
  expect(ruleOf(await web.call("web.fetch", { url: "https://secure.test/" }))).toBe("ok");
});
