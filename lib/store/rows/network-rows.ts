import { and, desc, eq, gte, lt, or } from "drizzle-orm";
import type { NetworkPage, NetworkQuery } from "#lib/contracts/activity";
import type { Connection } from "#lib/contracts/network";
import { saidError } from "#lib/platform/said-error";
import type { Db } from "./dialect.ts";
import { told } from "./owner.ts";
import { PAGE, utc } from "./page-cursor.ts";
import { connections } from "./schema.ts";
import { all, type Conflict, insert, type Statements, write } from "./statements.ts";

/** Connections are written when they open, and once more when they have ended. They are listed by when they opened. */
export function* insertConnection(row: Connection, person: string | null): Statements<void> {
  yield* insert(connections, { ...row, person }, again);
}

const again: Conflict = { key: connections.connection_id, set: "all" };

/** At the start of the program: nothing that stands as open can be. How many there were. */
export function* interruptConnections(db: Db): Statements<number> {
  return yield* write(
    db.update(connections).set({ state: "interrupted" }).where(eq(connections.state, "open")),
  );
}

/** Newest first, as far as the filters let them through. The cursor is the last row's time and number. */
export function* listConnections(db: Db, query: NetworkQuery): Statements<NetworkPage> {
  const { purpose, host, rule, trace, task, since, until, cursor } = query;
  const { at, id } = connections;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const filters = [
    told(db, connections),
    after && or(lt(at, after.at), and(eq(at, after.at), lt(id, after.id))),
    purpose === undefined ? undefined : eq(connections.purpose, purpose),
    host === undefined ? undefined : eq(connections.host, host),
    rule === undefined ? undefined : eq(connections.rule, rule),
    trace === undefined ? undefined : eq(connections.trace_id, trace),
    task === undefined ? undefined : eq(connections.task_id, task),
    since === undefined ? undefined : gte(at, utc(since)),
    until === undefined ? undefined : lt(at, utc(until)),
  ];
  const found = yield* all(
    db
      .select()
      .from(connections)
      .where(and(...filters))
      .orderBy(desc(at), desc(id))
      .limit(PAGE + 1),
  );
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows: rows.map(shown),
    ...(found.length > PAGE && last ? { next_cursor: `${last.at}_${last.id}` } : {}),
  };
}

function readCursor(cursor: string): { at: string; id: number } {
  const found = /^([0-9T:.Z-]{20,30})_([0-9]{1,15})$/.exec(cursor);
  if (found?.[1] === undefined) throw saidError("validation", "error.bad_cursor");
  return { at: found[1], id: Number(found[2]) };
}

/** What the database has as null is not there. */
function shown(row: typeof connections.$inferSelect): NetworkPage["rows"][number] {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  // The columns are its fields; only optional ones may be null.
  return Object.fromEntries(present) as NetworkPage["rows"][number];
}
