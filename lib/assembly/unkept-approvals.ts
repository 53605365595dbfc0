import type { Approval, ApprovalState, StandingPermission } from "#lib/contracts/approvals";
import type { ApprovalChange, ApprovalStore } from "#lib/contracts/ports";
import { perPerson } from "#lib/platform/acting";

/**
 * Questions to a person of conversations of which nothing is kept. They are asked, decided and refused like every other,
 * and what was allowed for such a conversation holds in it; but all of it stands in memory and is gone with the program.
 * Whatever is not of such a conversation goes to the store behind.
 */
export function createUnkeptApprovals(kept: {
  /** Of the person at work, … */
  mine: () => Promise<ApprovalStore>;
  /** … and of all people. */
  everyones: () => Promise<ApprovalStore>;
}): {
  /** Of the person at work. */
  store: () => ApprovalStore;
  /** What became of anybody's, for who waits for it. */
  everyones: () => Pick<ApprovalStore, "find">;
  /** What has ended, and what was allowed for such conversations, is dropped. */
  forget(): void;
} {
  const held = perPerson(
    () => ({
      approvals: new Map<string, Approval>(),
      permissions: new Map<string, StandingPermission>(),
    }),
    MOST_PEOPLE,
  );
  const view = createView(kept.mine, () => held.mine());
  return {
    store: () => view.store,
    everyones: () => ({
      find: async (id) =>
        held.everyones().flatMap(({ approvals }) => approvals.get(id) ?? [])[0] ??
        (await kept.everyones()).find(id),
    }),
    forget: view.forget,
  };
}

/** Of more people at once than ask. */
const MOST_PEOPLE = 5000;

type Held = { approvals: Map<string, Approval>; permissions: Map<string, StandingPermission> };

function createView(kept: () => Promise<ApprovalStore>, held: () => Held) {
  const inState = (states: readonly ApprovalState[]) =>
    [...held().approvals.values()].filter(({ state }) => states.includes(state));

  function dropOldest(): void {
    const past = [...held().approvals.values()].filter(({ state }) => !underWay.has(state));
    for (const { id } of past.slice(0, Math.max(0, past.length - mostPast)))
      held().approvals.delete(id);
    const ids = [...held().permissions.keys()];
    for (const id of ids.slice(0, Math.max(0, ids.length - mostPast)))
      held().permissions.delete(id);
  }

  function change(
    approval: Approval,
    to: ApprovalChange,
    permission?: StandingPermission,
  ): Approval {
    const changed = { ...approval, ...to };
    held().approvals.set(approval.id, changed);
    if (permission !== undefined) held().permissions.set(permission.id, permission);
    dropOldest();
    return changed;
  }

  const store: ApprovalStore = {
    async add(approval, unless = {}) {
      const behind = await kept();
      const { pending: most } = unless;
      const waiting = most === undefined ? [] : await behind.inState(["pending"]);
      // From here on nothing is waited for: of those in memory each counts those before it.
      const ours = inState(["pending"]).length;
      if (approval.kept !== false) {
        return behind.add(
          approval,
          most === undefined ? unless : { ...unless, pending: most - ours },
        );
      }
      if (most !== undefined && waiting.length + ours >= most) return false;
      held().approvals.set(approval.id, approval);
      return true;
    },
    find: async (id) => held().approvals.get(id) ?? (await kept()).find(id),
    async inState(states) {
      const theirs = await (await kept()).inState(states);
      return [...theirs, ...inState(states)].sort(byAge);
    },
    async latest(tool_id, definition_hash) {
      const theirs = await (await kept()).latest(tool_id, definition_hash);
      const ours = [...held().approvals.values()].filter(
        (one) => one.tool_id === tool_id && one.definition_hash === definition_hash,
      );
      return [...(theirs === undefined ? [] : [theirs]), ...ours].sort(byAge).at(-1);
    },
    async change(id, from, to, permission) {
      const approval = held().approvals.get(id);
      if (approval === undefined) return (await kept()).change(id, from, to, permission);
      return approval.state === from ? change(approval, to, permission) : undefined;
    },
    interrupt: async (ids) => (await kept()).interrupt(ids),
    async permissions() {
      const theirs = await (await kept()).permissions();
      return [...theirs, ...held().permissions.values()];
    },
    async permissionUsed(id, at) {
      const permission = held().permissions.get(id);
      if (permission === undefined) return (await kept()).permissionUsed(id, at);
      held().permissions.set(id, { ...permission, used_at: at });
      return true;
    },
    async removePermission(id) {
      const permission = held().permissions.get(id);
      if (permission === undefined) return (await kept()).removePermission(id);
      held().permissions.delete(id);
      return permission;
    },
  };

  return {
    store,
    forget() {
      for (const { id, state } of held().approvals.values())
        if (!underWay.has(state)) held().approvals.delete(id);
      held().permissions.clear();
    },
  };
}

const underWay: ReadonlySet<ApprovalState> = new Set(["pending", "allowed", "running"]);
/** Of what has ended, and of what was allowed, so much stays until the program ends. */
const mostPast = 200;

/** Of two of one moment the first stays first. */
const byAge = (a: Approval, b: Approval): number =>
  a.created_at < b.created_at ? -1 : Number(a.created_at > b.created_at);
