import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ErrorBody } from "#lib/contracts/errors";
import { Health, HealthOutside } from "#lib/contracts/http";
import { findRoutes, type Http, openHttp } from "./open-http.ts";

const token = "pQ4vX9sLmT2kRz7WbN5cYh";
const env = { HOST: "0.0.0.0", DOCENT_ACCESS_TOKEN: token, DOCENT_ALLOWED_HOSTS: "docs.example" };
const patterns = await findRoutes();
const closed = patterns
  .filter((pattern) => !["/api/health", "/api/ready", "/api/session"].includes(pattern))
  .map((pattern) => pattern.replace("[[...unknown]]", "no/such").replace(/\[\w+\]/g, "thread_x"));

let http: Http;
let sender: number;
beforeAll(async () => {
  sender = 0;
  http = await openHttp({ env });
});
afterAll(() => http.close());
let from: Record<string, string>;
beforeEach(() => {
  from = { "x-docent-address": `10.0.0.${++sender}` };
});

async function error(response: Response) {
  return ErrorBody.parse(await response.json()).error;
}
const signIn = (text: string, headers: Record<string, string> = {}) =>
  http.send("POST", "/api/session", { token: text }, { ...from, ...headers });

describe("with an access token", () => {
  it.each(closed)("%s answers nobody without it, whatever the method", async (address) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const response = await http.call(method, address);
      expect(response.status).toBe(401);
      expect((await error(response)).code).toBe("unauthorized");
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("health says whether all is well, and the rest to those inside", async () => {
    const outside = await (await http.get("/api/health")).json();
    expect(HealthOutside.parse(outside)).toEqual({ status: "ok" });
    const inside = await http.get("/api/health", { authorization: `Bearer ${token}` });
    expect(Health.parse(await inside.json()).version).toMatch(/^\d/);
  });

  it("health leaves nothing behind, however often it is asked", async () => {
    const size = () => {
      const db = new Database(http.at("home/docent.db"), { readonly: true });
      try {
        return db
          .prepare("SELECT (SELECT count(*) FROM spans) + (SELECT count(*) FROM reads)")
          .get();
      } finally {
        db.close();
      }
    };
    await http.get("/api/config", { authorization: `Bearer ${token}` }); // starts the documents server
    await http.assembly.listReads({}); // writes what is waiting
    const before = size();
    for (let n = 0; n < 50; n++) await http.get("/api/health");
    await http.get("/api/health", { authorization: `Bearer ${token}` });
    await http.assembly.listReads({});
    expect(size()).toEqual(before);
  });

  it("a program shows it with each request", async () => {
    const response = await http.get("/api/threads", { authorization: `Bearer ${token}` });
    expect(response.status).toBe(200);
  });

  it("a page shows it once and gets a session that is kept from scripts and other sites", async () => {
    const response = await signIn(token, { origin: "http://docs.example" });
    expect(response.status).toBe(204);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^docent_session_3999=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    );
    expect(cookie).not.toContain(token);
    const [session = ""] = cookie.split(";");
    expect((await http.get("/api/threads", { cookie: session })).status).toBe(200);
    expect((await http.get("/api/threads", { cookie: `${session}x` })).status).toBe(401);
  });

  it("ends a session when the page asks for it, and tells the browser to forget the cookie", async () => {
    const [session = ""] = ((await signIn(token)).headers.get("set-cookie") ?? "").split(";");
    const [other = ""] = ((await signIn(token)).headers.get("set-cookie") ?? "").split(";");
    const signOut = (headers: Record<string, string>) =>
      http.call("DELETE", "/api/session", { headers });
    expect((await signOut({ cookie: session, origin: "http://evil.example" })).status).toBe(403);
    expect((await http.get("/api/threads", { cookie: session })).status).toBe(200);
    const response = await signOut({ cookie: session });
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toBe(
      "docent_session_3999=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0",
    );
    expect((await http.get("/api/threads", { cookie: session })).status).toBe(401);
    expect((await http.get("/api/threads", { cookie: other })).status).toBe(200);
    expect((await signOut({ cookie: session })).status).toBe(204);
  });

  it("keeps the session to https for a page that came by https", async () => {
    const response = await signIn(token, { origin: "https://docs.example", host: "docs.example" });
    expect(response.headers.get("set-cookie")).toMatch(/; Secure$/);
  });

  it("answers wrong tokens alike, then looks at none for a while", async () => {
    const said = new Set<string>();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) {
      const response = await signIn(n === 19 ? token : `${token.slice(0, n)}x`);
      statuses.push(response.status);
      const { code, message } = await error(response);
      if (response.status === 401) said.add(`${code} ${message}`);
      else {
        expect(code).toBe("rate_limited");
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(message).not.toContain(token);
      }
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
    expect(said.size).toBe(1);
    const other = await http.get("/api/threads", {
      authorization: `Bearer ${token}`,
      "x-docent-address": "10.9.9.9",
    });
    expect(other.status).toBe(200);
  });

  it("refuses a foreign name and a foreign page even with the token", async () => {
    const authorization = `Bearer ${token}`;
    const host = await http.get("/api/threads", { authorization, host: "evil.example" });
    expect((await error(host)).code).toBe("host_not_allowed");
    const page = await http.get("/api/threads", { authorization, origin: "http://evil.example" });
    expect((await error(page)).code).toBe("origin_not_allowed");
    const named = { authorization, host: "docs.example:3999", origin: "http://docs.example:3999" };
    expect((await http.get("/api/threads", named)).status).toBe(200);
  });
});

it("without an access token there is nothing to sign in to", async () => {
  await http.close();
  http = await openHttp();
  expect((await signIn(token)).status).toBe(404);
  expect((await http.get("/api/threads")).status).toBe(200);
});
