import type { Config } from "#lib/contracts/config";
import type { Health } from "#lib/contracts/http";
import { onePerson, type Person, thePerson } from "#lib/contracts/people";
import type { Clock } from "#lib/contracts/ports";
import type { Environment } from "#lib/platform/environment";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import type { AgentRight } from "#lib/tools/policy";
import { createPeopleIdentity, type PeopleIdentity, personOf, roleOf } from "./identity.ts";
import type { KeptStore } from "./keep-store.ts";
import { createPeopleDesk, type PeopleDesk } from "./people-desk.ts";
import type { PersonAudit } from "./person-audit.ts";
import { createSignIn, type SignInFlow } from "./sign-in.ts";
import { createProvider } from "./sign-in-provider.ts";

/** People, where they sign in; without that there is the one person, and nothing of it is made. */
export type People = {
  offered:
    | { identity: PeopleIdentity; flow: SignInFlow; desk: PeopleDesk; secure: boolean }
    | undefined;
  /** The owner of rows as they may act now. Rejects with `role_required` where they may not come in any more. */
  personFor(owner: string): Promise<Person>;
};

export function createPeople(deps: {
  sign_in: Environment["sign_in"];
  env: Pick<Environment, "port">;
  store: KeptStore;
  config: () => Config;
  person: () => Person;
  fetch: typeof globalThis.fetch;
  /** What somebody has under way ends, on every server. */
  endWork: (id: string) => Promise<void>;
  forgetFiles: (id: string) => Promise<void>;
  audit: PersonAudit;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): People {
  const { sign_in, env, store, config, person, audit, clock, ids, log } = deps;
  if (sign_in === undefined) {
    return {
      offered: undefined,
      personFor: async (owner) => {
        if (owner === onePerson) return thePerson;
        throw saidError("role_required", "error.no_role");
      },
    };
  }
  const address = () => new URL(config().auth.public_url ?? `http://127.0.0.1:${env.port}`);
  const redirect_uri = () => new URL("/api/auth/callback", address()).href;
  const provider = createProvider({
    ...{ settings: sign_in, redirect_uri, clock, log, fetch: deps.fetch },
    signed_out_uri: () => new URL("/sign-in", address()).href,
    auth: () => config().auth,
  });
  const { endWork } = deps;
  const identity = createPeopleIdentity({
    ...{ store, config, provider, address, clock, log },
    lost: (id) =>
      endWork(id).catch((error: unknown) => {
        log.warn(faultOf(error), "what somebody has under way who lost a group could not be ended");
      }),
  });
  const flow = createSignIn({ store, provider, identity, config, address, clock });
  const desk = createPeopleDesk({
    ...{ store, config, person, audit, clock, ids },
    changed: identity.changed,
    ...{ endWork, forgetFiles: deps.forgetFiles },
  });
  return {
    offered: {
      ...{ identity, flow, desk },
      get secure() {
        return address().protocol === "https:";
      },
    },
    async personFor(owner) {
      const known = await store.everyone.patiently(({ people }) => people.find(owner));
      const found = known && personOf(config().auth, known);
      if (found === undefined) throw saidError("role_required", "error.no_role");
      return found;
    },
  };
}

/**
 * What an agent may do for a person: for a reader it reads, whatever the configuration lets it do for others, and for a token
 * that only reads it starts and remembers nothing either. Who is only a reader by now, while work of theirs is under way, is one
 * for the rest of it.
 */
export function asFarAs(
  { role, groups, reads_only }: Person,
  right: AgentRight,
  auth: Config["auth"],
): AgentRight {
  if (reads_only) return { ...right, permission: "L0", reads_only };
  const by_now = groups === "all" ? role : (roleOf(auth, groups) ?? "reader");
  return role === "reader" || by_now === "reader" ? { ...right, permission: "L0" } : right;
}

/** How things are without a word of what they are made of: addresses, servers, messages of the database. */
export function withoutDetails({ status, version, config, store, index, meaning }: Health): Health {
  const { message: _, ...counts } = index;
  return {
    ...{ status, version, config, store, index: counts, mcp: { servers: [] } },
    ...(meaning === undefined ? {} : { meaning: { state: meaning.state } }),
  };
}
