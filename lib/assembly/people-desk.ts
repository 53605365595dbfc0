import { randomBytes } from "node:crypto";
import type { Config } from "#lib/contracts/config";
import type { Person } from "#lib/contracts/people";
import type {
  Me,
  NewToken,
  NewTokenBody,
  PersonChange,
  PersonErased,
  PersonInfo,
  TokenInfo,
} from "#lib/contracts/people-desk";
import type { InUse, KnownPerson, StoredToken } from "#lib/contracts/people-store";
import type { Clock } from "#lib/contracts/ports";
import type { NewId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { hashOf, type Means, personOf, tokenPrefix } from "./identity.ts";
import type { KeptStore } from "./keep-store.ts";
import type { PersonAudit } from "./person-audit.ts";
import type { Reader } from "./reader.ts";

/** People and their tokens as they meet them at the page. */
export type PeopleDesk = {
  me(person: Person | undefined, by: Means | undefined): Me;
  tokens(): Promise<TokenInfo[]>;
  /** Throws `validation` for one too many, or one that would be good for too long. */
  addToken(body: NewTokenBody, reader: Reader): Promise<NewToken>;
  /** Throws `not_found`. */
  removeToken(id: string, reader: Reader): Promise<void>;
  people(): Promise<PersonInfo[]>;
  /** Throws `not_found`, and `validation` for oneself. */
  change(id: string, change: PersonChange, reader: Reader): Promise<PersonInfo>;
  erase(id: string, reader: Reader): Promise<PersonErased>;
};

export function createPeopleDesk(deps: {
  store: KeptStore;
  config: () => Config;
  /** Who is at work. */
  person: () => Person;
  /** Who reads along is looked at again. */
  changed: () => void;
  /** What they have under way ends, on every server. */
  endWork: (id: string) => Promise<void>;
  /** What is kept of somebody beside the database goes, and what they have under way ends. */
  forgetFiles: (id: string) => Promise<void>;
  audit: PersonAudit;
  clock: Clock;
  ids: NewId;
}): PeopleDesk {
  const { store, config, person, changed, audit, clock, ids } = deps;
  const now = () => store.queue.now() ?? clock.now();

  const infoOf = (known: KnownPerson, used: InUse = unused): PersonInfo => {
    const { id, name, groups, created_at, confirmed_at, removed_at } = known;
    const { sessions, tokens, used_at } = used;
    const role = personOf(config().auth, known)?.role ?? null;
    const seen_at = used_at !== null && used_at > confirmed_at ? used_at : confirmed_at;
    return {
      ...{ id, name, role, groups, created_at, confirmed_at, seen_at, removed_at },
      ...{ sessions, tokens, erased: known.issuer === "" },
    };
  };
  const inUse = () => store.everyone.patiently(({ people }) => people.inUse(now().toISOString()));

  async function other(id: string): Promise<KnownPerson> {
    if (id === person().id) throw saidError("validation", "people.not_oneself");
    const known = await store.everyone.patiently(({ people }) => people.find(id));
    if (known === undefined) throw saidError("not_found", "people.no_person");
    return known;
  }

  async function remove(id: string): Promise<void> {
    const at = now().toISOString();
    await store.everyone.patiently(({ people }) => people.remove(id, at));
    changed();
    await deps.endWork(id);
  }

  return {
    me(one, by) {
      const { id, name, role, groups } = one ?? person();
      const listed = groups === "all" ? [] : [...groups];
      return { id, name, role, groups: listed, by: by?.kind === "token" ? "token" : "session" };
    },
    async tokens() {
      const found = await store.everyone.patiently(({ people }) => people.tokens.list(person().id));
      return found.map(tokenInfo);
    },
    async addToken({ name, scope, days }, { trace_id }) {
      await audit.ready();
      const { token_days: most } = config().auth;
      if (days > most) throw saidError("validation", "people.token_days", { most });
      const token = tokenPrefix + randomBytes(32).toString("base64url");
      const at = now();
      const row: StoredToken = {
        ...{ id: ids("token"), hash: hashOf(token), person_id: person().id, name, scope },
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + days * DAY_MS).toISOString(),
        used_at: null,
      };
      const added = await store.everyone.patiently(({ people }) =>
        people.tokens.add(row, MOST_TOKENS),
      );
      if (!added) throw saidError("validation", "people.too_many_tokens", { most: MOST_TOKENS });
      audit.tell({ trace_id, tool_id: "http.tokens.create", path: row.id });
      return { ...tokenInfo(row), token };
    },
    async removeToken(id, { trace_id }) {
      await audit.ready();
      const gone = await store.everyone.patiently(({ people }) =>
        people.tokens.remove(person().id, id),
      );
      if (!gone) throw saidError("not_found", "people.no_token");
      changed();
      audit.tell({ trace_id, tool_id: "http.tokens.delete", path: id });
    },
    async people() {
      const used = await inUse();
      const known = await store.everyone.patiently(({ people }) => people.list());
      return known.map((one) => infoOf(one, used.get(one.id)));
    },
    async change(id, { removed }, { trace_id }) {
      await audit.ready();
      await other(id);
      if (removed) await remove(id);
      else await store.everyone.patiently(({ people }) => people.restore(id));
      audit.tell({
        ...{ trace_id, path: id },
        tool_id: removed ? "http.people.remove" : "http.people.restore",
      });
      return infoOf(await other(id), (await inUse()).get(id));
    },
    async erase(id, { trace_id }) {
      await audit.ready();
      await other(id);
      await remove(id); // from here on nothing new of theirs comes
      await deps.forgetFiles(id);
      const rows = await store.everyone.patiently(({ people }) => people.erase(id));
      audit.tell({ trace_id, tool_id: "http.people.erase", path: id });
      return { rows };
    },
  };
}

const unused: InUse = { sessions: 0, tokens: 0, used_at: null };
const DAY_MS = 24 * 3_600_000;
const MOST_TOKENS = 50;

function tokenInfo({ id, name, scope, created_at, expires_at, used_at }: StoredToken): TokenInfo {
  return { id, name, scope, created_at, expires_at, used_at };
}
