import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type * as OpenIdClient from "openid-client";
import { z } from "zod";
import type { Config } from "#lib/contracts/config";
import type { KnownPerson } from "#lib/contracts/people-store";
import type { Clock } from "#lib/contracts/ports";
import type { Environment } from "#lib/platform/environment";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";

/**
 * The provider that says who people are, by OpenID Connect: the authorization code flow with PKCE, a state and a nonce. What
 * it sends is validated by `openid-client`; what is told here is only what came through that. The package is loaded at the
 * first sign-in, and the provider is asked how it works then: it may be away when the server starts.
 */
export type Provider = {
  /** Where the browser is sent. Throws `sign_in_unavailable`. */
  begin(asks: Asks): Promise<URL>;
  /** What came back with it. Throws `sign_in_failed` for whatever does not fit, and `sign_in_unavailable`. */
  finish(came: URL, asks: Asks): Promise<SignedIn>;
  /** Whether a person is still who they were, as the provider says now. */
  askAgain(kept: string | null, known: KnownPerson): Promise<SaidAgain>;
  /**
   * Where a browser goes to end its session there, by what was kept of its sign-in; undefined where it has no such page, or
   * cannot be asked. Never throws.
   */
  signOutAt(kept: string | null): Promise<URL | undefined>;
  /** What a browser carries of its own sign-in until it is back; undefined for what was not sealed here. */
  seal(text: string): string;
  open(sealed: string): string | undefined;
  /** Whether it answers, for the doctor. Throws `sign_in_unavailable`. */
  look(): Promise<{ issuer: string }>;
};
export type Asks = { state: string; nonce: string; verifier: string };
export type SignedIn = {
  issuer: string;
  subject: string;
  name: string;
  groups: string[];
  /** To ask again with, sealed; null where nothing came that this could be done with. */
  kept: string | null;
  /** When what was given ends, where nothing was given to go on with. */
  ends_at: Date | undefined;
};
export type SaidAgain =
  | { kind: "said"; name: string; groups: string[]; kept: string | null }
  | { kind: "refused" }
  | { kind: "away" }
  | { kind: "cannot_ask" };

type Settings = NonNullable<Environment["sign_in"]>;

/** Clocks may differ by so much. */
const TOLERANCE_S = 330;
/** The provider is not waited for any longer. */
const TIMEOUT_S = 10;
/** How it works is asked anew after so long: keys change. */
const KNOWN_MS = 3_600_000;
/** A session that cannot be asked about again is not shorter than this. */
const SHORTEST_MS = 15 * 60_000;
/** It let somebody wait in vain: so long nobody else is kept waiting with a question about who is signed in. */
const SILENT_MS = 30_000;

const Kept = z.object({
  access_token: z.string(),
  access_until: z.number(),
  refresh_token: z.string().optional(),
  /** Tells the provider whose session is to end. */
  id_token: z.string().optional(),
  /** Where the provider has told groups: in the token, or where it is asked about the person. */
  told_groups: z.object({ token: z.boolean(), info: z.boolean() }),
});
type Kept = z.infer<typeof Kept>;

