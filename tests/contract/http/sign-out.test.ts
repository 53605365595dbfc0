import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SignedOut } from "#lib/contracts/people-desk";
import { openPeople, type PeopleHttp } from "./open-people.ts";
import type { Browser } from "./open-provider.ts";

let room: PeopleHttp;
beforeAll(async () => {
  room = await openPeople();
});
afterAll(() => room.close());

async function signOut(headers: Record<string, string>, of = room): Promise<string | null> {
  const response = await of.http.call("POST", "/api/auth/sign-out", { headers });
  expect(response.status).toBe(200);
  return SignedOut.parse(await response.json()).to;
}

/** As that browser, without following where it is sent. */
async function open(browser: Browser, url: URL, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(url, {
    redirect: "manual",
    headers: { cookie: browser.header(url.host) },
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
  });
  browser.keep(url.host, response);
  return response;
}

/** Whether the provider would let that browser in again without asking anything. */
async function isKnownThere(browser: Browser): Promise<boolean> {
  const started = await room.begin(browser);
  const to = new URL(started.headers.get("location") ?? "");
  to.searchParams.set("prompt", "none");
  const back = new URL((await open(browser, to)).headers.get("location") ?? "");
  return back.searchParams.has("code");
}

describe("signing out", () => {
  it("ends the session at the provider too, and comes back to the page to sign in on", async () => {
    const { browser, headers } = await room.signIn("alice");
    expect(await isKnownThere(browser)).toBe(true);
    const to = new URL((await signOut(headers)) ?? "");
    expect(to.origin).toBe(room.provider.issuer);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: "docent",
      id_token_hint: expect.any(String),
      post_logout_redirect_uri: `${room.own}/sign-in`,
    });
    const asked = await (await open(browser, to)).text();
    const [, action = ""] = /action="([^"]+)"/.exec(asked) ?? [];
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(asked) ?? [];
    const left = await open(browser, new URL(action), { xsrf, logout: "yes" });
    expect([left.status, left.headers.get("location")]).toEqual([303, `${room.own}/sign-in`]);
    expect(await isKnownThere(browser)).toBe(false);
    expect((await room.http.get("/api/threads", headers)).status).toBe(401);
  });

  it("ends Docent's session at once, whatever becomes of the one at the provider", async () => {
    const { browser, headers } = await room.signIn("alice");
    expect(await signOut(headers)).not.toBeNull();
    expect((await room.http.get("/api/threads", headers)).status).toBe(401);
    expect(await isKnownThere(browser)).toBe(true); // nobody has gone to its page
  });

  it("leaves the one at the provider alone where the settings say so", async () => {
    room.configure({ sign_out_at_provider: false });
    const { headers } = await room.signIn("alice");
    expect(await signOut(headers)).toBeNull();
    room.configure();
  });

  it("says nothing of the provider to a browser that has no session", async () => {
    const response = await room.http.call("POST", "/api/auth/sign-out", {
      headers: { origin: room.own, cookie: "docent_session_3999=forged" },
    });
    expect(response.status).toBe(401);
  });

  it("is of Docent alone where the provider has no such page", async () => {
    const other = await openPeople({ provider: { signs_out: false } });
    try {
      const { headers } = await other.signIn("alice");
      expect(await signOut(headers, other)).toBeNull();
      expect((await other.http.get("/api/threads", headers)).status).toBe(401);
    } finally {
      await other.close();
    }
  });
});
