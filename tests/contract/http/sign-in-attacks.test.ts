import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Http, openHttp } from "./open-http.ts";
import { Browser, client_id, client_secret } from "./open-provider.ts";

/** A provider that signs whatever it is told to, as one that was taken over, or somebody in its place, would. */
const own = "http://127.0.0.1:3999";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });

type Forge = {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: KeyObject;
  /** In place of the whole token. */
  token?: string | null;
  issuer?: string;
};

let server: Server;
let issuer: string;
let forge: Forge = {};
let nonce = "";
let asked: URLSearchParams | undefined;
let http: Http;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
function idToken(): string | null {
  if (forge.token !== undefined) return forge.token;
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: "RS256", kid: "one", ...forge.header };
  const claims = {
    ...{ iss: issuer, aud: client_id, sub: "mallory", nonce, iat: now, exp: now + 300 },
    ...{ name: "Mallory", groups: ["admins"], ...forge.claims },
  };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  if (header.alg === "none") return `${signed}.`;
  if (header.alg === "HS256") {
    // With what everybody knows as the secret: the public key.
    const key = publicKey.export({ type: "spki", format: "pem" });
    return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
  }
  const signature = createSign("RSA-SHA256")
    .update(signed)
    .sign(forge.key ?? privateKey);
  return `${signed}.${signature.toString("base64url")}`;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    const json = (body: unknown) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === "/.well-known/openid-configuration") {
      return json({
        ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ["code"] },
        ...{ subject_types_supported: ["public"], code_challenge_methods_supported: ["S256"] },
        id_token_signing_alg_values_supported: ["RS256"],
      });
    }
    if (url.pathname === "/jwks") {
      const jwk = publicKey.export({ format: "jwk" });
      return json({ keys: [{ ...jwk, kid: "one", alg: "RS256", use: "sig" }] });
    }
    if (url.pathname !== "/token") return void response.writeHead(404).end();
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      asked = new URLSearchParams(body);
      const id_token = idToken();
      json({
        ...{ access_token: "access", token_type: "Bearer", expires_in: 300 },
        ...(id_token === null ? {} : { id_token }),
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  http = await openHttp({
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret },
  });
  const auth = { roles: { admin: ["admins"] } };
  http.write("config.json", JSON.stringify({ auth }));
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A sign-in from its beginning to its end; gives where the browser is sent, and whether it is let in. */
async function signIn(given: Forge, change: (back: URLSearchParams) => void = () => undefined) {
  forge = given;
  const browser = new Browser();
  const started = await http.get("/api/auth/start");
  browser.keep("own", started);
  const to = new URL(started.headers.get("location") ?? "");
  expect(to.searchParams.get("code_challenge_method")).toBe("S256");
  nonce = to.searchParams.get("nonce") ?? "";
  const back = new URLSearchParams({
    ...{ code: "code", state: to.searchParams.get("state") ?? "" },
    ...(given.issuer === undefined ? {} : { iss: given.issuer }),
  });
  change(back);
  const response = await http.get(`/api/auth/callback?${back}`, {
    cookie: browser.header("own"),
    "sec-fetch-site": "cross-site",
  });
  browser.keep("own", response);
  const let_in = await http.get("/api/auth/me", { cookie: browser.header("own"), origin: own });
  return { location: response.headers.get("location"), status: let_in.status };
}

const seconds = () => Math.floor(Date.now() / 1000);

it("lets in by a token that is as it should be, with the verifier of this sign-in", async () => {
  expect(await signIn({})).toEqual({ location: "/", status: 200 });
  expect(asked?.get("code_verifier")).toMatch(/^[\w-]{43}$/);
  expect(asked?.get("redirect_uri")).toBe(`${own}/api/auth/callback`);
});

it.each<[string, () => Forge]>([
  ["is expired", () => ({ claims: { iat: seconds() - 7200, exp: seconds() - 3600 } })],
  ["is signed with another key", () => ({ key: other.privateKey })],
  ["is not signed at all", () => ({ header: { alg: "none" } })],
  ["is signed with the public key as a secret", () => ({ header: { alg: "HS256" } })],
  ["is for another client", () => ({ claims: { aud: "other" } })],
  [
    "is for others too, by whom it was not asked",
    () => ({ claims: { aud: [client_id, "x"], azp: "x" } }),
  ],
  ["is of another issuer", () => ({ claims: { iss: "https://other.example" } })],
  ["is of another sign-in", () => ({ claims: { nonce: "of-another" } })],
  ["names no nonce", () => ({ claims: { nonce: undefined } })],
  ["names nobody", () => ({ claims: { sub: undefined } })],
  [
    "is of the future",
    () => ({ claims: { iat: seconds() + 3600, exp: seconds() + 7200, nbf: seconds() + 3600 } }),
  ],
  ["is no token", () => ({ token: "x.y.z" })],
  ["does not come", () => ({ token: null })],
])("refuses one that %s", async (_, forged) => {
  expect(await signIn(forged())).toEqual({
    location: "/sign-in?problem=sign_in_failed",
    status: 401,
  });
});

it("refuses what comes back as if from another provider, or with another state", async () => {
  const failed = { location: "/sign-in?problem=sign_in_failed", status: 401 };
  expect(await signIn({ issuer: "https://other.example" })).toEqual(failed);
  expect(await signIn({}, (back) => back.set("state", "other"))).toEqual(failed);
  expect(await signIn({}, (back) => back.delete("state"))).toEqual(failed);
  expect(await signIn({}, (back) => back.delete("code"))).toEqual(failed);
  expect(await signIn({}, (back) => back.append("state", "two"))).toEqual(failed);
});

it("lets in where the clocks are five minutes apart, either way", async () => {
  const ahead = { iat: seconds() + 300, nbf: seconds() + 300, exp: seconds() + 600 };
  const behind = { iat: seconds() - 600, exp: seconds() - 300 };
  for (const claims of [ahead, behind]) {
    expect(await signIn({ claims })).toEqual({ location: "/", status: 200 });
  }
});
