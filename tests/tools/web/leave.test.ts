import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalDecision } from "#lib/contracts/approvals";
import type { ToolCallContext } from "#lib/contracts/tools";
import { openSite, openWeb, page, ruleOf, wiresTo } from "./open-web.ts";
import { recorded } from "./recorded.ts";

/** Who has to be asked before a page is fetched: by its host, and by who named its address. */
const address = "93.184.216.34";
let server: Awaited<ReturnType<typeof openSite>>;
let searx: Awaited<ReturnType<typeof openSite>>;
let web: ReturnType<typeof openWeb>;
let traces = 0;

beforeAll(async () => {
  server = await openSite((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    const to = /^\/to\/(.+)$/.exec(request.url ?? "")?.[1];
    if (to !== undefined) return void response.writeHead(301, { location: `http://${to}` }).end();
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      page("A", "<p>There is another page at http://a.test/only-in-a-page for you.</p>"),
    );
  });
  searx = await openSite((_, response) => {
    const items = [{ title: "Found", url: "http://a.test/found", snippet: "" }];
    response.end(recorded.searxng(items));
  });
  const names = Object.fromEntries(["a.test", "b.test", "c.test"].map((name) => [name, [address]]));
  web = openWeb({
    wires: wiresTo(names, { [address]: server.port }),
    search: { searxng_url: `http://127.0.0.1:${searx.port}`, backend: "searxng" },
  });
});

beforeEach(async () => {
  server.asked.length = 0;
  traces += 1;
  web.settings.current = { ...web.settings.current, allow_hosts: [], deny_hosts: [] };
  for (const { id } of await web.approvals.permissions()) await web.approvals.revoke(id);
});

afterAll(async () => {
  await web.close();
  await server.close();
  await searx.close();
});

const pagesAsked = () => server.asked.filter(({ path }) => path !== "/robots.txt");

/** A call of an agent; each question to a person is answered by the next decision, and by no one once they are used up. */
async function asAgent(
  url: string,
  decisions: ApprovalDecision[] = [],
  more: Partial<ToolCallContext> = {},
  tool = "web.fetch",
) {
  const shown: { resource: unknown; choices: string[]; reason: string; arguments: unknown }[] = [];
  const result = await web.runtime.invoke(
    tool,
    { url },
    web.context({
      agent_id: "primary",
      trace_id: `trace${traces}`,
      asking: decisions.length === 0 ? "refuse" : "wait",
      onAsk: async ({ approval_id }) => {
        const { resource, choices, reason, arguments: args } = await web.approvals.get(approval_id);
        shown.push({ resource, choices, reason, arguments: args });
        const decision = decisions.shift() ?? "deny";
        setImmediate(() => web.approvals.decide(approval_id, decision));
      },
      ...more,
    }),
  );
  return { rule: ruleOf(result), result, shown };
}

