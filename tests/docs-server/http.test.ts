import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WRONG_PER_ADDRESS } from "#lib/platform/authentication";
import { createWorkplace, launcher, talkTo, type Workplace } from "./docs-client.ts";

const token = "pQ4vX9sLmT2kRz7WbN5cYhAa";
const wrong = "zZ4vX9sLmT2kRz7WbN5cYhAa";
let place: Workplace;
let server: ChildProcessWithoutNullStreams | undefined;
let url: URL;
const open: Client[] = [];

/** As `npm run -s mcp -- --http` does it. */
async function launch(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [launcher, "--root", "notes", ...args], {
    cwd: place.dir,
    env: { ...place.env(), ...env } as unknown as NodeJS.ProcessEnv, // its type wants NODE_ENV
  });
  child.stdin.end(); // over HTTP nothing hangs on it
  const complaint = text(child.stderr);
  const ended = once(child, "close");
  const line = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)]);
  return { child, ended, complaint, said: String(line?.[0] ?? "") };
}

async function start(): Promise<void> {
  const { child, said } = await launch(["--http", "--port", "0"], { DOCENT_ACCESS_TOKEN: token });
  server = child;
  url = new URL(/http:\S+\/mcp/.exec(said)?.[0] ?? "");
}

beforeAll(async () => {
  place = createWorkplace();
  place.configure({});
  place.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
  await start();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  server?.kill("SIGTERM");
  await (server && once(server, "close"));
  place.remove();
});

async function connect(shown = token) {
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { Authorization: `Bearer ${shown}` } },
  });
  const client = new Client({ name: "test", version: "1" });
  // The transport's type names its handlers with undefined, which exact optional properties tell from absent ones.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  open.push(client);
  return { transport, ...(await talkTo(client)) };
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};
const listTools = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

