import { and, asc, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { Approval, StandingPermission } from "#lib/contracts/approvals";
import type { ApprovalChange, AskedUnless } from "#lib/contracts/ports";
import type { Db } from "./dialect.ts";
import { locks } from "./locks.ts";
import { mine, ownerOf } from "./owner.ts";
import { approvals, standing_permissions } from "./schema.ts";
import { all, get, insert, type Statements, write } from "./statements.ts";

const RESULT_KEPT_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 90 * RESULT_KEPT_MS;
const over = ["done", "failed", "denied", "expired", "interrupted"] as const;

/** The caller holds the transaction. */
export function* insertApproval(
  db: Db,
  approval: Approval,
  unless: AskedUnless = {},
): Statements<boolean> {
  yield* locks.approvals();
  if (unless.pending !== undefined && (yield* countPending(db)) >= unless.pending) return false;
  if (unless.settled === true && (yield* isSettled(db, approval))) return false;
  const { id, state, tool_id, definition_hash, thread_id, created_at } = approval;
  const asked = JSON.stringify(approval);
  yield* insert(approvals, {
    id,
    owner: ownerOf(db),
    state,
    tool_id,
    definition_hash,
    thread_id,
    created_at,
    asked,
  });
  return true;
}

function* countPending(db: Db): Statements<number> {
  const pending = and(mine(db, approvals), eq(approvals.state, "pending"));
  return (yield* get(db.select({ n: count() }).from(approvals).where(pending)))?.n ?? 0;
}

function* isSettled(db: Db, { tool_id, definition_hash }: Approval): Statements<boolean> {
  const about = (table: typeof approvals | typeof standing_permissions) =>
    and(mine(db, table), eq(table.tool_id, tool_id), eq(table.definition_hash, definition_hash));
  const pending = and(about(approvals), eq(approvals.state, "pending"));
  return (
    (yield* get(db.select().from(approvals).where(pending))) !== undefined ||
    (yield* get(db.select().from(standing_permissions).where(about(standing_permissions)))) !==
      undefined
  );
}

export function* findApproval(db: Db, id: string): Statements<Approval | undefined> {
  const which = and(mine(db, approvals), eq(approvals.id, id));
  const row = yield* get(db.select().from(approvals).where(which));
  return row && approvalOf(row);
}

export function* approvalsInState(
  db: Db,
  states: readonly Approval["state"][],
): Statements<Approval[]> {
  return (yield* all(
    db
      .select()
      .from(approvals)
      .where(and(mine(db, approvals), inArray(approvals.state, [...states])))
      .orderBy(asc(approvals.created_at), asc(sql`rowid`)),
  )).map(approvalOf);
}

export function* latestApproval(
  db: Db,
  tool_id: string,
  definition_hash: string,
): Statements<Approval | undefined> {
  const row = yield* get(
    db
      .select()
      .from(approvals)
      .where(
        and(
          mine(db, approvals),
          eq(approvals.tool_id, tool_id),
          eq(approvals.definition_hash, definition_hash),
        ),
      )
      .orderBy(desc(approvals.created_at), desc(sql`rowid`)),
  );
  return row && approvalOf(row);
}

/** One statement decides who changes it, so that of two who try only one does. */
export function* changeApproval(
  db: Db,
  id: string,
  from: Approval["state"],
  to: ApprovalChange,
): Statements<Approval | undefined> {
  yield* locks.approvals();
  const { result, ...plain } = to;
  const values = { ...plain, ...(result === undefined ? {} : { result: JSON.stringify(result) }) };
  const at = and(mine(db, approvals), eq(approvals.id, id), eq(approvals.state, from));
  const [row] = yield* all(db.update(approvals).set(values).where(at).returning());
  return row && approvalOf(row);
}

export function* interruptApprovals(db: Db, ids: readonly string[]): Statements<number> {
  let changed = 0;
  for (const id of ids) {
    const underWay = and(
      mine(db, approvals),
      eq(approvals.id, id),
      inArray(approvals.state, ["allowed", "running"]),
    );
    changed += yield* write(db.update(approvals).set({ state: "interrupted" }).where(underWay));
  }
  return changed;
}

/** Results are what tools answered: no longer kept than an answer under its key. */
export function* dropPastApprovals(db: Db, now: Date): Statements<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  yield* write(
    db
      .update(approvals)
      .set({ result: null })
      .where(and(lt(approvals.created_at, before(RESULT_KEPT_MS)), sql`result IS NOT NULL`)),
  );
  yield* write(
    db
      .delete(approvals)
      .where(and(lt(approvals.created_at, before(KEPT_MS)), inArray(approvals.state, [...over]))),
  );
}

export function* insertPermission(db: Db, permission: StandingPermission): Statements<void> {
  const { resource } = permission;
  yield* insert(standing_permissions, {
    ...permission,
    owner: ownerOf(db),
    resource: resource === null ? null : JSON.stringify(resource),
  });
}

export function* listPermissions(db: Db): Statements<StandingPermission[]> {
  return (yield* all(
    db
      .select()
      .from(standing_permissions)
      .where(mine(db, standing_permissions))
      .orderBy(asc(standing_permissions.granted_at), asc(sql`rowid`)),
  )).map(permissionOf);
}

export function* permissionUsed(db: Db, id: string, at: string): Statements<boolean> {
  const which = and(mine(db, standing_permissions), eq(standing_permissions.id, id));
  return (yield* write(db.update(standing_permissions).set({ used_at: at }).where(which))) === 1;
}

export function* removePermission(db: Db, id: string): Statements<StandingPermission | undefined> {
  const gone = and(mine(db, standing_permissions), eq(standing_permissions.id, id));
  const [row] = yield* all(db.delete(standing_permissions).where(gone).returning());
  return row && permissionOf(row);
}

/** What was asked and allowed in a conversation, or in all of them; what is allowed for good stays. */
export function* dropApprovalsOfThreads(db: Db, thread_id: string | undefined): Statements<void> {
  const of = (table: typeof approvals | typeof standing_permissions) =>
    and(
      mine(db, table),
      thread_id === undefined
        ? sql`${table.thread_id} IS NOT NULL`
        : eq(table.thread_id, thread_id),
    );
  yield* write(db.delete(approvals).where(of(approvals)));
  yield* write(
    db
      .delete(standing_permissions)
      .where(and(of(standing_permissions), eq(standing_permissions.kind, "session"))),
  );
}

function approvalOf(row: typeof approvals.$inferSelect): Approval {
  const { state, decided_at, decision, note, rule, result } = row;
  return Approval.parse({
    ...(JSON.parse(row.asked) as object), // what insertApproval wrote
    state,
    ...present({ decided_at, decision, note, rule }),
    ...(result === null ? {} : { result: JSON.parse(result) as unknown }),
  });
}

function permissionOf(row: typeof standing_permissions.$inferSelect): StandingPermission {
  const { used_at, agent_id, resource, owner: _, ...rest } = row;
  return StandingPermission.parse({
    ...rest,
    resource: resource === null ? null : (JSON.parse(resource) as unknown),
    ...present({ used_at, agent_id }),
  });
}

function present(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
