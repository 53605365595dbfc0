import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Accounts,
  Browser,
  client_id,
  client_secret,
  openProvider,
  throughProvider,
} from "../contract/http/open-provider.ts";
import { lackingOwnPostgres } from "../store/postgres/server.ts";
import { eventsOf, openServers, type Server, type Servers } from "./many-servers.ts";

/** People on real server processes behind one address: a session of one is a session of all, and ends on all. */
const own = "https://docs.example";
const accounts: Accounts = new Map([
  ["alice", { name: "Alice", groups: ["writers"] }],
  ["bob", { name: "Bob", groups: ["writers"] }],
]);
let servers: Servers;
let provider: Awaited<ReturnType<typeof openProvider>>;
let [one, two, held]: Server[] = [];
beforeAll(async () => {
  if (lackingOwnPostgres !== undefined) return;
  servers = await openServers();
  provider = await openProvider(accounts, () => `${own}/api/auth/callback`);
  const roots = [{ id: "notes", label: "Notes", path: servers.at("notes") }];
  const auth = { public_url: own, roles: { editor: ["writers"] } };
  writeFileSync(servers.at("config.json"), JSON.stringify({ doc_access: { roots }, auth }));
  const env = {
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client_id },
    ...{ OIDC_CLIENT_SECRET: client_secret, DOCENT_ALLOWED_HOSTS: "docs.example" },
  };
  writeFileSync(servers.at("journal"), "");
  [one, two, held] = await Promise.all([
    servers.start(env),
    servers.start(env),
    // Where no answer ever ends by itself.
    servers.start({ ...env, HOLD: servers.at("journal") }),
  ]);
}, 120_000);
afterAll(async () => {
  await servers?.close();
  await provider?.close();
});

function here(): { one: Server; two: Server; held: Server } {
  if (!one || !two || !held) throw new Error("no server is running");
  return { one, two, held };
}

/** Begins at one server and comes back to another, as behind an address that is shared. */
async function signIn(account: string, at: Server, back: Server) {
  const browser = new Browser();
  const started = await at.call("GET", "/api/auth/start", undefined, {});
  browser.keep("own", started);
  const came = await throughProvider(browser, started.headers.get("location") ?? "", account, own);
  const finished = await back.get(came.pathname + came.search, { cookie: browser.header("own") });
  expect(finished.status).toBe(303);
  browser.keep("own", finished);
  return {
    cookies: finished.headers.getSetCookie(),
    headers: { cookie: browser.header("own") },
  };
}

/** As a page of that server sends it. */
const pageOf = ({ port }: Server, { headers }: { headers: { cookie: string } }) => ({
  ...headers,
  origin: `http://127.0.0.1:${port}`,
});

describe.skipIf(lackingOwnPostgres !== undefined)("people on several servers", () => {
  it("signs in with what one began and the other goes on with, by a cookie of the address", async () => {
    const { one, two } = here();
    const alice = await signIn("alice", one, two);
    expect(alice.cookies.at(-1)).toMatch(
      /^__Host-docent_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
    for (const server of [one, two]) {
      const me = await server.get("/api/auth/me", alice.headers);
      expect(await me.json()).toMatchObject({ name: "Alice", role: "editor" });
      expect((await server.get("/api/threads")).status).toBe(401);
    }
  });

  it("keeps what is one person's from another, whichever server is asked", async () => {
    const { one, two } = here();
    const alice = await signIn("alice", one, one);
    const bob = await signIn("bob", two, two);
    const asked = await one.post("/api/ask", { question: "keys" }, alice.headers);
    const { thread_id } = (await asked.json()) as { thread_id: string };
    expect((await two.get(`/api/threads/${thread_id}`, alice.headers)).status).toBe(200);
    const foreign = await two.get(`/api/threads/${thread_id}`, bob.headers);
    const missing = await two.get(`/api/threads/${crypto.randomUUID()}`, bob.headers);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
  });

  it("ends a session on all of them, and the streams that were opened with it", async () => {
    const { one, two, held } = here();
    const alice = await signIn("alice", one, two);
    const other = await signIn("alice", two, one);
    const streams = [
      await held.post("/api/chat", { question: "keys" }, alice.headers),
      await held.post("/api/chat", { question: "keys" }, other.headers),
    ];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const [ended, going] = streams.map((stream) => eventsOf(stream));
    const out = await one.call("POST", "/api/auth/sign-out", undefined, pageOf(one, alice));
    expect(out.status).toBe(200);
    for (const server of [one, two]) {
      expect((await server.get("/api/threads", alice.headers)).status).toBe(401);
      expect((await server.get("/api/threads", other.headers)).status).toBe(200);
    }
    await ended;
    expect(await Promise.race([going, pause(300, "goes on")])).toBe("goes on");
  });

  it("revokes a token on all of them", async () => {
    const { one, two } = here();
    const alice = await signIn("alice", one, two);
    const made = await one.post(
      "/api/auth/tokens",
      { name: "script", scope: "all", days: 1 },
      pageOf(one, alice),
    );
    const { token, id } = (await made.json()) as { token: string; id: string };
    const bearer = { authorization: `Bearer ${token}` };
    expect((await two.get("/api/threads", bearer)).status).toBe(200);
    const gone = await two.call("DELETE", `/api/auth/tokens/${id}`, undefined, pageOf(two, alice));
    expect(gone.status).toBe(204);
    for (const server of [one, two]) {
      expect((await server.get("/api/threads", bearer)).status).toBe(401);
    }
  });
});