describe("a host", () => {
  const asked = "Please read http://a.test/x and tell me.";

  test("is asked about, with the address in sight and every answer open", async () => {
    const { rule, shown } = await asAgent("http://a.test/x", ["allow_once"], { asked });
    expect(rule).toBe("ok");
    expect(shown).toEqual([
      {
        resource: { kind: "host", host: "a.test" },
        choices: ["allow_once", "allow_session", "allow_always", "deny"],
        reason: "web.fetch works on the host a.test: a person decides.",
        arguments: { url: "http://a.test/x" },
      },
    ]);
  });

  test("is not reached where nobody is there to be asked, or where they refuse", async () => {
    expect((await asAgent("http://a.test/x", [], { asked })).rule).toBe("approval_required");
    expect((await asAgent("http://a.test/x", ["deny"], { asked })).rule).toBe("approval_denied");
    expect(server.asked).toEqual([]);
  });

  test("that was allowed once is asked about again; for the conversation, only elsewhere; always, nowhere", async () => {
    await asAgent("http://a.test/x", ["allow_once"], { asked });
    expect((await asAgent("http://a.test/x", [], { asked })).rule).toBe("approval_required");
    await asAgent("http://a.test/x", ["allow_session"], { asked });
    expect((await asAgent("http://a.test/x", [], { asked })).rule).toBe("ok");
    const elsewhere = { asked, thread_id: "thread2" };
    expect((await asAgent("http://a.test/x", [], elsewhere)).rule).toBe("approval_required");
    await asAgent("http://a.test/x", ["allow_always"], elsewhere);
    expect((await asAgent("http://a.test/x", [], { asked, thread_id: "thread3" })).rule).toBe("ok");
    // Another host, and another tool on the same one, are other questions.
    const other = { asked: "http://b.test/x" };
    expect((await asAgent("http://b.test/x", [], other)).rule).toBe("approval_required");
    const extract = await asAgent("http://a.test/x", [], { asked }, "web.extract");
    expect(extract.rule).toBe("approval_required");
  });

  test("that the settings allow is not asked about, and no address rule is lifted by it", async () => {
    web.settings.current.allow_hosts = ["a.test", "127.0.0.1", "localhost", "*.b.test"];
    expect((await asAgent("http://a.test/x", [], { asked })).rule).toBe("ok");
    expect((await asAgent("http://127.0.0.1/", [], { asked: "http://127.0.0.1/" })).rule).toBe(
      "ssrf_address",
    );
    const below = await asAgent("http://b.test/x", [], { asked: "http://b.test/x" });
    expect(below.rule).toBe("approval_required");
  });

  test.each(["a.test", "A.TEST.", "*.test"])(
    "that %s keeps out is not reached by anybody",
    async (entry) => {
      web.settings.current.deny_hosts = [entry];
      const refused = await asAgent("http://a.test/x", ["allow_once"], { asked });
      expect(refused.rule).toBe("blocked");
      expect(refused.shown).toEqual([]);
      expect(ruleOf(await web.call("web.fetch", { url: "http://a.test/x" }))).toBe("blocked");
      expect(server.asked).toEqual([]);
    },
  );

  test("is not reached by an agent whose level or grant does not go so far", async () => {
    const { grant } = web.context();
    const low = { ...grant, agent_id: "primary", level: "L1" as const };
    expect((await asAgent("http://a.test/x", ["allow_once"], { asked, grant: low })).rule).toBe(
      "capability_level",
    );
    const here = {
      ...grant,
      agent_id: "primary",
      resources: [{ kind: "host" as const, host: "b.test" }],
    };
    expect((await asAgent("http://a.test/x", ["allow_once"], { asked, grant: here })).rule).toBe(
      "tool_not_granted",
    );
  });
});

describe("a redirect to another host", () => {
  const asked = "http://a.test/to/b.test/end";

  test("needs that host's leave as well", async () => {
    const { rule, shown } = await asAgent(asked, ["allow_once", "allow_once"], { asked });
    expect(rule).toBe("ok");
    expect(shown.map(({ resource }) => resource)).toEqual([
      { kind: "host", host: "a.test" },
      { kind: "host", host: "b.test" },
    ]);
    expect(shown[1]?.arguments).toEqual({ url: "http://b.test/end" });
  });

  test("ends where that is not given", async () => {
    const { rule } = await asAgent(asked, ["allow_once", "deny"], { asked });
    expect(rule).toBe("approval_denied");
    expect(pagesAsked().map(({ host }) => host)).toEqual(["a.test"]);
  });

  test("is followed where it is given already", async () => {
    web.settings.current.allow_hosts = ["a.test", "b.test"];
    const { rule, result } = await asAgent(asked, [], { asked });
    expect(rule).toBe("ok");
    expect(result.structured).toMatchObject({ url: asked, final_url: "http://b.test/end" });
    const chain = "http://a.test/to/b.test/to/c.test/end";
    expect((await asAgent(chain, [], { asked: chain })).rule).toBe("approval_required");
    expect(pagesAsked().map(({ host }) => host)).not.toContain("c.test");
  });

  test("is no way around what the settings keep out", async () => {
    web.settings.current.deny_hosts = ["b.test"];
    expect((await asAgent(asked, ["allow_once", "allow_once"], { asked })).rule).toBe("blocked");
  });
});

