import { createSign, generateKeyPairSync } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { createProvider } from "#lib/assembly/sign-in-provider";
import { AuthConfig } from "#lib/contracts/config";
import { createLogger } from "#lib/platform/logger";

const issuer = "https://id.example";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const asks = { state: "state", nonce: "nonce", verifier: "v".repeat(43) };
const back = new URL("https://docs.example/api/auth/callback?code=code&state=state");
const known = {
  ...{ id: "p_1", issuer, subject: "carol", name: "Carol", groups: ["writers"] },
  ...{ created_at: "", confirmed_at: "", removed_at: null, kept: null, refused_at: null },
};

/** What it says in the token and where it is asked about the person; undefined: there is none of these. */
let token: Record<string, unknown> | undefined;
let info: Record<string, unknown> | undefined;
let fails: ((address: string) => Response) | undefined;
/** Its page to sign out on, where it has one. */
let leaves: string | undefined;
let asked: string[];
let time: number;
beforeEach(() => {
  [token, info, fails, asked, time] = [{}, undefined, undefined, [], 0];
  leaves = `${issuer}/leave`;
});

function signed(claims: Record<string, unknown>): string {
  const at = Math.floor(Date.now() / 1000);
  const of = { iss: issuer, aud: "docent", sub: "carol", iat: at, exp: at + 300, ...claims };
  const text = `${encoded({ alg: "RS256", kid: "one" })}.${encoded(of)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey).toString("base64url")}`;
}