/** A request in bytes: any header is sent as it stands, Host too. */
async function send(
  headers: Record<string, string>,
  {
    body = initialize,
    method = "POST",
    path = "/mcp",
  }: { body?: unknown; method?: string; path?: string } = {},
) {
  const sent = request({
    ...{ host: url.hostname, port: url.port, method, path },
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
  if (method === "POST") sent.write(typeof body === "string" ? body : JSON.stringify(body));
  sent.end();
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, text: await text(reply) };
}

describe("the docs server over HTTP", () => {
  it("answers a question like over stdio, with progress", async () => {
    const docs = await connect();
    const told: number[] = [];
    const reply = await docs.call(
      "docs_ask",
      { question: "When is the signing key rotated?" },
      { onprogress: ({ progress }) => told.push(progress) },
    );
    expect(reply.text).toContain("The signing key is rotated every ninety days [1].");
    expect(reply.structured.claims).toMatchObject([{ support: "verbatim", citations: [1] }]);
    expect(told.length).toBeGreaterThan(0);
  });

  it("reads resources, offers prompts and refuses paths as over stdio", async () => {
    const docs = await connect();
    const { contents } = await docs.client.readResource({ uri: "docs://notes/keys.md" });
    expect(contents).toMatchObject([{ text: expect.stringContaining("ninety days") }]);
    const outside = docs.client.readResource({ uri: "docs://notes/../../etc/passwd" });
    await expect(outside).rejects.toMatchObject({ data: { rule: "traversal" } });
    expect((await docs.client.listPrompts()).prompts).toHaveLength(2);
    const reply = await docs.call("docs_read", { path: "../config.json" });
    expect(reply).toMatchObject({ isError: true, structured: { status: "denied" } });
  });

  it("serves several clients, and one that leaves takes nothing from the others", async () => {
    const [one, other] = [await connect(), await connect()];
    expect(one.transport.sessionId).not.toBe(other.transport.sessionId);
    await one.transport.terminateSession();
    const reply = await other.call("docs_search", { query: "signing key" });
    expect(reply.structured.status).toBe("ok");
  });

  it("cancels a call of its client alone", async () => {
    const [one, other] = [await connect(), await connect()];
    const stop = new AbortController();
    const stopped = one.call("docs_ask", { question: "When?" }, { signal: stop.signal });
    const going = other.call("docs_ask", { question: "When is the signing key rotated?" });
    stop.abort();
    await expect(stopped).rejects.toThrow();
    expect((await going).isError).toBe(false);
  });
});

describe("who is not let in", () => {
  it.each([
    ["a foreign Host, as a rebound name has it", { host: "evil.example" }],
    ["a foreign Host with our port", { host: "evil.example:3001" }],
    ["a Host that only begins like ours", { host: "127.0.0.1.evil.example" }],
    ["ours behind a name", { host: "evil.example@127.0.0.1" }],
    ["our address with another port", { host: "127.0.0.1:1" }],
  ])("refuses %s with the right token", async (_, headers) => {
    const reply = await send(headers);
    expect(reply.status).toBe(403);
    expect(JSON.parse(reply.text).error.data.code).toBe("host_not_allowed");
  });

  it.each([
    ["another site", { origin: "https://evil.example" }],
    ["another port of this machine", { origin: "http://127.0.0.1:6274" }],
    ["a page without an origin", { origin: "null" }],
    ["our address by https", () => ({ origin: `https://${url.host}` })],
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["a same-site fetch", { "sec-fetch-site": "same-site" }],
  ])("refuses a page of %s with the right token", async (_, given) => {
    const headers = typeof given === "function" ? given() : given;
    const reply = await send({ host: url.host, ...(headers as Record<string, string>) });
    expect(reply.status).toBe(403);
    expect(JSON.parse(reply.text).error.data.code).toBe("origin_not_allowed");
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("answers no preflight of a browser", async () => {
    const reply = await send(
      { host: url.host, origin: "https://evil.example", "access-control-request-method": "POST" },
      { method: "OPTIONS" },
    );
    expect(reply.status).toBe(403);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  });

  it.each([
    ["no token", ""],
    ["an empty token", "Bearer "],
    ["another scheme", `Basic ${Buffer.from(token).toString("base64")}`],
    ["a part of the token", `Bearer ${token.slice(0, -1)}`],
  ])("refuses %s, and says how to be let in", async (_, authorization) => {
    const reply = await send({ host: url.host, authorization });
    expect(reply.status).toBe(401);
    expect(reply.headers["www-authenticate"]).toBe("Bearer");
    expect(reply.text).toContain("Authorization: Bearer");
    expect(reply.text).not.toContain(token);
  });

  it("takes no token from the address or a cookie", async () => {
    const headers = { host: url.host, authorization: "", cookie: `docent_session=${token}` };
    const reply = await send(headers, { path: `/mcp?access_token=${token}` });
    expect(reply.status).toBe(401);
  });

  it("judges before it reads: a body that never ends is refused by its Host", async () => {
    const sent = request({
      ...{ host: url.hostname, port: url.port, method: "POST", path: "/mcp" },
      headers: { host: "evil.example", "transfer-encoding": "chunked" },
    });
    sent.write('{"jsonrpc":');
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    expect(reply.statusCode).toBe(403);
    sent.destroy();
  });

  it("a stolen session id opens nothing without the token", async () => {
    const docs = await connect();
    const stolen = { host: url.host, "mcp-session-id": docs.transport.sessionId ?? "" };
    for (const method of ["POST", "GET", "DELETE"]) {
      const reply = await send({ ...stolen, authorization: "" }, { method, body: listTools });
      expect([method, reply.status]).toEqual([method, 401]);
    }
    expect((await docs.call("docs_status")).isError).toBe(false);
  });

  it.each([
    ["made up", "00000000-0000-4000-8000-000000000000"],
    ["of a name that objects have", "__proto__"],
    ["given twice", "a, b"],
  ])("a session id that is %s is told as gone", async (_, id) => {
    const reply = await send({ host: url.host, "mcp-session-id": id }, { body: listTools });
    expect(reply.status).toBe(404);
    expect(reply.text).toContain("Connect again");
  });

  it("a session that was ended is gone", async () => {
    const docs = await connect();
    const id = docs.transport.sessionId ?? "";
    await docs.transport.terminateSession();
    const reply = await send({ host: url.host, "mcp-session-id": id }, { body: listTools });
    expect(reply.status).toBe(404);
  });

  it("what begins with no greeting gets no session", async () => {
    const reply = await send({ host: url.host }, { body: listTools });
    expect(reply.status).toBe(400);
    expect(reply.headers["mcp-session-id"]).toBeUndefined();
  });

  it.each([
    ["a body of more than a megabyte", `"${"x".repeat(1024 * 1024)}"`, 413],
    ["what is no JSON", "{", 400],
    ["JSON that is no message", '{"a":1}', 400],
    ["a batch of a thousand", JSON.stringify(Array.from({ length: 1000 }, () => listTools)), 400],
  ])("refuses %s", async (_, body, status) => {
    expect((await send({ host: url.host }, { body })).status).toBe(status);
  });

  it("refuses a body without an end as soon as it is too long", async () => {
    const sent = request({
      ...{ host: url.hostname, port: url.port, method: "POST", path: "/mcp" },
      headers: {
        ...{ host: url.host, authorization: `Bearer ${token}`, "transfer-encoding": "chunked" },
        ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      },
    });
    sent.on("error", () => undefined); // it is cut off while it still sends
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    for (let i = 0; i < 20; i++) sent.write("x".repeat(64 * 1024));
    expect((await answered)[0].statusCode).toBe(413);
    sent.destroy();
  });

  it.each([
    ["/", "POST"],
    ["/mcp/", "POST"],
    ["/api/health", "GET"],
    ["/.well-known/oauth-protected-resource", "GET"],
  ])("has nothing at %s", async (path, method) => {
    expect((await send({ host: url.host }, { path, method })).status).toBe(404);
  });

  it("puts off who tries too many wrong tokens, and takes the right one all the same, of open sessions and new ones", async () => {
    const docs = await connect();
    const tries = Array.from({ length: WRONG_PER_ADDRESS + 1 }, () =>
      send({ host: url.host, authorization: `Bearer ${wrong}` }),
    );
    const limited = (await Promise.all(tries)).find(({ status }) => status === 429);
    expect(Number(limited?.headers["retry-after"])).toBeGreaterThan(0);
    for (const client of [docs, await connect()]) {
      expect((await client.call("docs_status")).isError).toBe(false);
    }
  });
});

describe("how it starts", () => {
  it.each([
    [["--http"], {}, "DOCENT_ACCESS_TOKEN"],
    [["--http"], { DOCENT_ACCESS_TOKEN: "secret" }, "not fit to be a token"],
    [["--http", "--client-roots"], { DOCENT_ACCESS_TOKEN: token }, "--client-roots"],
    [["--port", "3001"], {}, "--http"],
    [["--http", "--port", "70000"], { DOCENT_ACCESS_TOKEN: token }, "70000"],
    [["--http=1"], { DOCENT_ACCESS_TOKEN: token }, "--http"],
  ])("refuses %j in one sentence", async (args, env, sentence) => {
    const { ended, complaint } = await launch(args, env);
    expect((await ended)[0]).toBe(1);
    expect(await complaint).toMatch(/^[^\n]+\n$/);
    expect(await complaint).toContain(sentence);
  });

  it("names a port that is taken", async () => {
    const holder = createServer();
    holder.listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as AddressInfo;
    const args = ["--http", "--port", String(port)];
    const { ended, complaint } = await launch(args, { DOCENT_ACCESS_TOKEN: token });
    expect((await ended)[0]).toBe(1);
    expect(await complaint).toContain(`127.0.0.1:${port} (EADDRINUSE)`);
    holder.close();
  });

  it("listens on this machine alone, whatever HOST says", async () => {
    const env = {
      DOCENT_ACCESS_TOKEN: token,
      HOST: "0.0.0.0",
      DOCENT_ALLOWED_HOSTS: "docs.example",
    };
    const { child, ended, said } = await launch(["--http", "--port", "0"], env);
    expect(said).toContain("http://127.0.0.1:");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});