describe("an address", () => {
  beforeEach(() => {
    web.settings.current.allow_hosts = ["a.test"];
  });

  test("that stands only in a page or a document needs a person each time, though its host is allowed", async () => {
    const url = "http://a.test/only-in-a-page";
    await asAgent("http://a.test/x", [], { asked: "http://a.test/x" }, "web.extract");
    expect((await asAgent(url, [], { asked: "What is on http://a.test/?" })).rule).toBe(
      "approval_required",
    );
    const { rule, shown } = await asAgent(url, ["allow_once"]);
    expect(rule).toBe("ok");
    expect(shown[0]?.choices).toEqual(["allow_once", "deny"]);
    expect((await asAgent(url)).rule).toBe("approval_required");
    expect(pagesAsked().filter(({ path }) => path === "/only-in-a-page")).toHaveLength(1);
  });

  test.each([
    "http://a.test/x?to=secret",
    "http://a.test/xy",
    "http://a.test/",
    "http://a.test/x/y",
  ])("%s is not what a person meant by a.test/x", async (url) => {
    expect((await asAgent(url, [], { asked: "read http://a.test/x, please" })).rule).toBe(
      "approval_required",
    );
  });

  test.each([
    "read http://a.test/x, please",
    "请看（http://a.test/x）。",
    "a.test/x?",
    "What does “https://A.test./x” say?",
    '{"query":"see http://a.test/x"}',
  ])("that a person wrote is theirs: %s", async (asked) => {
    expect((await asAgent("http://a.test/x", [], { asked })).rule).toBe("ok");
  });

  test("that a search of the same work found is named by it, and by that of another work it is not", async () => {
    await web.call("web.search", { query: "x" }, { trace_id: `trace${traces}` });
    expect((await asAgent("http://a.test/found")).rule).toBe("ok");
    expect((await asAgent("http://a.test/found", [], { trace_id: "another" })).rule).toBe(
      "approval_required",
    );
  });

  test("that a search found before a restart is still named by it", async () => {
    await web.call("web.search", { query: "x" }, { trace_id: "goes on" });
    const again = openWeb({
      wires: wiresTo({ "a.test": [address] }, { [address]: server.port }),
      home: web.home,
      settings: { allow_hosts: ["a.test"] },
    });
    const call = (trace_id: string) =>
      again.runtime.invoke(
        "web.fetch",
        { url: "http://a.test/found" },
        again.context({
          ...{ agent_id: "task.research_report", trace_id },
        }),
      );
    expect(ruleOf(await call("goes on"))).toBe("ok");
    expect(ruleOf(await call("another one"))).toBe("approval_required");
    await again.close();
  });

  test("with a secret in it is asked for without the secret", async () => {
    const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    const url = `http://a.test/x?token=${secret}`;
    const { result } = await asAgent(url, [], { asked: url });
    expect(result.stderr).toMatch(/secret/);
    expect(pagesAsked()).toHaveLength(1);
    expect(JSON.stringify(server.asked)).not.toContain(secret);
    expect(JSON.stringify(web.connections)).not.toContain(secret);
  });
});

test("what was fetched by leave is extracted without another question, by its id", async () => {
  const asked = "http://a.test/x";
  const { result } = await asAgent(asked, ["allow_once"], { asked });
  const { fetch_id } = result.structured as { fetch_id: string };
  const before = server.asked.length;
  const extracted = await web.runtime.invoke(
    "web.extract",
    { fetch_id },
    web.context({ agent_id: "primary" }),
  );
  expect(ruleOf(extracted)).toBe("ok");
  expect(server.asked.length).toBe(before);
  const { grant } = web.context({ agent_id: "primary" });
  const elsewhere = { ...grant, resources: [{ kind: "host" as const, host: "b.test" }] };
  const refused = await web.runtime.invoke(
    "web.extract",
    { fetch_id },
    web.context({ agent_id: "primary", grant: elsewhere }),
  );
  expect(ruleOf(refused)).toBe("tool_not_granted");
  const both = { fetch_id, url: asked };
  expect(ruleOf(await web.call("web.extract", both))).toBe("validation");
  expect(ruleOf(await web.call("web.extract", {}))).toBe("validation");
  expect(ruleOf(await web.call("web.extract", { fetch_id: "../../docent.db" }))).toBe("not_found");
});
