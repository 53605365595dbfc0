import { and, asc, count, desc, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { KnownPerson, PeopleStore, SignIn } from "#lib/contracts/people-store";
import type { Db } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import type { Flushed } from "./flushed.ts";
import { locks } from "./locks.ts";
import { access_tokens, people, sessions, sign_ins } from "./schema.ts";
import { all, get, insert, raw, type Statements, tell, write } from "./statements.ts";

/** The part of the store that knows people. */
export function createPeopleStore({
  engine,
  flushed,
}: {
  engine: Engine;
  flushed: Flushed;
}): PeopleStore {
  const { db, read, write: change } = engine;
  return {
    confirm: (said, at) => change(() => confirm(db, said, at)),
    find: (id) => read(() => findPerson(db, id)),
    list: () =>
      read(function* () {
        return (yield* all(db.select().from(people).orderBy(asc(people.name), asc(people.id)))).map(
          personOf,
        );
      }),
    remove: (id, at) =>
      change(function* () {
        const removed = yield* write(
          db.update(people).set({ removed_at: at }).where(eq(people.id, id)),
        );
        yield* write(db.delete(sessions).where(eq(sessions.person_id, id)));
        yield* write(db.delete(access_tokens).where(eq(access_tokens.person_id, id)));
        yield* tell("people", id);
        return removed > 0;
      }),
    restore: (id) =>
      change(function* () {
        const which = and(eq(people.id, id), sql`removed_at IS NOT NULL`);
        return (yield* write(db.update(people).set({ removed_at: null }).where(which))) > 0;
      }),
    erase: (id) => flushed.write(() => erase(db, id)),
    sessions: {
      begin: (session) =>
        change(function* () {
          yield* insert(sessions, session);
        }),
      find: (hash) => read(() => get(db.select().from(sessions).where(eq(sessions.hash, hash)))),
      checked: (hash, checked_at, kept) =>
        change(function* () {
          const set = db.update(sessions).set({ checked_at, kept });
          return (yield* write(set.where(eq(sessions.hash, hash)))) > 0;
        }),
      end: (hash) =>
        change(function* () {
          const [gone] = yield* all(db.delete(sessions).where(eq(sessions.hash, hash)).returning());
          if (gone !== undefined) yield* tell("people", gone.person_id);
          return gone !== undefined;
        }),
      dropPast: (now) =>
        change(function* () {
          yield* write(db.delete(sessions).where(lte(sessions.expires_at, now)));
        }),
    },
    tokens: {
      add: (token, most) =>
        change(function* () {
          yield* locks.person(token.person_id);
          const own = eq(access_tokens.person_id, token.person_id);
          const there = yield* get(db.select({ n: count() }).from(access_tokens).where(own));
          if ((there?.n ?? 0) >= most) return false;
          yield* insert(access_tokens, token);
          return true;
        }),
      find: (hash) =>
        read(() => get(db.select().from(access_tokens).where(eq(access_tokens.hash, hash)))),
      list: (person_id) =>
        read(() =>
          all(
            db
              .select()
              .from(access_tokens)
              .where(eq(access_tokens.person_id, person_id))
              .orderBy(desc(access_tokens.created_at), desc(access_tokens.id)),
          ),
        ),
      used: (id, used_at) =>
        change(function* () {
          yield* write(db.update(access_tokens).set({ used_at }).where(eq(access_tokens.id, id)));
        }),
      remove: (person_id, id) =>
        change(function* () {
          const which = and(eq(access_tokens.person_id, person_id), eq(access_tokens.id, id));
          const gone = (yield* write(db.delete(access_tokens).where(which))) > 0;
          if (gone) yield* tell("people", person_id);
          return gone;
        }),
    },
    signIns: {
      begin: (sign_in, most) => change(() => beginSignIn(db, sign_in, most)),
      take: (hash, now) =>
        change(function* () {
          const [taken] = yield* all(
            db.delete(sign_ins).where(eq(sign_ins.hash, hash)).returning(),
          );
          return taken !== undefined && taken.expires_at > now ? taken : undefined;
        }),
    },
  };
}

function* confirm(
  db: Db,
  { groups: given, ...said }: Parameters<PeopleStore["confirm"]>[0],
  at: string,
): Statements<KnownPerson | undefined> {
  yield* locks.person(said.id);
  const before = yield* findPerson(db, said.id);
  if (before !== undefined && before.removed_at !== null) return undefined;
  const { id, issuer, subject, name } = said;
  const groups = JSON.stringify([...new Set(given)].toSorted());
  if (before === undefined) {
    const row = { id, issuer, subject, name, groups, created_at: at, confirmed_at: at };
    yield* insert(people, row);
  } else {
    const told = { name, groups, confirmed_at: at };
    yield* write(db.update(people).set(told).where(eq(people.id, id)));
    if (JSON.stringify(before.groups) !== groups) yield* tell("people", id);
  }
  return yield* findPerson(db, id);
}

function* findPerson(db: Db, id: string): Statements<KnownPerson | undefined> {
  const row = yield* get(db.select().from(people).where(eq(people.id, id)));
  return row && personOf(row);
}

const Groups = z.array(z.string());
const personOf = ({ groups, ...row }: typeof people.$inferSelect): KnownPerson => ({
  ...row,
  groups: Groups.parse(JSON.parse(groups)),
});

/** Those that nobody came back from in time go; of very many the oldest. */
function* beginSignIn(db: Db, sign_in: SignIn, most: number): Statements<void> {
  const now = new Date(Date.parse(sign_in.expires_at) - SIGN_IN_MS).toISOString();
  yield* write(db.delete(sign_ins).where(lte(sign_ins.expires_at, now)));
  const newest = db
    .select({ hash: sign_ins.hash })
    .from(sign_ins)
    .orderBy(desc(sign_ins.expires_at))
    .limit(most - 1);
  yield* write(db.delete(sign_ins).where(sql`${sign_ins.hash} NOT IN ${newest}`));
  yield* insert(sign_ins, sign_in);
}

/** How long somebody may take at the provider. */
const SIGN_IN_MS = 10 * 60_000;

/** Every table that has rows of a person; what hangs on these goes with them. */
const owned = [
  ...["threads", "messages", "runs", "agent_turns", "tasks", "kept_results"],
  ...["work_tasks", "approvals", "standing_permissions", "concepts", "forgettings"],
  ...["traces", "spans", "previews", "replay_cases", "figures"],
] as const;

function* erase(db: Db, id: string): Statements<number> {
  yield* locks.takeConversations();
  const marked = sql`SELECT number FROM traces WHERE owner = ${id}`;
  yield* raw(sql`DELETE FROM trace_marks WHERE number IN (${marked}) RETURNING 1`);
  let rows = 0;
  for (const table of owned) {
    const gone = sql`DELETE FROM ${sql.identifier(table)} WHERE owner = ${id} RETURNING 1`;
    rows += (yield* raw(gone)).length;
  }
  rows += yield* write(db.delete(people).where(eq(people.id, id)));
  yield* tell("people", id);
  yield* tell("forgotten", id);
  return rows;
}
