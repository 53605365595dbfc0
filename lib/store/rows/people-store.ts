import { and, asc, count, desc, eq, gt, isNull, lte, max, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { InUse, KnownPerson, PeopleStore } from "#lib/contracts/people-store";
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
    confirm: (said, at, signed_in) => change(() => confirm(db, said, at, signed_in)),
    find: (id) => read(() => findPerson(db, id)),
    list: () =>
      read(function* () {
        return (yield* all(db.select().from(people).orderBy(asc(people.name), asc(people.id)))).map(
          personOf,
        );
      }),
    inUse: (at) => read(() => inUse(db, at)),
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
    asking: {
      claim: (id, at, asking_until) =>
        change(function* () {
          const free = or(isNull(people.asking_until), lte(people.asking_until, at));
          const set = db.update(people).set({ asking_until });
          return (yield* write(set.where(and(eq(people.id, id), free)))) > 0;
        }),
      release: (id, until) =>
        change(function* () {
          const own = and(eq(people.id, id), eq(people.asking_until, until));
          yield* write(db.update(people).set({ asking_until: null }).where(own));
        }),
      said: (id, asked_with, checked_at, kept) =>
        change(function* () {
          const theirs = and(eq(sessions.person_id, id), eq(sessions.kept, asked_with));
          yield* write(db.update(sessions).set({ checked_at, kept }).where(theirs));
          const newest = and(eq(people.id, id), eq(people.kept, asked_with));
          yield* write(db.update(people).set({ kept }).where(newest));
        }),
      refused: (id, asked_with, refused_at) =>
        change(function* () {
          const theirs = and(eq(sessions.person_id, id), eq(sessions.kept, asked_with));
          yield* write(db.delete(sessions).where(theirs));
          const newest = and(eq(people.id, id), eq(people.kept, asked_with));
          yield* write(db.update(people).set({ refused_at, kept: null }).where(newest));
          yield* tell("people", id);
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
      use: (sign_in, now) =>
        change(function* () {
          yield* write(db.delete(sign_ins).where(lte(sign_ins.expires_at, now)));
          yield* locks.signIn(sign_in.hash);
          const same = eq(sign_ins.hash, sign_in.hash);
          if ((yield* get(db.select().from(sign_ins).where(same))) !== undefined) return false;
          yield* insert(sign_ins, sign_in);
          return true;
        }),
    },
  };
}

function* confirm(
  db: Db,
  { groups: given, ...said }: Parameters<PeopleStore["confirm"]>[0],
  at: string,
  signed_in: { kept: string | null } | undefined,
): Statements<KnownPerson | undefined> {
  yield* locks.person(said.id);
  const before = yield* findPerson(db, said.id);
  if (before !== undefined && before.removed_at !== null) return undefined;
  const { id, issuer, subject, name } = said;
  const groups = JSON.stringify([...new Set(given)].toSorted());
  const newest = signed_in === undefined ? {} : { kept: signed_in.kept, refused_at: null };
  if (before === undefined) {
    const row = { id, issuer, subject, name, groups, created_at: at, confirmed_at: at };
    yield* insert(people, { ...row, ...newest });
  } else {
    const told = { issuer, subject, name, groups, confirmed_at: at, ...newest };
    yield* write(db.update(people).set(told).where(eq(people.id, id)));
    if (JSON.stringify(before.groups) !== groups) yield* tell("people", id);
  }
  return yield* findPerson(db, id);
}

function* findPerson(db: Db, id: string): Statements<KnownPerson | undefined> {
  const row = yield* get(db.select().from(people).where(eq(people.id, id)));
  return row && personOf(row);
}

function* inUse(db: Db, at: string): Statements<Map<string, InUse>> {
  const begun = yield* all(
    db
      .select({ id: sessions.person_id, n: count() })
      .from(sessions)
      .where(gt(sessions.expires_at, at))
      .groupBy(sessions.person_id),
  );
  const made = yield* all(
    db
      .select({ id: access_tokens.person_id, n: count(), used_at: max(access_tokens.used_at) })
      .from(access_tokens)
      .where(gt(access_tokens.expires_at, at))
      .groupBy(access_tokens.person_id),
  );
  const found = new Map<string, InUse>();
  for (const { id, n } of begun) found.set(id, { sessions: n, tokens: 0, used_at: null });
  for (const { id, n, used_at } of made) {
    found.set(id, { sessions: found.get(id)?.sessions ?? 0, tokens: n, used_at });
  }
  return found;
}

const Groups = z.array(z.string());
const personOf = ({
  groups,
  asking_until: _,
  ...row
}: typeof people.$inferSelect): KnownPerson => ({
  ...row,
  groups: Groups.parse(JSON.parse(groups)),
});

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
  yield* write(db.delete(sessions).where(eq(sessions.person_id, id)));
  yield* write(db.delete(access_tokens).where(eq(access_tokens.person_id, id)));
  // The id alone stays, and that they were removed: else whoever was, and is erased, could come in again at once.
  const nobody = { issuer: "", subject: id, name: "", groups: "[]", kept: null, refused_at: null };
  rows += yield* write(db.update(people).set(nobody).where(eq(people.id, id)));
  yield* tell("people", id);
  yield* tell("forgotten", id);
  return rows;
}
