import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "#lib/contracts/config";
import { type Person, type Role, type TokenScope, thePerson } from "#lib/contracts/people";
import type { KnownPerson, Session } from "#lib/contracts/people-store";
import type { Clock } from "#lib/contracts/ports";
import {
  type Authentication,
  cookieIn,
  createAttempts,
  digest,
} from "#lib/platform/authentication";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import type { KeptStore } from "./keep-store.ts";
import type { Provider } from "./sign-in-provider.ts";

/**
 * Who sends a request, looked up anew at each: what a cookie or a token says is a name for a row and nothing more, so that
 * what a person may do is never older than that row. One implementation is the one person of a Docent without sign-in, with
 * the access token where there is one; the other is people who sign in.
 */
export type Identity = {
  /** Whether people sign in with a provider. */
  people: boolean;
  /** Whether whoever comes has to show something at all. */
  locked: boolean;
  judge(shown: Shown): Promise<Entry>;
  /**
   * Calls `left` once what was shown lets nobody in any more, or not so far: a stream that began before ends then. The
   * function that comes back ends the watching.
   */
  watch(shown: Shown, fits: (entry: Entry) => boolean, left: () => void): () => void;
};

export type Shown = { cookie: string | null; authorization: string | null; address: string };
export type Entry =
  | { kind: "in"; person: Person; by: Means }
  | { kind: "out" }
  | { kind: "limited"; retry_after_s: number }
  /** Known, and not let in: without any role, or removed. */
  | { kind: "no_role" }
  /** Nobody can say just now: the provider does not answer. */
  | { kind: "away" };
/** How they came in: as anybody does, in a session of a browser, or by a token. */
export type Means =
  | { kind: "open" | "access_token" }
  | { kind: "session"; hash: string }
  | { kind: "token"; id: string; scope: TokenScope };

/** A Docent without sign-in: whoever is let in is the one person. */
export function onePersonIdentity(authentication: Authentication): Identity {
  const by: Means = { kind: authentication.locked ? "access_token" : "open" };
  return {
    people: false,
    locked: authentication.locked,
    async judge(shown) {
      const entry = authentication.judge(shown);
      return entry.kind === "in" ? { kind: "in", person: thePerson, by } : entry;
    },
    watch: () => () => undefined,
  };
}

/** What tells a token of a person from everything else that may stand there. */
export const tokenPrefix = "docent_pat_";

/** The role that the groups of a person give, by the configuration as it is now. */
export function roleOf(auth: Config["auth"], groups: readonly string[]): Role | undefined {
  const { roles } = auth;
  const isIn = (of: readonly string[]) => of.some((group) => groups.includes(group));
  if (isIn(roles.admin)) return "admin";
  if (isIn(roles.editor)) return "editor";
  if (isIn(roles.reader)) return "reader";
  return auth.others ?? undefined;
}

/** The person behind a row; undefined where they may do nothing. */
export function personOf(auth: Config["auth"], known: KnownPerson): Person | undefined {
  const role = known.removed_at === null ? roleOf(auth, known.groups) : undefined;
  const { id, name, groups } = known;
  return role && { id, name, role, groups };
}

export type PeopleIdentity = Identity & {
  cookie: string;
  /** A session for who has just signed in; always a new one. */
  begin(person_id: string, kept: string | null, ends_at: Date | undefined): Promise<BegunSession>;
  /** Ends the session of these cookies, on every server. What the provider gave with it; undefined where there was none. */
  end(cookies: string | null): Promise<Pick<Session, "kept"> | undefined>;
  /** Something about a person, or about all of them, is not as it was: who reads along is looked at again. */
  changed(): void;
  /** What the provider says of a person now, in place of what it said before: what they have under way may have to end. */
  told(before: KnownPerson | undefined, now: KnownPerson): void;
  close(): void;
};
export type BegunSession = { value: string; max_age_s: number };

