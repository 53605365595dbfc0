import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ErrorBody } from "#lib/contracts/errors";
import { projectDir } from "#lib/platform/project";
import { freePort } from "../../../scripts/bootstrap/port.mjs";

/**
 * The production server as it is started, by every HOST, under every name it may be called by and some that it may not:
 * who has no token gets the page to sign in on, whatever was asked for, and the server calls nobody for it.
 */
const token = "pQ4vX9sLmT2kRz7WbN5cYh";
const hasIpv6 = Object.values(os.networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === "::1"),
);
const hosts = [
  { HOST: "unset", connect: "127.0.0.1" },
  { HOST: "127.0.0.1", connect: "127.0.0.1" },
  { HOST: "localhost", connect: "localhost" },
  ...(hasIpv6 ? [{ HOST: "::1", connect: "::1" }] : []),
  { HOST: "0.0.0.0", connect: "127.0.0.1" },
];
const allowed = "docs.example,named.example:8443,[fd00::7]";
const ownNames = [
  "127.0.0.1:PORT",
  "localhost:PORT",
  "LOCALHOST:PORT",
  "[::1]:PORT",
  "docs.example",
  "Docs.Example:PORT",
  "named.example:8443",
  "[fd00::7]",
  "[FD00::7]:PORT",
];
const foreignNames = [
  "evil.example:PORT",
  "127.0.0.1",
  "localhost:1",
  "named.example:PORT",
  "docs.example.evil.example",
  "0.0.0.0:PORT",
];
/** With the status for who is inside. */
const pages = { "/": 200, "/settings": 200, "/nope": 404, "/signin": 404, "/sign-in": 200 };
const rows = [
  ...ownNames.flatMap((name) => [
    { name, shown: "no token" as const },
    { name, shown: "the token" as const },
    { name, shown: "a session" as const },
  ]),
  ...foreignNames.flatMap((name) => [
    { name, shown: "no token" as const },
    { name, shown: "the token" as const },
  ]),
].map((row) => ({ ...row, own: ownNames.includes(row.name) }));

type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

