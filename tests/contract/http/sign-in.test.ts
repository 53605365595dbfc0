import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAssembly } from "#lib/assembly";
import { ErrorBody } from "#lib/contracts/errors";
import { projectDir } from "#lib/platform/project";
import { openPeople, type PeopleHttp } from "./open-people.ts";
import { Browser, throughProvider } from "./open-provider.ts";

let room: PeopleHttp;
beforeAll(async () => {
  room = await openPeople();
});
afterAll(() => room.close());
const codeOf = async (response: Response) => ErrorBody.parse(await response.json()).error.code;

describe("signing in with a provider", () => {
  it("lets in who has a role, with a session that is kept from scripts and ends by itself", async () => {
    const { response, headers } = await room.signIn("alice");
    expect(response.headers.get("location")).toBe("/");
    const cookie = response.headers.getSetCookie().find((one) => one.includes("session")) ?? "";
    expect(cookie).toMatch(
      /^docent_session_3999=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    const me = await room.http.get("/api/auth/me", headers);
    expect(await me.json()).toMatchObject({
      ...{ name: "Alice", role: "editor", by: "session", groups: ["legal", "writers"] },
      id: expect.stringMatching(/^p_[0-9a-f]{24}$/),
    });
  });

  it("answers nobody who has not, and tells them no more than health", async () => {
    expect(await codeOf(await room.http.get("/api/threads"))).toBe("unauthorized");
    expect(await (await room.http.get("/api/health")).json()).toEqual({ status: "ok" });
    const wrong = { cookie: "docent_session_3999=forged" };
    expect((await room.http.get("/api/threads", wrong)).status).toBe(401);
  });

  it("lets in nobody without a role, and says so", async () => {
    const { response, headers } = await room.signIn("nobody");
    expect(response.headers.get("location")).toBe("/sign-in?problem=role_required");
    expect((await room.http.get("/api/threads", headers)).status).toBe(401);
  });

  it("goes back to a page of this server and nowhere else", async () => {
    for (const [asked, went] of [
      ["/settings/models", "/settings/models"],
      ["/tasks?x=1", "/tasks?x=1"],
      ["//evil.example/", "/"],
      ["/\\evil.example", "/"],
      ["https://evil.example/", "/"],
      ["/%2f%2fevil.example", "/%2f%2fevil.example"],
      ["/\tevil", "/"],
      ["/api/auth/sign-out", "/"],
      ["javascript:alert(1)", "/"],
    ] as const) {
      const browser = new Browser();
      const started = await room.begin(browser, `?return_to=${encodeURIComponent(asked)}`);
      const to = started.headers.get("location") ?? "";
      const back = await throughProvider(browser, to, "bob", room.own);
      const response = await room.finish(browser, back);
      expect([asked, response.headers.get("location")]).toEqual([asked, went]);
    }
  });

  it("gives a new session at each sign-in, and ends the one that the browser had", async () => {
    const first = await room.signIn("alice");
    const before = first.headers;
    const second = await room.signIn("alice", first.browser);
    expect(second.headers.cookie).not.toBe(before.cookie);
    expect((await room.http.get("/api/threads", before)).status).toBe(401);
    expect((await room.http.get("/api/threads", second.headers)).status).toBe(200);
    // A session that somebody else chose is none.
    const browser = new Browser();
    const planted = new Response(null, {
      headers: { "set-cookie": "docent_session_3999=chosen-by-another; Path=/" },
    });
    browser.keep("own", planted);
    const third = await room.signIn("alice", browser);
    expect(third.headers.cookie).not.toContain("chosen-by-another");
  });

  it("ends the session for good when one signs out", async () => {
    const { headers } = await room.signIn("alice");
    const other = await room.signIn("alice");
    const out = (with_: Record<string, string>) =>
      room.http.call("POST", "/api/auth/sign-out", { headers: with_ });
    const { cookie = "" } = headers;
    expect((await out({ cookie, origin: "http://evil.example" })).status).toBe(403);
    expect((await out({ cookie })).status).toBe(403); // from no page
    const response = await out(headers);
    expect(response.status).toBe(200);
    expect(response.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await room.http.get("/api/threads", headers)).status).toBe(401);
    expect((await room.http.get("/api/threads", other.headers)).status).toBe(200);
  });

  it("takes a state once, in the browser that began it, and no other", async () => {
    const browser = new Browser();
    const started = await room.begin(browser);
    const to = started.headers.get("location") ?? "";
    const back = await throughProvider(browser, to, "alice", room.own);
    const failed = "/sign-in?problem=sign_in_failed";
    // As somebody who is sent a link that was begun elsewhere.
    expect((await room.finish(new Browser(), back)).headers.get("location")).toBe(failed);
    const stranger = new Browser();
    await room.begin(stranger);
    expect((await room.finish(stranger, back)).headers.get("location")).toBe(failed);
    // What others tried with it keeps nobody from coming back themselves.
    expect((await room.finish(browser, back)).headers.get("location")).toBe("/");
    const again = new Browser();
    const other = await room.begin(again);
    const came = await throughProvider(
      again,
      other.headers.get("location") ?? "",
      "alice",
      room.own,
    );
    const carried = again.header("own");
    expect((await room.finish(again, came)).headers.get("location")).toBe("/");
    // Good once: also for a browser that has still what it carried.
    const late = new Browser();
    late.keep("own", new Response(null, { headers: { "set-cookie": carried } }));
    expect((await room.finish(late, came)).headers.get("location")).toBe(failed);
    const own = await room.signIn("alice");
    const replayed = await room.finish(own.browser, back);
    expect(replayed.headers.get("location")).toBe(failed);
    for (const search of ["", "?state=x&code=y", "?error=access_denied&state=x"]) {
      const url = new URL(`/api/auth/callback${search}`, room.own);
      expect((await room.finish(browser, url)).headers.get("location")).toBe(failed);
    }
  });

  it("keeps nobody from signing in who is on their way, however many begin meanwhile", async () => {
    const browser = new Browser();
    const started = await room.begin(browser);
    const to = started.headers.get("location") ?? "";
    const back = await throughProvider(browser, to, "bob", room.own);
    const kept = () => {
      const db = new Database(room.http.at("home", "docent.db"), { readonly: true });
      const { n } = db.prepare("SELECT count(*) AS n FROM sign_ins").get() as { n: number };
      db.close();
      return n;
    };
    const before = kept();
    for (let n = 0; n < 50; n++) await room.begin(new Browser());
    expect(kept()).toBe(before);
    expect((await room.finish(browser, back)).headers.get("location")).toBe("/");
  });

  it("takes no code that another browser was given", async () => {
    const victim = new Browser();
    const attacker = new Browser();
    const [one, two] = [await room.begin(victim), await room.begin(attacker)];
    const mine = await throughProvider(
      attacker,
      two.headers.get("location") ?? "",
      "bob",
      room.own,
    );
    const state = new URL(one.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const mixed = new URL(mine);
    mixed.searchParams.set("state", state); // the verifier of one does not fit the code of the other
    const response = await room.finish(victim, mixed);
    expect(response.headers.get("location")).toBe("/sign-in?problem=sign_in_failed");
  });

  it("says that the provider is away, and goes on once it is there", async () => {
    const { headers } = await room.signIn("alice");
    room.provider.setAway(true);
    room.configure({ recheck_seconds: 0 });
    // What was said of her last holds for a while.
    expect((await room.http.get("/api/threads", headers)).status).toBe(200);
    room.configure({ recheck_seconds: 0, grace_minutes: 0 });
    const refused = await room.http.get("/api/threads", headers);
    expect([refused.status, await codeOf(refused)]).toEqual([503, "sign_in_unavailable"]);
    room.provider.setAway(false);
    expect((await room.http.get("/api/threads", headers)).status).toBe(200);
    room.configure();
  });

  it("comes back under a name of this server alone, and to nothing else from another site", async () => {
    const from = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const foreign = await room.http.get("/api/auth/callback?state=x", {
      ...{ ...from, host: "evil.example" },
    });
    expect([foreign.status, foreign.headers.get("location")]).toEqual([403, null]);
    for (const address of ["/api/auth/start", "/api/auth/me", "/api/threads"]) {
      expect((await room.http.get(address, from)).status).toBe(403);
    }
    const sent = await room.http.send("POST", "/api/auth/callback", {}, from);
    expect(sent.status).toBe(403);
  });

  it("looks up the role at each request", async () => {
    const { headers } = await room.signIn("carol");
    const config = () => room.http.get("/api/config", headers);
    expect(await codeOf(await config())).toBe("role_required");
    room.configure({ roles: { admin: ["writers"] } });
    expect((await config()).status).toBe(200);
    room.configure({ roles: {} });
    expect(await codeOf(await config())).toBe("role_required");
    room.configure();
    room.configure({ recheck_seconds: 0 });
    room.accounts.set("carol", { name: "Carol", groups: ["admins"] });
    expect((await config()).status).toBe(200);
    room.accounts.delete("carol");
    expect((await config()).status).toBe(401);
    room.accounts.set("carol", { name: "Carol", groups: ["writers"] });
    room.configure();
  });
});

describe("a server that is told of no provider", () => {
  const place = () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), "docent-forgotten-"));
    mkdirSync(path.join(dir, "notes"));
    return dir;
  };
  it.each<[string, { groups?: string[]; roles?: object }, RegExp]>([
    ["a folder is kept for groups", { groups: ["legal"] }, /“Notes”.*OIDC_ISSUER is not set/],
    ["roles have groups", { roles: { admin: ["admins"] } }, /auth\.roles.*OIDC_ISSUER is not set/],
  ])("does not start where %s", async (_, { groups, roles }, sentence) => {
    const dir = place();
    const root = { id: "notes", label: "Notes", path: path.join(dir, "notes") };
    const config = {
      doc_access: { roots: [groups === undefined ? root : { ...root, groups }] },
      ...(roles === undefined ? {} : { auth: { roles } }),
    };
    writeFileSync(path.join(dir, "config.json"), JSON.stringify(config));
    const env = {
      ...{ DOCENT_HOME: path.join(dir, "home"), DOCENT_CONFIG: path.join(dir, "config.json") },
      DOCENT_LOG_LEVEL: "silent",
    };
    const begin = () => createAssembly({ project_dir: projectDir(), env });
    expect(begin).toThrow(sentence);
    // Nor does it take such settings once it runs.
    writeFileSync(path.join(dir, "config.json"), JSON.stringify({ doc_access: { roots: [root] } }));
    const begun = begin();
    writeFileSync(path.join(dir, "config.json"), JSON.stringify(config));
    const reader = {
      trace_id: "trace_1",
      signal: AbortSignal.timeout(60_000),
      lang: "en",
    } as const;
    expect((await begun.readConfig(reader)).error).toMatch(sentence);
    await begun.close();
    rmSync(dir, { recursive: true });
  });
});