export function createPeopleIdentity(deps: {
  store: KeptStore;
  config: () => Config;
  provider: Pick<Provider, "askAgain">;
  /** What people reach it by, through whichever of several servers. */
  address: () => URL;
  /** Somebody is not in a group any more that they were in. */
  lost: (person_id: string) => void;
  clock: Clock;
  log: Logger;
}): PeopleIdentity {
  const { store, config, provider, clock, log } = deps;
  const cookie = () => cookieName("session", deps.address());
  const attempts = createAttempts(clock);
  const watching = new Set<() => void>();
  /** One question to the provider at a time with what is kept: others who come meanwhile are answered by it. */
  const asking = new Map<string, Promise<Asked>>();
  const now = () => store.queue.now() ?? clock.now();

  async function judge(shown: Shown): Promise<Entry> {
    const [, bearer] = /^Bearer +(\S+) *$/i.exec(shown.authorization ?? "") ?? [];
    if (bearer !== undefined) return byToken(bearer, shown.address);
    const session = cookieIn(shown.cookie, cookie());
    return session === undefined ? { kind: "out" } : bySession(hashOf(session));
  }

  async function byToken(token: string, address: string): Promise<Entry> {
    const found = token.startsWith(tokenPrefix)
      ? await store.everyone.patiently(({ people }) => people.tokens.find(hashOf(token)))
      : undefined;
    const at = now();
    // Those alone are counted and kept waiting that are none: nobody shuts out others by sending them.
    if (found === undefined || Date.parse(found.expires_at) <= at.getTime()) {
      const wait = attempts.waitMs(address);
      if (wait > 0) return { kind: "limited", retry_after_s: Math.ceil(wait / 1000) };
      attempts.add(address);
      return { kind: "out" };
    }
    const seen = await aboutPerson(found.person_id);
    if (seen === undefined) return { kind: "out" };
    const asked = await stillThere(seen, () => aboutPerson(found.person_id), at);
    if (asked === "out" || asked === "away") return { kind: asked };
    const known = await store.everyone.patiently(({ people }) => people.find(found.person_id));
    if (known === undefined) return { kind: "out" };
    const { auth } = config();
    const said = Date.parse(known.confirmed_at) + auth.session_hours * HOUR_MS;
    // Nobody can be asked: it is good for as long as a session would be.
    if (asked === "cannot_ask" && said <= at.getTime()) return { kind: "out" };
    const person = personOf(auth, known);
    if (person === undefined) return { kind: "no_role" };
    noteUse(found.id, found.used_at, at);
    const { id, scope } = found;
    const as = scope === "read" ? { ...person, reads_only: true as const } : person;
    return { kind: "in", person: as, by: { kind: "token", id, scope } };
  }

  /** What tokens of a person go by: what was said of them last, and what their newest sign-in gave to ask again with. */
  async function aboutPerson(person_id: string): Promise<Asking | undefined> {
    const known = await store.everyone.patiently(({ people }) => people.find(person_id));
    if (known === undefined || known.refused_at !== null) return undefined;
    return { person_id, kept: known.kept, checked_at: known.confirmed_at };
  }

  const aboutSession = (hash: string) =>
    store.everyone.patiently(({ people }) => people.sessions.find(hash));

  /** Told to the minute: not each request writes. */
  function noteUse(id: string, used_at: string | null, at: Date): void {
    if (used_at !== null && at.getTime() - Date.parse(used_at) < USED_MS) return;
    store.everyone
      .patiently(({ people }) => people.tokens.used(id, at.toISOString()))
      .catch((error: unknown) => log.warn(faultOf(error), "that a token was used is not noted"));
  }

  async function bySession(hash: string): Promise<Entry> {
    const session = await aboutSession(hash);
    const at = now();
    if (session === undefined || Date.parse(session.expires_at) <= at.getTime()) {
      return { kind: "out" };
    }
    const asked = await stillThere(session, () => aboutSession(hash), at);
    if (asked === "out" || asked === "away") return { kind: asked };
    const known = await store.everyone.patiently(({ people }) => people.find(session.person_id));
    const person = known && personOf(config().auth, known);
    if (person === undefined) return { kind: "no_role" };
    return { kind: "in", person, by: { kind: "session", hash } };
  }

  /** What the provider says of a person is asked for anew where it is too old; `read` is what `seen` has become by then. */
  async function stillThere(seen: Asking, read: ReadAgain, at: Date): Promise<Asked> {
    const { recheck_seconds, grace_minutes } = config().auth;
    const age = at.getTime() - Date.parse(seen.checked_at);
    // Nothing was kept to ask with: a session is as short as what the provider gave.
    if (seen.kept === null) return "cannot_ask";
    if (age < recheck_seconds * 1000) return "in";
    const { kept } = seen;
    const asked = asking.get(kept) ?? askAgain(seen, read).finally(() => asking.delete(kept));
    asking.set(kept, asked);
    const said = await asked;
    // For a while they stay in by what it said last.
    return said === "away" && age < grace_minutes * 60_000 ? "in" : said;
  }

  /** One server asks about a person, and the others are answered by what it writes: what is asked with may be good once. */
  async function askAgain(seen: Asking, read: ReadAgain): Promise<Asked> {
    const { person_id } = seen;
    let until = "";
    for (const began = clock.monotonic(); ; await pause(ASKING_EVERY_MS)) {
      const at = now();
      until = new Date(at.getTime() + ASKING_MS).toISOString();
      const free = await store.everyone.patiently(({ people }) =>
        people.asking.claim(person_id, at.toISOString(), until),
      );
      if (free) break;
      const there = await read();
      if (there === undefined) return "out";
      if (there.checked_at > seen.checked_at) return "in";
      if (clock.monotonic() - began > ASKING_MS) return "away";
    }
    try {
      return await askAlone(seen, await read());
    } finally {
      await store.everyone.patiently(({ people }) => people.asking.release(person_id, until));
    }
  }

  async function askAlone(seen: Asking, there: Asking | undefined): Promise<Asked> {
    if (there === undefined) return "out";
    if (there.checked_at > seen.checked_at) return "in"; // it was asked about meanwhile
    const { person_id, kept } = there;
    const known = await store.everyone.patiently(({ people }) => people.find(person_id));
    if (known === undefined) return "out";
    if (kept === null) return "cannot_ask";
    const said = await provider.askAgain(kept, known);
    const when = now().toISOString();
    if (said.kind === "cannot_ask" || said.kind === "away") return said.kind;
    if (said.kind === "refused") {
      await store.everyone.patiently(({ people }) => people.asking.refused(person_id, kept, when));
      changed();
      return "out";
    }
    const confirmed = await store.everyone.patiently(async ({ people }) => {
      await people.asking.said(person_id, kept, when, said.kept);
      return people.confirm({ ...known, name: said.name, groups: said.groups }, when);
    });
    if (confirmed === undefined) return "out";
    told(known, confirmed);
    return "in";
  }

  function changed(): void {
    for (const look of [...watching]) look();
  }

  function told(before: KnownPerson | undefined, now: KnownPerson): void {
    if (before === undefined || sameGroups(before, now)) return;
    changed();
    if (before.groups.some((group) => !now.groups.includes(group))) deps.lost(now.id);
  }

  const unlisten = store.events.listen(({ topic }) => {
    if (topic === "people" || topic === "config" || topic === "everything") changed();
  });

  return {
    people: true,
    locked: true,
    get cookie() {
      return cookie();
    },
    judge,
    changed,
    told,
    watch(shown, fits, left) {
      let over = false;
      const end = () => {
        over = true;
        watching.delete(look);
        clearInterval(timer);
      };
      const look = () => {
        judge(shown).then(
          (entry) => {
            if (over || fits(entry)) return;
            end();
            left();
          },
          (error: unknown) => log.warn(faultOf(error), "who reads along could not be looked at"),
        );
      };
      // Where nothing tells of it, as at the end of a session.
      const timer = setInterval(look, LOOK_MS).unref();
      watching.add(look);
      return end;
    },
    async begin(person_id, kept, ends_at) {
      const value = randomBytes(32).toString("base64url");
      const at = now();
      const { session_hours } = config().auth;
      const most = at.getTime() + session_hours * HOUR_MS;
      const ends = Math.min(most, ends_at?.getTime() ?? most);
      await store.everyone.patiently(async ({ people }) => {
        await people.sessions.dropPast(at.toISOString());
        await people.sessions.begin({
          ...{ hash: hashOf(value), person_id, kept },
          created_at: at.toISOString(),
          checked_at: at.toISOString(),
          expires_at: new Date(ends).toISOString(),
        });
      });
      return { value, max_age_s: Math.floor((ends - at.getTime()) / 1000) };
    },
    async end(cookies) {
      const session = cookieIn(cookies, cookie());
      if (session === undefined) return undefined;
      const hash = hashOf(session);
      const ended = await aboutSession(hash);
      await store.everyone.patiently(({ people }) => people.sessions.end(hash));
      changed();
      return ended;
    },
    close: unlisten,
  };
}