const open = (client_secret = "a-secret") =>
  createProvider({
    settings: { issuer, client_id: "docent", client_secret },
    auth: () => AuthConfig.parse({}),
    redirect_uri: () => "https://docs.example/api/auth/callback",
    signed_out_uri: () => "https://docs.example/sign-in",
    clock: { now: () => new Date(), monotonic: () => time },
    log: createLogger("test", "silent"),
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      asked.push(pathname);
      if (pathname === "/.well-known/openid-configuration") {
        return Response.json({
          ...{ issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/jwks` },
          ...{ token_endpoint: `${issuer}/token`, response_types_supported: ["code"] },
          ...(info === undefined ? {} : { userinfo_endpoint: `${issuer}/me` }),
          ...(leaves === undefined ? {} : { end_session_endpoint: leaves }),
        });
      }
      if (pathname === "/jwks") {
        const jwk = publicKey.export({ format: "jwk" });
        return Response.json({ keys: [{ ...jwk, kid: "one", alg: "RS256", use: "sig" }] });
      }
      if (fails !== undefined) return fails(pathname);
      if (pathname === "/me") return Response.json({ sub: "carol", ...info });
      const first = String(init?.body).includes("authorization_code");
      return Response.json({
        ...{ access_token: "access", token_type: "Bearer", expires_in: 300 },
        refresh_token: "refresh",
        ...(token === undefined
          ? {}
          : { id_token: signed({ ...(first ? { nonce: "nonce" } : {}), ...token }) }),
      });
    },
  });

async function signIn(provider = open()) {
  const { kept, groups } = await provider.finish(back, asks);
  return { provider, kept, groups, ask: () => provider.askAgain(kept, known) };
}

/** The address to sign out at, taken apart. */
async function leave(provider: ReturnType<typeof open>, kept: string | null) {
  const to = await provider.signOutAt(kept);
  return to && { at: `${to.origin}${to.pathname}`, ...Object.fromEntries(to.searchParams) };
}

it("who signs out is sent to the provider's own page, named by the token of their sign-in", async () => {
  const { provider, kept } = await signIn();
  expect(await leave(provider, kept)).toEqual({
    ...{ at: `${issuer}/leave`, client_id: "docent" },
    post_logout_redirect_uri: "https://docs.example/sign-in",
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
});

it("goes there without the token where none was kept, or where it is too long for an address", async () => {
  const { provider } = await signIn();
  const unnamed = {
    ...{ at: `${issuer}/leave`, client_id: "docent" },
    post_logout_redirect_uri: "https://docs.example/sign-in",
  };
  expect(await leave(provider, null)).toEqual(unnamed);
  expect(await leave(provider, "sealed with another secret")).toEqual(unnamed);
  token = { groups: Array.from({ length: 400 }, (_, i) => `a group of the house, number ${i}`) };
  const large = await signIn(provider);
  expect(await leave(provider, large.kept)).toEqual(unnamed);
});

it.each([undefined, "javascript:alert(1)", "/leave"])("goes nowhere by %s", async (address) => {
  leaves = address;
  const { provider, kept } = await signIn();
  expect(await provider.signOutAt(kept)).toBeUndefined();
});

it("keeps nobody who leaves waiting for a provider that has just let somebody wait", async () => {
  const { provider, kept, ask } = await signIn();
  fails = () => {
    throw new DOMException("too late", "TimeoutError");
  };
  expect(await ask()).toEqual({ kind: "away" });
  expect(await provider.signOutAt(kept)).toBeUndefined();
  time = 31_000;
  expect(await provider.signOutAt(kept)).toBeDefined();
});

it.each<[string, () => void, () => void, string[]]>([
  [
    "the token that told them leaves them out",
    () => {
      token = { groups: ["writers"] };
    },
    () => {
      token = {};
    },
    [],
  ],
  [
    "what told of the person leaves them out",
    () => {
      info = { groups: ["writers"] };
    },
    () => {
      [token, info] = [undefined, {}];
    },
    [],
  ],
  [
    "the token that told them does not come, and what comes never told any",
    () => {
      [token, info] = [{ groups: ["writers"] }, {}];
    },
    () => {
      token = undefined;
    },
    ["writers"],
  ],
  [
    "others are told",
    () => {
      token = { groups: ["writers"] };
    },
    () => {
      token = { groups: ["readers"] };
    },
    ["readers"],
  ],
])("groups are as they are now where %s", async (_, before, then, groups) => {
  before();
  const signed_in = await signIn();
  expect(signed_in.groups).toEqual(["writers"]);
  then();
  expect(await signed_in.ask()).toMatchObject({ kind: "said", groups });
});

it("a token of another person refuses whom it was asked about, and tells nothing of them", async () => {
  token = { groups: ["writers"] };
  const { ask } = await signIn();
  token = { sub: "mallory", groups: ["admins"] };
  expect(await ask()).toEqual({ kind: "refused" });
});

it("what nobody can open any more is of no use", async () => {
  const { kept } = await open().finish(back, asks);
  expect(await open("another-secret").askAgain(kept, known)).toEqual({ kind: "refused" });
  expect(await open().askAgain("nothing", known)).toEqual({ kind: "refused" });
  expect(await open().askAgain(null, known)).toEqual({ kind: "cannot_ask" });
});

it("a provider that has too much to do, or is out of order, has refused nobody", async () => {
  const { ask } = await signIn();
  for (const [status, body] of [
    [429, "slow down"],
    [429, JSON.stringify({ error: "temporarily_unavailable" })],
    [503, "<html>"],
    [500, JSON.stringify({ error: "server_error" })],
  ] as const) {
    const headers = { "content-type": body.startsWith("{") ? "application/json" : "text/html" };
    fails = () => new Response(body, { status, headers });
    expect([status, await ask()]).toEqual([status, { kind: "away" }]);
  }
  fails = () => Response.json({ error: "invalid_grant" }, { status: 400 });
  expect(await ask()).toEqual({ kind: "refused" });
});

it("a provider that does not answer keeps one waiting, and nobody else for half a minute", async () => {
  const { ask } = await signIn();
  fails = () => {
    throw new DOMException("it took too long", "TimeoutError");
  };
  expect(await ask()).toEqual({ kind: "away" });
  asked = [];
  time += 29_000;
  expect(await ask()).toEqual({ kind: "away" });
  expect(asked).toEqual([]);
  fails = undefined;
  time += 2000;
  expect(await ask()).toMatchObject({ kind: "said" });
});
