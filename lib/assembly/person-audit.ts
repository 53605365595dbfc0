import type { ErrorCode } from "#lib/contracts/errors";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import { actAs, actingBehind } from "#lib/platform/acting";
import type { KeptStore } from "./keep-store.ts";

/** What a person does in Settings, as rows of the audit beside the reads: which act, on what, and the rule if refused. */
export type PersonAudit = {
  /** Throws unless every row until now is stored: what cannot be audited is not done. Waits for a lock, for some seconds. */
  ready(): Promise<void>;
  tell(act: PersonAct): void;
};
export type PersonAct = {
  trace_id: string;
  tool_id:
    | "http.roots.inspect"
    | "http.roots.complete"
    | "http.patches.apply"
    | "http.patches.undo"
    | "http.config.save"
    | "http.config.undo"
    | "http.approvals.decide"
    | "http.permissions.revoke"
    | "http.tasks.create"
    | "http.tasks.cancel"
    | "http.tasks.delete"
    | "http.models.test"
    | "http.embedding.test"
    | "http.embedding.start"
    | "http.embedding.pause"
    | "http.embedding.resume"
    | "http.embedding.forget"
    | "http.web.fetch_again"
    | "http.web.forget"
    | "http.web.test"
    | "http.skills.accept"
    | "http.skills.enable"
    | "http.skills.disable"
    | "http.memory.state"
    | "http.memory.change"
    | "http.memory.forget"
    | "http.memory.export"
    | "http.tokens.create"
    | "http.tokens.delete"
    | "http.people.remove"
    | "http.people.restore"
    | "http.people.erase";
  /** The path as it was typed, the configuration file as it is shown, the tool or skill that was decided about, the task, or who is sent text. */
  path: string;
  /** The etag of what is in force now, or the hash of what was accepted. */
  sha256?: string;
  rule?: ErrorCode;
};

export function createPersonAudit(deps: {
  store: Pick<KeptStore, "everyone">;
  trace: TraceSink;
  clock: Clock;
}): PersonAudit {
  const { store, trace, clock } = deps;
  return {
    ready: () => store.everyone.patiently((opened) => opened.requireAudit("act")),
    tell({ path, ...act }) {
      const tell = () =>
        trace.read({
          ...act,
          at: clock.now().toISOString(),
          agent_id: "person",
          relative_path: path.slice(0, 4096),
        });
      // What an admin decides for the program stands there by their name.
      const by = actingBehind();
      if (by === undefined) tell();
      else actAs(by, tell);
    },
  };
}