type Asked = "in" | "out" | "away" | "cannot_ask";
/** About whom the provider is asked, with what, and when it was last. */
type Asking = Pick<Session, "person_id" | "kept" | "checked_at">;
type ReadAgain = () => Promise<Asking | undefined>;

const HOUR_MS = 3_600_000;
const USED_MS = 60_000;
const LOOK_MS = 15_000;
/** Longer than the provider is waited for; a server that ended meanwhile keeps others from asking for no longer. */
const ASKING_MS = 45_000;
const ASKING_EVERY_MS = 100;

/**
 * Browsers do not tell ports apart, so the name of a cookie does. The prefix is a browser's word that no page of another
 * host, a subdomain or its neighbour included, nor one without encryption, has set it; it takes a cookie for every path.
 */
export function cookieName(of: "session" | "sign_in", { protocol, port }: URL): string {
  const after = port === "" ? "" : `_${port}`;
  return `${protocol === "https:" ? "__Host-" : ""}docent_${of}${after}`;
}

/** By which a session or a token is looked up: what a stranger sends tells nothing about those that there are. */
export const hashOf = (secret: string): string => digest(secret).toString("hex");

/** The id of a person: the same for as long as the provider calls them the same, and telling nothing of them. */
export const idOf = (issuer: string, subject: string): string =>
  `p_${createHmac("sha256", "docent person").update(`${issuer}\n${subject}`).digest("hex").slice(0, 24)}`;

function sameGroups(one: KnownPerson, other: KnownPerson): boolean {
  return one.groups.join("\n") === other.groups.join("\n");
}

/** Throws what a request is answered with that is not let in. */
export function refusalOf(entry: Exclude<Entry, { kind: "in" }>) {
  switch (entry.kind) {
    case "out":
      return saidError("unauthorized", "error.unauthorized");
    case "limited":
      return saidError("rate_limited", "error.rate_limited", { seconds: entry.retry_after_s });
    case "no_role":
      return saidError("role_required", "error.no_role");
    case "away":
      return saidError("sign_in_unavailable", "error.sign_in_away", {}, { retryable: true });
  }
}
