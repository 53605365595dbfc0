import { randomBytes } from "node:crypto";
import { z } from "zod";
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
 * began it: that browser carries what was begun, sealed, and the database holds which states were used. So nobody can be brought
 * to sign in as somebody else, what was listened to is of no use a second time, and who only begins leaves nothing behind.
 */
export type SignInFlow = {
  /** Where the browser goes, and what its cookie says until it is back. */
  begin(return_to: string | null): Promise<{ to: URL; cookie: string; max_age_s: number }>;
  /**
   * Who came back is signed in, in a new session. Throws `sign_in_failed`, `sign_in_unavailable`, and `role_required` for who may
   * not come in.
   */
  finish(came: URL, cookies: string | null): Promise<{ session: BegunSession; return_to: string }>;
  /**
   * Ends the session of these cookies, and says where the browser goes to sign out at the provider too; null where that is
   * not wanted, or where the provider has no such page or does not say so.
   */
  leave(cookies: string | null): Promise<URL | null>;
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
      const [state, nonce, verifier] = [random(), random(), random()];
      const to = await provider.begin({ state, nonce, verifier });
      const until = now().getTime() + SIGN_IN_MS;
      const begun: Begun = { state, nonce, verifier, until, return_to: ownPath(return_to) };
      return {
        ...{ to, max_age_s: SIGN_IN_MS / 1000 },
        cookie: provider.seal(JSON.stringify(begun)),
      };
    },
    async finish(came, cookies) {
      const failed = () => saidError("sign_in_failed", "error.sign_in_failed");
      const state = came.searchParams.get("state");
      const carried = provider.open(cookieIn(cookies, cookie()) ?? "");
      const begun = carried === undefined ? undefined : Begun.safeParse(JSON.parse(carried)).data;
      const at = now();
      if (begun === undefined || begun.state !== state || begun.until <= at.getTime()) {
        throw failed();
      }
      const { nonce, verifier, return_to, until } = begun;
      const said = await provider.finish(came, { state, nonce, verifier });
      const used = { hash: hashOf(state), expires_at: new Date(until).toISOString() };
      const first = await store.everyone.patiently(({ people }) =>
        people.signIns.use(used, at.toISOString()),
      );
      if (!first) throw failed();
      const { issuer, subject, name, groups, kept, ends_at } = said;
      const id = idOf(issuer, subject);
      const before = await store.everyone.patiently(({ people }) => people.find(id));
      const known = await store.everyone.patiently(({ people }) =>
        people.confirm({ id, issuer, subject, name, groups }, now().toISOString(), { kept }),
      );
      if (known !== undefined) identity.told(before, known);
      if (known === undefined || personOf(config().auth, known) === undefined) {
        throw saidError("role_required", "error.no_role");
      }
      await identity.end(cookies); // what the browser had before is not gone on with
      return { session: await identity.begin(id, kept, ends_at), return_to };
    },
    async leave(cookies) {
      const ended = await identity.end(cookies);
      if (ended === undefined || !config().auth.sign_out_at_provider) return null;
      return (await provider.signOutAt(ended.kept)) ?? null;
    },
  };
}

const SIGN_IN_MS = 10 * 60_000;
const Begun = z.object({
  ...{ state: z.string(), nonce: z.string(), verifier: z.string() },
  ...{ return_to: z.string(), until: z.number() },
});
type Begun = z.infer<typeof Begun>;

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
