import { randomBytes } from "node:crypto";
import type { Config } from "#lib/contracts/config";
import type { Clock } from "#lib/contracts/ports";
import { cookieIn } from "#lib/platform/authentication";
import { saidError } from "#lib/platform/said-error";
import {
  type BegunSession,
  cookieName,
  hashOf,
  idOf,
  type PeopleIdentity,
  personOf,
} from "./identity.ts";
import type { KeptStore } from "./keep-store.ts";
import type { Provider } from "./sign-in-provider.ts";

/**
 * The way of a browser to the provider and back. What it comes back with is good once, in time, and only in the browser that
 * began it: the state is a row that is taken, and the row names what that browser's cookie must say. So nobody can be brought
 * to sign in as somebody else, and what was listened to is of no use a second time.
 */
export type SignInFlow = {
  /** Where the browser goes, and what its cookie says until it is back. */
  begin(return_to: string | null): Promise<{ to: URL; cookie: string; max_age_s: number }>;
  /**
   * Who came back is signed in, in a new session. Throws `sign_in_failed`, `sign_in_unavailable`, and `role_required` for who may
   * not come in.
   */
  finish(came: URL, cookies: string | null): Promise<{ session: BegunSession; return_to: string }>;
  /** The cookie of a browser on its way. */
  cookie: string;
};

export function createSignIn(deps: {
  store: KeptStore;
  provider: Provider;
  identity: PeopleIdentity;
  config: () => Config;
  address: () => URL;
  clock: Clock;
}): SignInFlow {
  const { store, provider, identity, config, clock } = deps;
  const cookie = () => cookieName("sign_in", deps.address());
  const now = () => store.queue.now() ?? clock.now();
  const random = () => randomBytes(32).toString("base64url");

  return {
    get cookie() {
      return cookie();
    },
    async begin(return_to) {
      const [state, nonce, verifier, browser] = [random(), random(), random(), random()];
      const to = await provider.begin({ state, nonce, verifier });
      const expires_at = new Date(now().getTime() + SIGN_IN_MS).toISOString();
      await store.everyone.patiently(({ people }) =>
        people.signIns.begin(
          {
            ...{ hash: hashOf(state), browser: hashOf(browser), nonce, verifier, expires_at },
            return_to: ownPath(return_to),
          },
          MOST_ON_THEIR_WAY,
        ),
      );
      return { to, cookie: browser, max_age_s: SIGN_IN_MS / 1000 };
    },
    async finish(came, cookies) {
      const failed = () => saidError("sign_in_failed", "error.sign_in_failed");
      const state = came.searchParams.get("state");
      const browser = cookieIn(cookies, cookie());
      if (state === null || browser === undefined) throw failed();
      const begun = await store.everyone.patiently(({ people }) =>
        people.signIns.take(hashOf(state), now().toISOString()),
      );
      if (begun === undefined || begun.browser !== hashOf(browser)) throw failed();
      const { nonce, verifier, return_to } = begun;
      const said = await provider.finish(came, { state, nonce, verifier });
      const { issuer, subject, name, groups, kept, ends_at } = said;
      const id = idOf(issuer, subject);
      const known = await store.everyone.patiently(({ people }) =>
        people.confirm({ id, issuer, subject, name, groups }, now().toISOString()),
      );
      if (known === undefined || personOf(config().auth, known) === undefined) {
        throw saidError("role_required", "error.no_role");
      }
      await identity.end(cookies); // what the browser had before is not gone on with
      return { session: await identity.begin(id, kept, ends_at), return_to };
    },
  };
}

const SIGN_IN_MS = 10 * 60_000;
const MOST_ON_THEIR_WAY = 10_000;

/**
 * A page of this server to go back to: anything else is the first page. A second slash, or a backslash, which browsers take
 * for one, would name another server.
 */
export function ownPath(given: string | null): string {
  const fits =
    given !== null &&
    given.length <= 2000 &&
    /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given) &&
    !given.startsWith("/api/") &&
    !given.startsWith("/sign-in");
  return fits ? given : "/";
}
