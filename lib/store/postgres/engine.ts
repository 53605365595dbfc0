import { AsyncLocalStorage } from "node:async_hooks";
import { getTableColumns } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, QueryConfig, QueryResult } from "pg";
import type { Db } from "../rows/dialect.ts";
import type { Engine } from "../rows/engine.ts";
import {
  onConflict,
  type Statement,
  type Statements,
  snapshot,
  TransactionEnded,
  transaction,
} from "../rows/statements.ts";
import { everyone } from "../rows/whose.ts";
import { postgresDialect } from "./dialect.ts";
import { bareFailure, databaseFailure, isGivenWay, Unreachable } from "./failure.ts";
import { createOutcomes } from "./outcomes.ts";
import { type Hold, openSession, type Session } from "./session.ts";

const writing = "BEGIN";
const reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/** What is chosen to give way to another is done again, so many times. */
const TRIES = 8;
/** A statement has room for 65,535 values, and no table here has so many columns as to come near it with these. */
const ROWS_AT_ONCE = 1000;

/**
 * Work on PostgreSQL: each piece of it has a connection of the pool's for itself. `hold`: while it may use the database.
 * `name`: by which other servers know who told them something.
 */
export function createPostgresEngine(pool: Pool, hold?: Hold, name = ""): Engine {
  const outcomes = createOutcomes(() => openSession(pool, hold));
  /** Whose statement is run now: the query builder is one for all, and asks here. */
  const running = new AsyncLocalStorage<Session>();
  const client = {
    query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
      const session = running.getStore();
      if (session === undefined) throw new Error("no work is running that this statement is of");
      return session.query(config, values);
    },
  };
  // The builder uses nothing else of a client.
  const builder = drizzle({ client: client as unknown as Pool });
  // The tables of `schema.ts` name columns and map values, which is all that this builder looks at, and its methods are those
  // that `Db` names.
  const db = Object.assign(builder as unknown as Db, {
    sqlDialect: postgresDialect,
    owner: everyone,
  });

  /** Written after each other: who holds it waits for nothing but the database. */
  let last: Promise<unknown> = Promise.resolve();
  function serialized<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined); // its own caller is told
    return mine;
  }

  async function runStatements<T>(session: Session, work: () => Statements<T>): Promise<T> {
    const rows = work();
    let step = rows.next();
    while (step.done !== true) {
      let answer: unknown;
      try {
        answer = await perform(session, step.value);
      } catch (error) {
        step = rows.throw(bareFailure(error));
        continue;
      }
      step = rows.next(answer);
    }
    return step.value;
  }

  async function perform(session: Session, statement: Statement): Promise<unknown> {
    const built = (query: object) => running.run(session, () => asBuilt(query).execute());
    switch (statement.kind) {
      case "all":
        return built(statement.query);
      case "get": {
        const query = asBuilt(statement.query);
        const [row] = (await built(query.limit?.(1) ?? query)) as unknown[];
        return row;
      }
      case "write":
        return ((await built(statement.query)) as QueryResult).rowCount ?? 0;
      case "raw":
        return ((await built(builder.execute(statement.sql))) as QueryResult).rows;
      case "insert":
        return addRows(session, statement);
      case "own":
        return statement.work();
      case "lock": {
        const lock = statement.shared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
        await session.query(`SELECT ${lock}(hashtextextended($1, 0))`, [
          `docent: ${statement.name}`,
        ]);
        return undefined;
      }
      case "tell":
        session.told.push(statement.event);
        return session.depth === 0 ? tellOthers(session) : undefined;
      case "transaction":
        return session.depth === 0
          ? inTransaction(session, writing, statement.work, TRIES)
          : savepoint(session, statement.work);
      case "snapshot":
        return session.depth === 0
          ? inTransaction(session, reading, statement.work)
          : runStatements(session, statement.work);
      case "outcome":
        return outcomes.find(statement.token);
      case "serially":
        return serialized(() => runStatements(session, statement.work));
    }
  }

  async function addRows(
    session: Session,
    { table, rows, conflict }: Extract<Statement, { kind: "insert" }>,
  ): Promise<number[]> {
    const { id } = getTableColumns(table);
    const numbers: number[] = [];
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row }));
      const insert = onConflict(db.insert(table).values(some), table, conflict);
      const query = id === undefined ? insert : insert.returning({ id });
      const added = await running.run(session, () => asBuilt(query).execute());
      if (id !== undefined) numbers.push(...(added as { id: number }[]).map((row) => row.id));
    }
    return numbers;
  }

  async function inTransaction<T>(
    session: Session,
    begin: typeof writing | typeof reading,
    work: () => Statements<T>,
    tries = 1,
  ): Promise<T> {
    for (let left = tries; ; left -= 1) {
      try {
        session.depth = 1;
        session.told = [];
        await session.query(begin);
        const done = await runStatements(session, work);
        await commit(session, begin === writing);
        return done;
      } catch (error) {
        await session.query("ROLLBACK").catch(session.spoil);
        if (left <= 1 || !isGivenWay(error)) throw error;
      } finally {
        session.depth = 0;
      }
    }
  }

  /** Returns where it was committed, even if the connection was lost over it. */
  async function commit(session: Session, changes: boolean): Promise<void> {
    const mark = changes ? await outcomes.leave(session) : undefined;
    await tellOthers(session); // last: whoever commits what is told waits for all others who do
    let committed = false;
    try {
      await session.query("COMMIT");
      committed = true;
    } catch (error) {
      if (mark === undefined || !(error instanceof Unreachable)) throw error;
      session.renew();
      committed = await outcomes.find(mark.token);
      if (!committed) throw error;
    } finally {
      if (mark !== undefined) outcomes.ended(mark, committed);
    }
  }

  async function tellOthers(session: Session): Promise<void> {
    const { told } = session;
    session.told = [];
    if (told.length === 0) return;
    const keys = new Map(told.map((event) => [`${event.topic} ${event.id}`, event]));
    const events = [...keys.values()];
    const [topics, ids] = [events.map(({ topic }) => topic), events.map(({ id }) => id)];
    await session.query("SELECT docent_tell($1, $2::text[], $3::text[])", [name, topics, ids]);
  }

  async function savepoint<T>(session: Session, work: () => Statements<T>): Promise<T> {
    const name = `work_${session.depth}`;
    await session.query(`SAVEPOINT ${name}`);
    session.depth += 1;
    try {
      const done = await runStatements(session, work);
      await session.query(`RELEASE SAVEPOINT ${name}`);
      return done;
    } catch (error) {
      // Who gives way does so with all that was done before, for the locks of that stood in the other's way.
      if (isGivenWay(error)) throw new TransactionEnded(error);
      try {
        await session.query(`ROLLBACK TO SAVEPOINT ${name}`);
      } catch {
        throw new TransactionEnded(error);
      }
      throw error;
    } finally {
      session.depth -= 1;
    }
  }

  const run: Engine["run"] = async (work) => {
    const session = openSession(pool, hold);
    try {
      return await runStatements(session, work);
    } catch (error) {
      throw databaseFailure(error);
    } finally {
      session.release();
    }
  };
  return {
    db,
    run,
    read: (work) => run(() => snapshot(work)),
    write: (work) => run(() => transaction(work)), // a commit is on the disk when it returns
    async close(work) {
      try {
        await run(work);
      } finally {
        await pool.end();
        await hold?.release();
      }
    },
  };
}

/** As the builder of PostgreSQL makes them, whatever their type says: see above. */
type Built = { execute(): Promise<unknown>; limit?(rows: number): Built };
const asBuilt = (query: object): Built => query as Built;