describe("a token of a person", () => {
  it("is shown once, listed without what it says, and taken back", async () => {
    const { headers } = await room.signIn("alice");
    const asked = { name: "laptop", scope: "all", days: 7 };
    const made = await room.http.send("POST", "/api/auth/tokens", asked, headers);
    const { token, id } = (await made.json()) as { token: string; id: string };
    expect(token).toMatch(/^docent_pat_[\w-]{43}$/);
    const by = { authorization: `Bearer ${token}` };
    expect((await room.http.get("/api/threads", by)).status).toBe(200);
    const listed = await (await room.http.get("/api/auth/tokens", headers)).text();
    expect(listed).toContain("laptop");
    expect(listed).not.toContain(token.slice(11));
    const me = (await (await room.http.get("/api/auth/me", by)).json()) as { by: string };
    expect(me.by).toBe("token");
    const bob = await room.signIn("bob");
    const remove = (with_: Record<string, string>) =>
      room.http.call("DELETE", `/api/auth/tokens/${id}`, { headers: with_ });
    expect((await remove(bob.headers)).status).toBe(404);
    expect((await remove(headers)).status).toBe(204);
    expect((await room.http.get("/api/threads", by)).status).toBe(401);
  });

  it("makes no other, lists none and signs nobody out, whatever its scope", async () => {
    const { headers } = await room.signIn("alice");
    for (const scope of ["read", "all"] as const) {
      const by = await room.tokenOf(headers, scope);
      for (const [method, url] of [
        ["GET", "/api/auth/tokens"],
        ["POST", "/api/auth/tokens"],
        ["DELETE", "/api/auth/tokens/token_x"],
        ["POST", "/api/auth/sign-out"],
      ] as const) {
        const body = { name: "more", scope: "all", days: 1 };
        const response = await room.http.call(method, url, {
          headers: { ...by, origin: room.own, "content-type": "application/json" },
          ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
        });
        expect([method, url, await codeOf(response)]).toEqual([method, url, "token_scope"]);
      }
    }
  });

  it("of scope read changes nothing, and one of its person goes no further than they", async () => {
    const { headers } = await room.signIn("bob");
    const read = await room.tokenOf(headers, "read");
    const all = await room.tokenOf(headers, "all");
    expect((await room.http.get("/api/threads", read)).status).toBe(200);
    const forget = (by: Record<string, string>) =>
      room.http.send("POST", "/api/memory/forget", { scope: { all: true } }, by);
    expect(await codeOf(await forget(read))).toBe("token_scope");
    expect((await forget(all)).status).not.toBe(403);
    expect(await codeOf(await room.http.get("/api/config", all))).toBe("role_required");
  });

  it("ends with its time, its person and their role, and wrong ones are counted", async () => {
    const { headers } = await room.signIn("carol");
    const by = await room.tokenOf(headers, "read");
    room.configure({ roles: {} });
    expect(await codeOf(await room.http.get("/api/threads", by))).toBe("role_required");
    room.configure();
    expect((await room.http.get("/api/threads", by)).status).toBe(200);
    const admin = await room.signIn("root");
    const me = (await (await room.http.get("/api/auth/me", headers)).json()) as { id: string };
    const change = (removed: boolean) =>
      room.http.send("PATCH", `/api/people/${me.id}`, { removed }, admin.headers);
    expect((await change(true)).status).toBe(200);
    expect((await room.http.get("/api/threads", by)).status).toBe(401);
    expect((await room.http.get("/api/threads", headers)).status).toBe(401);
    const again = await room.signIn("carol");
    expect(again.response.headers.get("location")).toContain("role_required");
    expect((await change(false)).status).toBe(200);
    await room.signIn("carol");
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const response = await room.http.get("/api/threads", {
        authorization: `Bearer docent_pat_${n}`,
        "x-docent-address": "10.1.1.1",
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it("ends with what the provider says of its person, until they sign in again", async () => {
    const { headers } = await room.signIn("carol");
    const by = await room.tokenOf(headers, "read", 30);
    const status = async () => (await room.http.get("/api/threads", by)).status;
    room.configure({ recheck_seconds: 0 });
    expect(await status()).toBe(200);
    room.accounts.delete("carol");
    expect(await status()).toBe(401);
    room.accounts.set("carol", { name: "Carol", groups: ["writers"] });
    expect(await status()).toBe(401);
    await room.signIn("carol");
    expect(await status()).toBe(200);
    room.configure();
  });

  it("is no token of the provider, nor anything else that looks like one", async () => {
    const none = [
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiJyb290In0.",
      "docent_pat_",
      "x".repeat(5000),
      "null",
    ];
    for (const [n, token] of none.entries()) {
      const response = await room.http.get("/api/threads", {
        authorization: `Bearer ${token}`,
        "x-docent-address": `10.2.2.${n}`,
      });
      expect(response.status).toBe(401);
    }
  });
});
