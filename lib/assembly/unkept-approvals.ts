import type { Approval, ApprovalState, StandingPermission } from "#lib/contracts/approvals";
import type { ApprovalChange, ApprovalStore } from "#lib/contracts/ports";

/**
 * Questions to a person of conversations of which nothing is kept. They are asked, decided and refused like every other,
 * and what was allowed for such a conversation holds in it; but all of it stands in memory and is gone with the program.
 * Whatever is not of such a conversation goes to the store behind.
 */
export function createUnkeptApprovals(kept: () => Promise<ApprovalStore>): {
  store: () => ApprovalStore;
  /** What has ended, and what was allowed for such conversations, is dropped. */
  forget(): void;
} {
  const approvals = new Map<string, Approval>();
  const permissions = new Map<string, StandingPermission>();

  const inState = (states: readonly ApprovalState[]) =>
    [...approvals.values()].filter(({ state }) => states.includes(state));

  function dropOldest(): void {
    const past = [...approvals.values()].filter(({ state }) => !underWay.has(state));
    for (const { id } of past.slice(0, Math.max(0, past.length - mostPast))) approvals.delete(id);
    const ids = [...permissions.keys()];
    for (const id of ids.slice(0, Math.max(0, ids.length - mostPast))) permissions.delete(id);
  }

  function change(
    approval: Approval,
    to: ApprovalChange,
    permission?: StandingPermission,
  ): Approval {
    const changed = { ...approval, ...to };
    approvals.set(approval.id, changed);
    if (permission !== undefined) permissions.set(permission.id, permission);
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
      approvals.set(approval.id, approval);
      return true;
    },
    find: async (id) => approvals.get(id) ?? (await kept()).find(id),
    async inState(states) {
      const theirs = await (await kept()).inState(states);
      return [...theirs, ...inState(states)].sort(byAge);
    },
    async latest(tool_id, definition_hash) {
      const theirs = await (await kept()).latest(tool_id, definition_hash);
      const ours = [...approvals.values()].filter(
        (one) => one.tool_id === tool_id && one.definition_hash === definition_hash,
      );
      return [...(theirs === undefined ? [] : [theirs]), ...ours].sort(byAge).at(-1);
    },
    async change(id, from, to, permission) {
      const approval = approvals.get(id);
      if (approval === undefined) return (await kept()).change(id, from, to, permission);
      return approval.state === from ? change(approval, to, permission) : undefined;
    },
    interrupt: async (ids) => (await kept()).interrupt(ids),
    async permissions() {
      const theirs = await (await kept()).permissions();
      return [...theirs, ...permissions.values()];
    },
    async permissionUsed(id, at) {
      const permission = permissions.get(id);
      if (permission === undefined) return (await kept()).permissionUsed(id, at);
      permissions.set(id, { ...permission, used_at: at });
      return true;
    },
    async removePermission(id) {
      const permission = permissions.get(id);
      if (permission === undefined) return (await kept()).removePermission(id);
      permissions.delete(id);
      return permission;
    },
  };

  return {
    store: () => store,
    forget() {
      for (const { id, state } of approvals.values())
        if (!underWay.has(state)) approvals.delete(id);
      permissions.clear();
    },
  };
}

const underWay: ReadonlySet<ApprovalState> = new Set(["pending", "allowed", "running"]);
/** Of what has ended, and of what was allowed, so much stays until the program ends. */
const mostPast = 200;

/** Of two of one moment the first stays first. */
const byAge = (a: Approval, b: Approval): number =>
  a.created_at < b.created_at ? -1 : Number(a.created_at > b.created_at);
