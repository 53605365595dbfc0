import { beforeEach, describe, expect, it } from "vitest";
import {
  type Authentication,
  createAuthentication,
  MAX_SESSIONS,
  SESSION_MS,
  WINDOW_MS,
  WRONG_OVERALL,
  WRONG_PER_ADDRESS,
} from "#lib/platform/authentication";

const token = "pQ4vX9sLmT2kRz7WbN5cYh";
let time: number;
let authentication: Authentication;
beforeEach(() => {
  time = 0;
  let n = 0;
  const clock = { now: () => new Date(0), monotonic: () => time };
  authentication = createAuthentication({
    token,
    port: 3000,
    clock,
    random: () => `session-${n++}`,
  });
});

const bearer = (text: string, address = "10.0.0.1") =>
  authentication.judge({ cookie: null, authorization: `Bearer ${text}`, address });
const withCookie = (cookie: string) =>
  authentication.judge({ cookie, authorization: null, address: "" });
const signIn = (address = "10.0.0.1") => {
  const entry = authentication.signIn(token, address);
  if (entry.kind !== "in") throw new Error("the token was not taken");
  return `${authentication.cookie}=${entry.session}`;
};

describe("the authentication", () => {
  it("is open to everyone when there is no token", () => {
    const clock = { now: () => new Date(0), monotonic: () => 0 };
    const open = createAuthentication({ port: 3000, clock, random: () => "x" });
    expect(open.locked).toBe(false);
    expect(open.judge({ cookie: null, authorization: null, address: "" }).kind).toBe("in");
  });

  it("lets in who shows the token, and nobody else", () => {
    expect(bearer(token).kind).toBe("in");
    for (const wrong of [`${token}x`, token.slice(1), token.toLowerCase(), "x"]) {
      expect(bearer(wrong)).toEqual({ kind: "out" });
    }
    for (const authorization of [null, "", "Bearer", `Basic ${token}`, token]) {
      expect(authentication.judge({ cookie: null, authorization, address: "" })).toEqual({
        kind: "out",
      });
    }
  });

  it("gives a session that is not the token, opens to it alone and ends by itself", () => {
    const cookie = signIn();
    expect(cookie).not.toContain(token);
    expect(withCookie(`theme=dark; ${cookie}`).kind).toBe("in");
    for (const other of [
      `${authentication.cookie}=`,
      `${authentication.cookie}=${token}`,
      `x${cookie}`,
      "",
      ";;=",
    ]) {
      expect(withCookie(other).kind).toBe("out");
    }
    time = SESSION_MS - 1;
    expect(withCookie(cookie).kind).toBe("in");
    time = SESSION_MS;
    expect(withCookie(cookie).kind).toBe("out");
  });

  it("ends the session that is shown, and no other", () => {
    const [mine, other] = [signIn(), signIn()];
    for (const nothing of [null, "", `${authentication.cookie}=x`]) authentication.signOut(nothing);
    authentication.signOut(mine);
    expect(withCookie(mine).kind).toBe("out");
    expect(withCookie(other).kind).toBe("in");
  });

  it("keeps a bounded number of sessions; the oldest goes", () => {
    const first = signIn();
    for (let n = 0; n < MAX_SESSIONS; n++) signIn();
    expect(withCookie(first).kind).toBe("out");
    expect(withCookie(signIn()).kind).toBe("in");
  });

  it("answers every wrong attempt alike, then looks at none, and says for how long", () => {
    for (let n = 0; n < WRONG_PER_ADDRESS; n++) {
      expect(authentication.signIn(`wrong-${n}`, "10.0.0.1")).toEqual({ kind: "out" });
      time += 1000;
    }
    const limited = { kind: "limited", retry_after_s: (WINDOW_MS - time) / 1000 };
    expect(authentication.signIn("wrong", "10.0.0.1")).toEqual(limited);
    expect(authentication.signIn(token, "10.0.0.1")).toEqual(limited);
    expect(bearer(token)).toEqual(limited);
    expect(bearer(token, "10.0.0.2").kind).toBe("in");
    time = WINDOW_MS;
    expect(bearer(token).kind).toBe("in");
  });

  it("takes the right token whatever others tried, where all clients have one address", () => {
    const clock = { now: () => new Date(0), monotonic: () => 0 };
    const shared = createAuthentication({
      ...{ token, port: 3001, clock, random: () => "x", shared_address: true },
    });
    const show = (text: string) =>
      shared.judge({ cookie: null, authorization: `Bearer ${text}`, address: "127.0.0.1" }).kind;
    for (let n = 0; n < WRONG_PER_ADDRESS; n++) expect(show(`wrong-${n}`)).toBe("out");
    expect(show("wrong")).toBe("limited");
    expect(show(token)).toBe("in");
    expect(show("wrong")).toBe("limited");
  });

  it("does not count a request that shows nothing, or a session that has ended", () => {
    for (let n = 0; n < 1000; n++) withCookie(`${authentication.cookie}=old`);
    expect(bearer(token, "").kind).toBe("in");
  });

  it("limits all addresses together, without memory for each of them, and leaves sessions alone", () => {
    const cookie = signIn();
    for (let n = 0; n < WRONG_OVERALL; n++) expect(bearer("wrong", `10.1.0.${n}`).kind).toBe("out");
    expect(bearer(token, "10.2.0.1").kind).toBe("limited");
    expect(withCookie(cookie).kind).toBe("in");
    time = WINDOW_MS;
    for (let n = 0; n < 5000; n++) {
      bearer("wrong", `10.3.${n >> 8}.${n & 255}`);
      time += 700;
    }
    expect(bearer(token, "10.4.0.1").kind).toBe("in");
  });
});
