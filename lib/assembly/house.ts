import { AppError } from "#lib/contracts/errors";
import { hasRole, type Person, thePerson } from "#lib/contracts/people";
import { actForHouse } from "#lib/platform/acting";
import type { Approvals } from "#lib/tools/approvals";
import type { ToolDesk } from "./tool-desk.ts";

/*
 * What is asked about the program itself, as a server that is to be started or a tool that is to be switched on, is no
 * person's: it stands where it stands in a Docent without sign-in, and whoever administers it decides.
 */

/** Questions that are put, and looked up, for the program itself, whoever brought them about. */
export function forHouse(
  approvals: Approvals,
): Pick<Approvals, "permissions" | "latest" | "askUnless" | "revoke"> {
  return {
    permissions: () => actForHouse(() => approvals.permissions()),
    latest: (tool_id, hash) => actForHouse(() => approvals.latest(tool_id, hash)),
    askUnless: (question, unless) => actForHouse(() => approvals.askUnless(question, unless)),
    revoke: (id) => actForHouse(() => approvals.revoke(id)),
  };
}

/** The desk of a person, and of an admin with what is asked about the program. Anybody else's is not there. */
export function withHouse(
  desk: ToolDesk,
  { person, asHouse }: { person: () => Person; asHouse: <T>(work: () => T) => T },
): ToolDesk {
  const looksAfter = () => person().id !== thePerson.id && hasRole(person().role, "admin");

  /** One's own; what is not, and is the program's, for who looks after it. */
  async function either<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isGone = error instanceof AppError && error.code === "not_found";
      if (!isGone || !looksAfter()) throw error;
      return asHouse(work);
    }
  }

  return {
    ...desk,
    async approvals() {
      const own = await desk.approvals();
      if (!looksAfter()) return own;
      const house = await asHouse(() => desk.approvals());
      return {
        approvals: [...own.approvals, ...house.approvals],
        permissions: [...own.permissions, ...house.permissions],
      };
    },
    approval: (id) => either(() => desk.approval(id)),
    decide: (id, decision, trace_id) => either(() => desk.decide(id, decision, trace_id)),
    revoke: (id, trace_id) => either(() => desk.revoke(id, trace_id)),
  };
}
