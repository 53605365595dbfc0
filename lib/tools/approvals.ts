import canonicalize from "canonicalize";
import type {
  Approval,
  ApprovalDecision,
  ApprovalList,
  StandingPermission,
} from "#lib/contracts/approvals";
import type { ErrorCode } from "#lib/contracts/errors";
import type { ApprovalStore, AskedUnless, Clock, Events, Queue } from "#lib/contracts/ports";
import type { ToolResult } from "#lib/contracts/tools";
import { forWhomItIs } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { shownFairly } from "./shown-fairly.ts";

/**
 * Questions to a person and what becomes of them. An approval is bound to what was asked: tool and definition, arguments
 * in canonical form, working folder, level, conversation, agent, and what would be changed as it stood when it was shown;
 * it is good for ten minutes and for one call. It is stored before anybody sees it, so that a restart changes nothing about
 * it but that what was under way is interrupted; where nothing of the conversation is kept it stands in memory alone.
 * Methods reject with AppError when the database fails.
 */
export type Approvals = {
  /**
   * Stores the question. It is pending until a person decides or its time is over. Throws `validation` when what a person
   * would see of it does not tell what would be done.
   */
  ask(question: Question): Promise<Approval>;
  /** The same; undefined, and nobody is asked, for one of the reasons of `unless`. */
  askUnless(question: Question, unless: Unless): Promise<Approval | undefined>;
  /** Throws `not_found`. What is past its time is `expired` from here on. */
  get(id: string): Promise<Approval>;
  /** What waits for a person, oldest first, and what was allowed for longer than one call. */
  list(): Promise<ApprovalList>;
  /** The newest question about this definition of a tool, whatever became of it. */
  latest(tool_id: string, definition_hash: string): Promise<Approval | undefined>;
  /**
   * A person's word. Throws `not_found`, `approval_expired`, `approval_mismatch` when it has been decided already, or
   * `validation` for a decision that is not open.
   */
  decide(id: string, decision: ApprovalDecision, note?: string): Promise<Approval>;
  /** Resolves once it is no longer pending; rejects with the signal's reason, and the question is withdrawn then. */
  wait(id: string, signal: AbortSignal): Promise<Approval>;
  /** Whoever asked is gone for good, so what is pending ends and nothing is done. Throws `not_found`. */
  withdraw(id: string): Promise<void>;
  /** Whether a caller waits for it, here or on another server; of one that nobody waits for, the call is made by who decides. */
  isAwaited(id: string): Promise<boolean>;
  /** Whether a caller on this server has waited for it: that one makes the call, or has given it up. */
  isCalledHere(id: string): boolean;
  /**
   * Takes the call of one that nobody waits for, before it is decided; false where another server has it. Whoever took it
   * lets go of it after the call, or where it makes none; of several on this server it is the last who does.
   */
  takeCall(id: string): Promise<boolean>;
  leaveCall(id: string): void;
  /** Whether it allows exactly this: the rule by which it does not, or undefined when it does. */
  check(id: string, binding: Binding): Promise<ApprovalRule | undefined>;
  /** Uses it up, for exactly this, once. The rule by which it cannot be used, or undefined when the call may begin. */
  take(id: string, binding: Binding): Promise<ApprovalRule | undefined>;
  /** What came of the call that asked for it or took it; `from`: it never began where it is still only allowed. */
  finish(id: string, result: ToolResult, from: "allowed" | "running"): Promise<void>;
  permissions(): Promise<StandingPermission[]>;
  /** False when it was taken back: it allows nothing any more. */
  permissionUsed(id: string): Promise<boolean>;
  /** Throws `not_found`. */
  revoke(permission_id: string): Promise<StandingPermission>;
  /** Told of every approval that stops being pending. Returns what ends that. */
  onDecided(listener: (approval: Approval) => void): () => void;
  onRevoked(listener: (permission: StandingPermission) => void): () => void;
  /** The program ends: from here on no question is withdrawn because whoever waited for it goes. */
  close(): void;
};

export type ApprovalRule = Extract<ErrorCode, `approval_${string}`>;

/** What an approval is bound to. `arguments` are what the call is made with, defaults filled in. */
export type Binding = Pick<
  Approval,
  | "tool_id"
  | "provider_id"
  | "definition_hash"
  | "cwd"
  | "level"
  | "thread_id"
  | "agent_id"
  | "bound_to"
> & { arguments: Record<string, unknown> };

export type Question = Binding &
  Pick<Approval, "risk" | "resource" | "shows" | "choices" | "trace_id" | "reason" | "kept">;

export type Unless = AskedUnless & {
  /** Whoever asks goes on to wait: it counts as awaited from before it is stored, when a person may already decide. */
  awaits?: true;
};

export const APPROVAL_MS = 10 * 60 * 1000;