export function createProvider(deps: {
  settings: Settings;
  auth: () => Config["auth"];
  redirect_uri: () => string;
  /** The page that the provider sends back to who has signed out. */
  signed_out_uri: () => string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  log: Logger;
}): Provider {
  const { settings, auth, redirect_uri, signed_out_uri, clock, log } = deps;
  const key = settings.client_secret === undefined ? undefined : keyOf(settings.client_secret);
  // Where there is no secret nothing of the provider is kept, and what a browser carries is its own.
  const carried = keyOf(`${settings.client_id} ${settings.client_secret ?? ""}`);
  let known: { at: number; asked: Promise<Ready> } | undefined;
  let silent_at: number | undefined;

  async function discover(): Promise<Ready> {
    const client = await import("openid-client");
    const { issuer, client_id, client_secret } = settings;
    const server = new URL(issuer);
    const config = await client.discovery(
      server,
      client_id,
      { [client.clockTolerance]: TOLERANCE_S },
      client_secret === undefined ? client.None() : client.ClientSecretBasic(client_secret),
      {
        timeout: TIMEOUT_S,
        // It sends what a request of the platform is made of.
        [client.customFetch]: (url, request) => deps.fetch(url, request as RequestInit),
        execute: [
          // The signature of the token is checked with its keys, though it comes from the provider itself.
          client.enableNonRepudiationChecks,
          // One on this machine, which the environment alone may name so.
          ...(server.protocol === "http:" ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    return { client, config };
  }

  async function ready(): Promise<Ready> {
    if (known === undefined || clock.monotonic() - known.at > KNOWN_MS) {
      known = { at: clock.monotonic(), asked: discover() };
    }
    try {
      return await known.asked;
    } catch (cause) {
      known = undefined;
      log.warn(faultOf(cause), "the provider that people sign in with could not be asked");
      throw saidError("sign_in_unavailable", "error.sign_in_away", {}, { cause, retryable: true });
    }
  }

  /** Of what it says in the token and where it is asked about the person; the second is newer. */
  function told(...said: (Record<string, unknown> | undefined)[]) {
    const claims: Record<string, unknown> = Object.assign({}, ...said);
    const { groups_claim, name_claim } = auth();
    const name = [claims[name_claim], claims.preferred_username, claims.email, claims.sub].find(
      (one): one is string => typeof one === "string" && one.trim() !== "",
    );
    return {
      name: (name ?? "").slice(0, 200),
      groups: namesIn(claims[groups_claim]),
      has_groups: groups_claim in claims,
    };
  }

  async function infoOf(
    { client, config }: Ready,
    access_token: string,
    subject: string,
  ): Promise<Record<string, unknown> | undefined> {
    if (config.serverMetadata().userinfo_endpoint === undefined) return undefined;
    return client.fetchUserInfo(config, access_token, subject);
  }

  function sealed(kept: Kept): string | null {
    return key === undefined ? null : seal(JSON.stringify(kept), key);
  }

  function openKept(text: string): Kept | undefined {
    const opened = key === undefined ? undefined : open(text, key);
    return opened === undefined ? undefined : Kept.safeParse(JSON.parse(opened)).data;
  }

  const isSilent = () => silent_at !== undefined && clock.monotonic() - silent_at < SILENT_MS;

  return {
    seal: (text) => seal(text, carried),
    open: (text) => open(text, carried),

    async begin({ state, nonce, verifier }) {
      const { client, config } = await ready();
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirect_uri(),
        scope: [...new Set(["openid", ...auth().scopes])].join(" "),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...{ state, nonce },
        ...(auth().scopes.includes("offline_access") ? { prompt: "consent" } : {}),
      });
    },

    async finish(came, { state, nonce, verifier }) {
      const there = await ready();
      const { client, config } = there;
      // Under the address that the provider was told, whatever the request was called by.
      const back = new URL(redirect_uri());
      back.search = came.search;
      try {
        const tokens = await client.authorizationCodeGrant(config, back, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("no claims came");
        const info = await infoOf(there, tokens.access_token, claims.sub);
        const access_until = clock.now().getTime() + (tokens.expires_in ?? 300) * 1000;
        const { refresh_token, access_token } = tokens;
        const told_groups = { token: told(claims).has_groups, info: told(info).has_groups };
        const kept = sealed({
          ...{ access_token, access_until, told_groups },
          ...(refresh_token === undefined ? {} : { refresh_token }),
          ...hintOf(tokens.id_token),
        });
        const { name, groups } = told(claims, info);
        const lasts = kept !== null && refresh_token !== undefined;
        return {
          ...{ issuer: config.serverMetadata().issuer, subject: claims.sub, name, groups, kept },
          ends_at: lasts
            ? undefined
            : new Date(Math.max(access_until, clock.now().getTime() + SHORTEST_MS)),
        };
      } catch (cause) {
        log.warn(faultOf(cause), "a sign-in was refused");
        if (isAway(cause)) {
          throw saidError("sign_in_unavailable", "error.sign_in_away", {}, { cause });
        }
        throw saidError("sign_in_failed", "error.sign_in_failed", {}, { cause });
      }
    },

    async askAgain(text, before) {
      if (text === null) return { kind: "cannot_ask" };
      const opened = openKept(text);
      // What nobody can open any more, as after a new secret, says nothing of anybody.
      if (opened === undefined) return { kind: "refused" };
      let kept: Kept = opened;
      if (isSilent()) return { kind: "away" };
      try {
        const there = await ready();
        const { client, config } = there;
        let claims: Record<string, unknown> | undefined;
        if (kept.refresh_token !== undefined) {
          const tokens = await client.refreshTokenGrant(config, kept.refresh_token);
          claims = tokens.claims();
          // `openid-client` compares with nothing that was said before.
          if (claims !== undefined && claims.sub !== before.subject)
            throw new Error("it speaks of another person");
          kept = {
            ...kept,
            access_token: tokens.access_token,
            access_until: clock.now().getTime() + (tokens.expires_in ?? 300) * 1000,
            refresh_token: tokens.refresh_token ?? kept.refresh_token,
            ...hintOf(tokens.id_token),
          };
        } else if (kept.access_until <= clock.now().getTime()) return { kind: "cannot_ask" };
        const info = await infoOf(there, kept.access_token, before.subject);
        const said = told(claims, info);
        const { token, info: asked } = kept.told_groups;
        // Where it told them it leaves out the last one with all of them: what it does not say there any more is over.
        const gone = (token && claims !== undefined) || (asked && info !== undefined);
        const groups = said.has_groups || gone ? said.groups : before.groups;
        const told_groups = {
          token: token || told(claims).has_groups,
          info: asked || told(info).has_groups,
        };
        kept = { ...kept, told_groups };
        silent_at = undefined;
        return { kind: "said", name: said.name || before.name, groups, kept: sealed(kept) };
      } catch (error) {
        if (isSilence(error)) silent_at = clock.monotonic();
        if (isAway(error)) return { kind: "away" };
        log.warn(faultOf(error), "the provider says that somebody is not signed in any more");
        return { kind: "refused" };
      }
    },

    async signOutAt(text) {
      // Nobody who wants to leave is kept waiting for a provider that has just let others wait in vain.
      if (isSilent()) return undefined;
      try {
        const { client, config } = await ready();
        const { end_session_endpoint } = config.serverMetadata();
        if (!/^https?:/i.test(end_session_endpoint ?? "")) return undefined;
        const { id_token } = (text === null ? undefined : openKept(text)) ?? {};
        return client.buildEndSessionUrl(config, {
          post_logout_redirect_uri: signed_out_uri(),
          ...(id_token === undefined ? {} : { id_token_hint: id_token }),
        });
      } catch (error) {
        log.warn(faultOf(error), "the provider could not be told of a sign-out");
        return undefined;
      }
    },

    async look() {
      const { config } = await ready();
      return { issuer: config.serverMetadata().issuer };
    },
  };
}

type Ready = { client: typeof OpenIdClient; config: OpenIdClient.Configuration };

/** It could not be asked, or is out of order, or has too much to do; anything else is an answer. */
function isAway(error: unknown): boolean {
  return causes(error).some((at) => {
    if ("code" in at && at.code === "sign_in_unavailable") return true;
    if (at instanceof TypeError && /fetch failed/.test(at.message)) return true;
    if ("status" in at && isBusy(at.status)) return true;
    return isSilence(at) || (at.cause instanceof Response && isBusy(at.cause.status));
  });
}

const isBusy = (status: unknown): boolean =>
  typeof status === "number" && (status >= 500 || status === 429);

/** It took the question, and was waited for in vain. */
function isSilence(error: unknown): boolean {
  return causes(error).some(
    (at) =>
      at.name === "TimeoutError" ||
      at.name === "AbortError" ||
      ("code" in at && at.code === "OAUTH_TIMEOUT"),
  );
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

/** A longer one makes an address that browsers and servers refuse; the provider then asks who is to be signed out. */
const LONGEST_HINT = 4000;

function hintOf(id_token: string | undefined): Pick<Kept, "id_token"> {
  return id_token === undefined || id_token.length > LONGEST_HINT ? {} : { id_token };
}

/** A list of names, or one. */
function namesIn(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all
    .filter((one): one is string => typeof one === "string" && one !== "")
    .map((one) => one.slice(0, 200))
    .slice(0, MOST_GROUPS);
}

/** More are of no use here, and each is kept. */
const MOST_GROUPS = 500;

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", "docent sessions", 32));

/** What stands in the database opens no door at the provider without the secret of the environment. */
function seal(text: string, key: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Undefined for what was sealed with another secret. */
function open(text: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(text, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