describe.each(hosts)("HOST=$HOST with a token", ({ HOST, connect }) => {
  let home: string;
  let port: number;
  let server: ChildProcess;
  let session: string;

  beforeAll(async () => {
    home = mkdtempSync(path.join(os.tmpdir(), "docent-address-"));
    port = await freePort();
    server = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: projectDir(),
      env: {
        ...process.env,
        LC_ALL: "C",
        HOST: HOST === "unset" ? "" : HOST,
        PORT: String(port),
        DOCENT_HOME: home,
        DOCENT_LOG_LEVEL: "error",
        DOCENT_ACCESS_TOKEN: token,
        DOCENT_ALLOWED_HOSTS: allowed,
        NODE_OPTIONS: `--import=${path.join(projectDir(), "tests/flow/refuse-network.mjs")}`,
        REFUSED_TO: path.join(home, "seen"),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    server.stdout?.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
    const answers = vi.waitUntil(() => out.includes("Docent is running at"), { timeout: 560_000 });
    await Promise.race([answers, once(server, "exit")]);
    expect(out).toContain("Docent is running at");
    const entered = await call("/api/session", {
      method: "POST",
      headers: { host: `localhost:${port}`, "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    expect(entered.status).toBe(204);
    session = String(entered.headers["set-cookie"]).split(";")[0] ?? "";
  });
  afterAll(async () => {
    const running = server.exitCode === null && server.signalCode === null;
    const ended = once(server, "exit");
    if (running && server.kill("SIGTERM")) await ended;
    rmSync(home, { recursive: true, force: true });
  });

  /** Status 0 where there is no answer in time: whoever asks itself gets none. */
  function call(
    target: string,
    options: { method?: string; headers: Record<string, string>; body?: string },
  ): Promise<Reply> {
    return new Promise((resolve) => {
      const none = () => resolve({ status: 0, headers: {}, text: "" });
      const { method, headers, body } = options;
      const asked = request({
        host: connect,
        port,
        path: target,
        method,
        headers,
        timeout: 15_000,
      });
      asked.on("timeout", () => asked.destroy());
      asked.on("error", none);
      asked.on("upgrade", none);
      asked.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        response.on("error", none);
        const { statusCode: status = 0 } = response;
        response.on("end", () => resolve({ status, headers: response.headers, text }));
      });
      asked.end(body);
    });
  }
  const shownBy = {
    "no token": () => ({}),
    "the token": () => ({ authorization: `Bearer ${token}` }),
    "a session": () => ({ cookie: session }),
  };
  const host = (name: string) => name.replace("PORT", String(port));

  function isSignInPage(what: string, { status, headers, text }: Reply, label = "Access token") {
    expect([what, status]).toEqual([what, 401]);
    expect(headers["content-type"]).toContain("text/html");
    expect(text).toContain(label);
    expect(text).not.toContain("Docent handbook");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
    const policy = String(headers["content-security-policy"]);
    const [, nonce] =
      /script-src 'self' 'nonce-([\w+/=]{20,})' 'strict-dynamic';/.exec(policy) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(text).toContain(`nonce="${nonce}"`);
  }

  it.each(rows)("$name with $shown", async ({ name, shown, own }) => {
    const headers = { host: host(name), ...shownBy[shown]() };
    for (const [page, status] of Object.entries(pages)) {
      const what = `${page} as ${headers.host}`;
      const reply = await call(page, { headers });
      if (!own) {
        expect([what, reply.status]).toEqual([what, 403]);
        expect(reply.text).toContain(`“${headers.host}”`);
        expect(reply.text).not.toContain("<");
      } else if (shown === "no token") isSignInPage(what, reply);
      else expect([what, reply.status]).toEqual([what, status]);
    }
    const route = await call("/api/threads", { headers });
    const expected = own ? [401, "unauthorized"] : [403, "host_not_allowed"];
    if (own && shown !== "no token") expect(route.status).toBe(200);
    else {
      expect([route.status, ErrorBody.parse(JSON.parse(route.text)).error.code]).toEqual(expected);
    }
  });

  it("is the same page whatever the request claims, and in Chinese", async () => {
    const own = { host: `localhost:${port}` };
    const claims: Record<string, Record<string, string>> = {
      "another scheme": { "x-forwarded-proto": "https", "x-forwarded-port": "443" },
      "another host": { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
      "a rewrite": { "x-middleware-rewrite": "http://evil.example/", "x-nextjs-rewrite": "/x" },
      "the page to sign in": {
        "x-docent-signed-out": "no",
        "x-middleware-subrequest": "proxy:proxy:proxy:proxy",
      },
    };
    for (const [what, headers] of Object.entries(claims)) {
      isSignInPage(what, await call("/settings", { headers: { ...own, ...headers } }));
    }
    isSignInPage("a query", await call("/nope?to=http://evil.example/&_rsc=1", { headers: own }));
    const chinese = await call("/settings", { headers: { ...own, "accept-language": "zh-CN" } });
    isSignInPage("Chinese", chinese, "访问令牌");
    const head = await call("/", { method: "HEAD", headers: own });
    expect([head.status, head.text]).toEqual([401, ""]);
    const data = await call("/settings", { headers: { ...own, rsc: "1" } });
    expect([401, 307]).toContain(data.status); // asked for by hand, it is first sent to its full address
    expect(data.text).not.toContain("Docent handbook");
  });

  it("follows no address that a request names, and becomes nothing else than HTTP", async () => {
    const own = { host: `localhost:${port}` };
    for (const address of [`http://localhost:${port}/settings`, "http://evil.example/", "*"]) {
      const { status } = await call(address, { method: "OPTIONS", headers: own });
      expect([address, status]).toEqual([address, 400]);
    }
    const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
    for (const page of ["/", "/settings", "/_next/hmr"]) {
      const { status } = await call(page, { headers: { ...own, ...upgrade } });
      expect([page, status]).toEqual([page, 403]);
    }
  });

  it("has called nobody, itself neither", () => {
    const seen = readFileSync(path.join(home, "seen"), "utf8").trim().split("\n");
    // A build that a start makes first has processes of its own, which speak with each other.
    expect(seen.filter((line) => line.startsWith(`${server.pid} `))).toEqual([
      `${server.pid} local watching`,
    ]);
  });
});