export function createApprovals(deps: {
  /** Of the person at work. */
  store: () => ApprovalStore;
  /** Of anybody: another server told that it was decided. */
  everyones?: () => Pick<ApprovalStore, "find">;
  clock: Clock;
  ids: NewId;
  /** What other servers decided, and for which of them they wait. */
  events: Events;
  queue: Pick<Queue, "claim" | "release" | "elsewhere" | "now">;
  /** A copy in which secrets are masked: what is stored and shown. */
  mask: <T>(value: T) => T;
  log: Logger;
}): Approvals {
  const { store, everyones = store, events, queue, clock, ids, mask, log } = deps;
  /** By the monotonic clock, so that a wall clock that is set back lets nothing live longer. */
  const deadlines = new Map<string, number>();
  const decided = new Set<(approval: Approval) => void>();
  let closed = false;
  const awaited = new Map<string, number>();
  /** Asked by somebody who has not begun to wait yet. */
  const expected = new Set<string>();
  /** Decided, or given up, while a caller waited for it here, and not over. */
  const calls = new Set<string>();
  /** How many on this server have taken its call before they decide. */
  const deciding = new Map<string, number>();
  const revoked = new Set<(permission: StandingPermission) => void>();

  function timeLeft(approval: Approval): number {
    const common = queue.now()?.getTime();
    const now = common ?? clock.now().getTime();
    const wall = Date.parse(approval.expires_at) - now;
    const known = deadlines.get(approval.id);
    // One of an earlier process: its time by the wall clock, which may have been set back since. By a clock that all
    // servers share, one that another asked this very moment may seem to be of the next.
    const asked = common === undefined ? now - Date.parse(approval.created_at) : 0;
    const monotonic =
      known === undefined ? (asked < 0 ? 0 : APPROVAL_MS) : known - clock.monotonic();
    const left = Math.max(0, Math.min(wall, monotonic, APPROVAL_MS));
    if (known === undefined) deadlines.set(approval.id, clock.monotonic() + left);
    return left;
  }

  async function find(id: string): Promise<Approval> {
    const found = await store().find(id);
    if (!found) throw saidError("not_found", "error.approval_not_found");
    return found;
  }

  /** As it is now: one that is past its time becomes expired as soon as anybody looks. */
  async function current(approval: Approval): Promise<Approval> {
    if (approval.state !== "pending" || timeLeft(approval) > 0) return approval;
    const expired = await end(approval.id, { state: "expired", rule: "approval_expired" });
    return expired ?? find(approval.id);
  }

  /** Undefined where it was not pending any more: somebody was quicker. */
  async function end(
    id: string,
    to: Parameters<ApprovalStore["change"]>[2],
    permission?: StandingPermission,
  ): Promise<Approval | undefined> {
    const ended = await store().change(id, "pending", to, permission);
    if (ended !== undefined) tellDecided(ended);
    return ended;
  }

  function tellDecided(approval: Approval): void {
    const { id, state } = approval;
    if (state === "allowed") {
      if (awaited.has(id) || expected.has(id)) calls.add(id);
    } else {
      deadlines.delete(id);
      letGo(id);
    }
    expected.delete(id);
    tellAll(decided, approval);
  }

  const callOf = (id: string) => ({ kind: "approval", id }) as const;

  /** Whoever waits for it or makes its call has it; what is kept nowhere is nobody else's. */
  async function isMine({ id, kept }: Approval): Promise<boolean> {
    return kept === false || (await queue.claim(callOf(id)));
  }

  function notTaken(error: unknown): void {
    log.warn(faultOf(error), "other servers could not be told who waits for a decision");
  }

  function letGo(id: string): void {
    calls.delete(id);
    queue.release(callOf(id)).catch((error: unknown) => {
      log.warn({ approval_id: id, ...faultOf(error) }, "a call could not be left to other servers");
    });
  }

  /** How many still are. */
  function stopDeciding(id: string): number {
    const others = (deciding.get(id) ?? 1) - 1;
    if (others > 0) deciding.set(id, others);
    else deciding.delete(id);
    return others;
  }

  /** Another server changed it. */
  async function hear(id: string): Promise<void> {
    try {
      const found = await everyones().find(id);
      if (found !== undefined && justDecided.has(found.state)) tellDecided(found);
    } catch (error) {
      log.warn(
        { approval_id: id, ...faultOf(error) },
        "a decision on another server is seen later",
      );
    }
  }

  events.listen(({ topic, id }) => {
    if (topic === "approval") void hear(id);
    if (topic === "everything") for (const one of awaited.keys()) void hear(one);
  });

  async function withdraw(id: string): Promise<void> {
    const withdrawn = await end(id, { state: "expired", rule: "cancelled" });
    if (withdrawn === undefined) await find(id);
  }

  function ruleAgainst(approval: Approval, binding: Binding): ApprovalRule | undefined {
    if (approval.state === "denied") return "approval_denied";
    if (approval.state === "expired") return "approval_expired";
    if (!isFor(approval, binding)) return "approval_mismatch";
    if (approval.state === "pending") return "approval_required";
    if (approval.state !== "allowed") return "approval_mismatch"; // it has been used
    return timeLeft(approval) > 0 ? undefined : "approval_expired";
  }

  function listen<T>(set: Set<(value: T) => void>, listener: (value: T) => void): () => void {
    set.add(listener);
    return () => set.delete(listener);
  }

  /** What one of them throws is no other's matter, and changes nothing about what was decided. */
  function tellAll<T>(listeners: Iterable<(value: T) => void>, value: T): void {
    for (const listener of [...listeners]) {
      try {
        listener(value);
      } catch (error) {
        log.error(faultOf(error), "who was to hear of a decision failed over it");
      }
    }
  }

  /** Throws `validation` when what a person would see of it does not tell what would be done. */
  function questioned(question: Question): Approval {
    const { arguments: args, shows, choices, ...rest } = question;
    const masked = { args: mask(args), shows: mask(shows) };
    if (!shownFairly({ args, shows }, masked)) {
      throw saidError("validation", "error.approval_hides");
    }
    const resource = mask(question.resource);
    // What holds a secret can stand for nothing later: its words are not kept.
    const plain = canonicalize(resource) === canonicalize(question.resource);
    // Nor can what a person was shown in part.
    const whole = !(shows.kind === "diff" && shows.cut !== undefined);
    const lasting = new Set<ApprovalDecision>(["allow_session", "allow_always"]);
    // Where nothing is kept, nothing is allowed beyond the conversation: that would keep what it was about.
    const open = (choice: ApprovalDecision) =>
      ((plain && whole) || !lasting.has(choice)) &&
      (question.kept !== false || choice !== "allow_always");
    const now = queue.now() ?? clock.now();
    return {
      ...rest,
      id: ids("approval"),
      state: "pending",
      arguments_hash: hashOfArguments(args),
      arguments: masked.args,
      shows: masked.shows,
      resource,
      reason: mask(question.reason),
      choices: choices.filter(open),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + APPROVAL_MS).toISOString(),
    };
  }

  async function askUnless(
    question: Question,
    { awaits, ...unless }: Unless,
  ): Promise<Approval | undefined> {
    const approval = questioned(question);
    const { id } = approval;
    if (awaits === true) expected.add(id);
    deadlines.set(id, clock.monotonic() + APPROVAL_MS);
    let asked = false;
    try {
      if (unless.pending !== undefined) await pending(); // what is past its time waits for nobody
      if (awaits === true) await isMine(approval);
      asked = await store().add(approval, unless);
    } finally {
      if (!asked) {
        expected.delete(id);
        deadlines.delete(id);
        if (awaits === true) letGo(id);
      }
    }
    return asked ? approval : undefined;
  }

  async function pending(): Promise<Approval[]> {
    const found = await store().inState(["pending"]);
    const now = await Promise.all(found.map(current));
    return now.filter((approval) => approval.state === "pending");
  }

  return {
    async ask(question) {
      const asked = await askUnless(question, {});
      if (asked === undefined) throw new Error("a question was not stored, for no reason");
      return asked;
    },
    askUnless,

    get: async (id) => current(await find(id)),

    list: async () => ({ approvals: await pending(), permissions: await store().permissions() }),

    async latest(tool_id, definition_hash) {
      const found = await store().latest(tool_id, definition_hash);
      return found && current(found);
    },

    async decide(id, decision, note) {
      const approval = await current(await find(id));
      if (approval.state === "expired") {
        const withdrawn = approval.rule === "cancelled";
        const said = withdrawn ? "error.approval_withdrawn" : "error.approval_expired";
        throw saidError("approval_expired", said);
      }
      if (approval.state !== "pending") {
        throw saidError("approval_mismatch", "error.approval_decided");
      }
      if (!approval.choices.includes(decision)) {
        const open = approval.choices.join(", ");
        throw saidError("validation", "error.approval_choice", { decision, open });
      }
      const decided_at = clock.now().toISOString();
      const told = {
        decided_at,
        decision,
        ...(note === undefined || note === "" ? {} : { note: mask(note) }),
      };
      const after = await (decision === "deny"
        ? end(id, { ...told, state: "denied", rule: "approval_denied" })
        : end(id, { ...told, state: "allowed" }, permissionOf(approval, decision)));
      if (after === undefined) throw saidError("approval_mismatch", "error.approval_decided"); // somebody was quicker
      return after;

      function permissionOf(
        { thread_id, agent_id, tool_id, definition_hash, resource, level }: Approval,
        allowed: ApprovalDecision,
      ): StandingPermission | undefined {
        if (allowed !== "allow_session" && allowed !== "allow_always") return undefined;
        const kind = allowed === "allow_session" ? "session" : "always";
        return {
          id: ids("permission"),
          kind,
          thread_id: kind === "session" ? thread_id : null,
          ...{ agent_id, tool_id, definition_hash, resource, level },
          granted_at: decided_at,
        };
      }
    },

    wait: (id, signal) =>
      new Promise((resolve, reject) => {
        awaited.set(id, (awaited.get(id) ?? 0) + 1);
        expected.delete(id);
        let settled = false;
        const settle = () => {
          if (settled) return;
          settled = true;
          const others = (awaited.get(id) ?? 1) - 1;
          if (others > 0) awaited.set(id, others);
          else awaited.delete(id);
          clearTimeout(timer);
          stop();
          signal.removeEventListener("abort", onAbort);
        };
        const look = async () => {
          try {
            const now = await current(await find(id));
            if (settled) return; // decided, or given up, while it was looked at
            if (now.state === "pending") {
              isMine(now).catch(notTaken);
              timer = setTimeout(() => void look(), Math.max(1, timeLeft(now))).unref();
              return;
            }
            settle();
            resolve(now);
          } catch (error) {
            settle();
            reject(error);
          }
        };
        // Whoever ends it may be at work for another.
        const onAbort = forWhomItIs(() => {
          settle();
          calls.add(id); // one that is allowed at this very moment is made by nobody else
          const withdrawn = closed ? Promise.resolve() : withdraw(id);
          withdrawn.then(() => reject(signal.reason), reject);
        });
        let timer: NodeJS.Timeout | undefined;
        const stop = listen(decided, (approval) => {
          if (approval.id !== id) return;
          settle();
          resolve(approval);
        });
        signal.addEventListener("abort", onAbort, { once: true });
        if (signal.aborted) onAbort();
        else void look();
      }),

    withdraw,
    isAwaited: async (id) =>
      awaited.has(id) || expected.has(id) || (await queue.elsewhere("approval")).includes(id),
    isCalledHere: (id) => calls.has(id),
    async takeCall(id) {
      deciding.set(id, (deciding.get(id) ?? 0) + 1);
      try {
        if (await queue.claim(callOf(id))) return true;
      } catch (error) {
        stopDeciding(id);
        throw error;
      }
      stopDeciding(id);
      return false;
    },
    leaveCall: (id) => {
      if (stopDeciding(id) === 0 && !calls.has(id)) letGo(id);
    },

    check: async (id, binding) => ruleAgainst(await find(id), binding),

    async take(id, binding) {
      const approval = await find(id);
      const rule = ruleAgainst(approval, binding);
      if (rule !== undefined) return rule;
      if (!(await isMine(approval))) return "approval_mismatch"; // a caller on another server has it
      const mine = await store().change(id, "allowed", { state: "running" });
      deadlines.delete(id);
      if (mine !== undefined) calls.add(id);
      return mine === undefined ? "approval_mismatch" : undefined; // another call was quicker
    },

    async finish(id, result, from) {
      const { ok, error } = result;
      const rule = error?.rule ?? error?.code;
      await store().change(id, from, {
        result,
        ...(rule === undefined ? {} : { rule }),
        state: ok ? "done" : "failed",
      });
      letGo(id);
    },

    permissions: () => store().permissions(),
    permissionUsed: (id) => store().permissionUsed(id, clock.now().toISOString()),
    async revoke(permission_id) {
      const removed = await store().removePermission(permission_id);
      if (!removed) throw saidError("not_found", "error.permission_not_found");
      tellAll(revoked, removed);
      return removed;
    },
    onDecided: (listener) => listen(decided, listener),
    onRevoked: (listener) => listen(revoked, listener),
    close: () => {
      closed = true;
    },
  };
}

const justDecided: ReadonlySet<string> = new Set(["allowed", "denied", "expired"]);

/**
 * SHA-256 of the canonical JSON: the same arguments in another order are the same, another byte is another. Throws
 * `validation` for what has no such form, as half of a surrogate pair.
 */
export function hashOfArguments(args: Record<string, unknown>): string {
  let text: string | undefined;
  try {
    text = canonicalize(args);
  } catch (cause) {
    throw saidError("validation", "error.arguments_not_canonical", {}, { cause });
  }
  return sha256(text ?? "");
}

function isFor(approval: Approval, binding: Binding): boolean {
  return (
    approval.tool_id === binding.tool_id &&
    approval.provider_id === binding.provider_id &&
    approval.definition_hash === binding.definition_hash &&
    approval.arguments_hash === hashOfArguments(binding.arguments) &&
    approval.cwd === binding.cwd &&
    approval.level === binding.level &&
    approval.thread_id === binding.thread_id &&
    approval.agent_id === binding.agent_id &&
    approval.bound_to === binding.bound_to
  );
}
