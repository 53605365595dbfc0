import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Approval, StandingPermission } from "#lib/contracts/approvals";
import { AppError } from "#lib/contracts/errors";
import type { ToolCallContext } from "#lib/contracts/tools";
import { newId } from "#lib/platform/ids";
import {
  APPROVAL_MS,
  type Approvals,
  type Binding,
  createApprovals,
  hashOfArguments,
} from "#lib/tools/approvals";
import { askFor, openDesk, toolSpec } from "./open-desk.ts";
import { recordingLog } from "./recording-log.ts";

const open: ReturnType<typeof openDesk>[] = [];
function desk(options: Parameters<typeof openDesk>[0] = {}) {
  const made = openDesk(options);
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
});

const args = { path: "a.md", text: "one" };

function binding(more: Partial<Binding> = {}): Binding {
  return {
    tool_id: "write",
    provider_id: "builtin",
    definition_hash: "h1",
    arguments: args,
    cwd: "/work",
    level: "L1",
    thread_id: "t1",
    agent_id: "a",
    ...more,
  };
}

function ask(from: ReturnType<typeof openDesk>, more: Partial<Approval> = {}, bound = binding()) {
  return from.approvals.ask({
    ...bound,
    risk: "guarded",
    resource: null,
    shows: { kind: "call", arguments: bound.arguments },
    choices: ["allow_once", "allow_session", "allow_always", "deny"],
    trace_id: "trace",
    reason: "It may change something.",
    ...more,
  });
}

const code = async (work: () => Promise<unknown>) => {
  try {
    await work();
    return "ok";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

describe("an approval", () => {
  test.each<[string, Partial<Binding>]>([
    ["one byte of the arguments", { arguments: { ...args, text: "onf" } }],
    ["a blank in the arguments", { arguments: { ...args, text: "one " } }],
    ["another letter case", { arguments: { ...args, path: "A.md" } }],
    ["an argument more", { arguments: { ...args, mode: null } }],
    ["an argument less", { arguments: { path: "a.md" } }],
    ["a number for its text", { arguments: { ...args, text: 1 } }],
    ["the same letter in another form", { arguments: { ...args, text: "on\u0065\u0301" } }],
    ["the working folder", { cwd: "/work/" }],
    ["no working folder", { cwd: null }],
    ["a higher level", { level: "L2" }],
    ["a lower level", { level: "L0" }],
    ["the conversation", { thread_id: "t2" }],
    ["no conversation", { thread_id: null }],
    ["the tool", { tool_id: "edit" }],
    ["its provider", { provider_id: "mcp.files" }],
    ["its definition", { definition_hash: "h2" }],
    ["the agent", { agent_id: "b" }],
  ])(
    "S41 is good for exactly what was shown: with %s changed it is approval_mismatch",
    async (_what, changed) => {
      const d = desk();
      const { id } = await ask(d);
      expect(await d.approvals.take(id, binding(changed))).toBe("approval_mismatch");
      await d.approvals.decide(id, "allow_once");
      expect(await d.approvals.check(id, binding(changed))).toBe("approval_mismatch");
      expect(await d.approvals.take(id, binding(changed))).toBe("approval_mismatch");
      // A wrong try does not use it up.
      expect(await d.approvals.take(id, binding())).toBeUndefined();
    },
  );

  test("S41 is the same for the same arguments in another order", async () => {
    const d = desk();
    const { id } = await ask(d);
    await d.approvals.decide(id, "allow_once");
    const turned = { text: "one", path: "a.md" };
    expect(hashOfArguments(turned)).toBe(hashOfArguments(args));
    expect(await d.approvals.take(id, binding({ arguments: turned }))).toBeUndefined();
  });

  test("S41 every byte of the arguments counts", () => {
    const text = "The quick brown fox";
    const plain = hashOfArguments({ text });
    for (let at = 0; at < text.length; at++) {
      const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect(hashOfArguments({ text: changed })).not.toBe(plain);
    }
  });

  test("S41 is used up by one call, whoever tries again", async () => {
    const d = desk();
    const { id } = await ask(d);
    await d.approvals.decide(id, "allow_once");
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => d.approvals.take(id, binding())),
    );
    expect(tries.filter((rule) => rule === undefined)).toHaveLength(1);
    expect(new Set(tries.slice(1))).toEqual(new Set(["approval_mismatch"]));
  });

  test("is decided by one of many who decide at the same moment", async () => {
    const d = desk();
    const { id } = await ask(d);
    let heard = 0;
    d.approvals.onDecided(() => heard++);
    const decisions = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        code(() => d.approvals.decide(id, n % 2 === 0 ? "allow_always" : "deny")),
      ),
    );
    expect(decisions.filter((one) => one === "ok")).toHaveLength(1);
    expect(new Set(decisions)).toEqual(new Set(["ok", "approval_mismatch"]));
    expect(heard).toBe(1);
  });

  test("is awaited from before anybody can see it, until whoever asked has waited", async () => {
    const d = desk();
    const { add } = d.store.approvals;
    const question = { ...binding(), risk: "guarded", resource: null, trace_id: "trace" } as const;
    const shown = { shows: { kind: "call", arguments: args }, choices: ["allow_once"] } as const;
    let awaited: boolean | undefined;
    d.store.approvals.add = async (approval, unless) => {
      const added = await add(approval, unless);
      awaited = await d.approvals.isAwaited(approval.id);
      return added;
    };
    const asked = await d.approvals.askUnless(
      { ...question, ...shown, choices: [...shown.choices], reason: "" },
      { awaits: true },
    );
    expect(awaited).toBe(true);
    const id = asked?.id ?? "";
    expect(await d.approvals.isAwaited(id)).toBe(true);
    const decided = d.approvals.wait(id, new AbortController().signal);
    await d.approvals.decide(id, "allow_once");
    expect(await decided).toMatchObject({ state: "allowed" });
    expect(await d.approvals.isAwaited(id)).toBe(false);
  });

  test("S41 cannot be used before it is given, nor after a no", async () => {
    const d = desk();
    const { id } = await ask(d);
    expect(await d.approvals.take(id, binding())).toBe("approval_required");
    await d.approvals.decide(id, "deny", "not now");
    expect(await d.approvals.take(id, binding())).toBe("approval_denied");
    expect(await d.approvals.get(id)).toMatchObject({ state: "denied", note: "not now" });
  });

  test("S41 is over after ten minutes, before and after it was given", async () => {
    const d = desk();
    const undecided = await ask(d);
    const given = await ask(d);
    d.pass(APPROVAL_MS - 1);
    await d.approvals.decide(given.id, "allow_once");
    expect(await d.approvals.check(given.id, binding())).toBeUndefined();
    d.pass(1);
    expect(await d.approvals.take(given.id, binding())).toBe("approval_expired");
    expect(await code(() => d.approvals.decide(undecided.id, "allow_once"))).toBe(
      "approval_expired",
    );
    expect(await d.approvals.get(undecided.id)).toMatchObject({ state: "expired" });
    expect((await d.approvals.list()).approvals).toEqual([]);
  });

  test("R26 a wall clock that is set back or forth lets none live longer", async () => {
    const d = desk();
    const { id } = await ask(d);
    await d.approvals.decide(id, "allow_once");
    d.time.wall -= 2 * 3_600_000;
    expect(await d.approvals.check(id, binding())).toBeUndefined();
    d.time.monotonic += APPROVAL_MS;
    expect(await d.approvals.take(id, binding())).toBe("approval_expired");
    const later = await ask(d);
    await d.approvals.decide(later.id, "allow_once");
    d.time.wall += 2 * 3_600_000;
    expect(await d.approvals.take(later.id, binding())).toBe("approval_expired");
    // After a restart there is the wall clock alone: set back before the question was asked, nothing is believed.
    const kept = await ask(d);
    await d.restart();
    d.time.wall -= 3_600_000;
    expect(await code(() => d.approvals.decide(kept.id, "allow_once"))).toBe("approval_expired");
  });

  test.each([-120_000, -50, 700_000])(
    "of another server whose clock is %i ms off is listed and decided there, and ends for both at its time",
    async (off) => {
      const d = desk();
      const shared = { now: () => new Date(d.time.wall) };
      const [asking, other] = [0, off].map((ms) =>
        createApprovals({
          store: () => d.store.approvals,
          clock: { ...d.clock, now: () => new Date(d.time.wall + ms) },
          events: d.store.events,
          queue: { ...d.store.queue, ...shared },
          ...{ ids: newId, mask: (value) => value, log: recordingLog().log },
        }),
      ) as [Approvals, Approvals]; // one for each
      const { id } = await ask({ ...d, approvals: asking });
      expect((await other.list()).approvals).toHaveLength(1);
      expect((await asking.get(id)).state).toBe("pending");
      expect(await other.decide(id, "allow_once")).toMatchObject({ state: "allowed" });
      const undecided = await ask({ ...d, approvals: asking });
      expect((await other.get(undecided.id)).state).toBe("pending");
      d.pass(APPROVAL_MS);
      expect((await other.get(undecided.id)).state).toBe("expired");
    },
  );

  test("is decided once, by one of the choices that were open", async () => {
    const d = desk();
    const unsafe = await ask(d, { choices: ["allow_once", "deny"] });
    expect(await code(() => d.approvals.decide(unsafe.id, "allow_always"))).toBe("validation");
    expect(await code(() => d.approvals.decide(unsafe.id, "allow_session"))).toBe("validation");
    expect(await d.approvals.permissions()).toEqual([]);
    await d.approvals.decide(unsafe.id, "allow_once");
    expect(await code(() => d.approvals.decide(unsafe.id, "deny"))).toBe("approval_mismatch");
    expect(await code(() => d.approvals.decide("approval_none", "deny"))).toBe("not_found");
    expect(await d.approvals.get(unsafe.id)).toMatchObject({
      state: "allowed",
      decision: "allow_once",
    });
  });

  test("R27 survives a restart with its id and hash, still binding; what had begun is interrupted", async () => {
    const d = desk();
    const pending = await ask(d);
    const allowed = await ask(d);
    const running = await ask(d);
    for (const { id } of [allowed, running]) await d.approvals.decide(id, "allow_once");
    await d.approvals.take(running.id, binding());
    await d.restart();
    expect((await d.approvals.list()).approvals).toEqual([pending]);
    expect((await d.approvals.get(allowed.id)).state).toBe("interrupted");
    expect((await d.approvals.get(running.id)).state).toBe("interrupted");
    for (const { id } of [allowed, running]) {
      expect(await d.approvals.take(id, binding())).toBe("approval_mismatch");
      expect(await code(() => d.approvals.decide(id, "allow_once"))).toBe("approval_mismatch");
    }
    await d.approvals.decide(pending.id, "allow_once");
    expect(await d.approvals.take(pending.id, binding({ cwd: "/other" }))).toBe(
      "approval_mismatch",
    );
    expect(await d.approvals.take(pending.id, binding())).toBeUndefined();
    expect(d.calls).toEqual([]);
  });

  test("R27 one that nobody decided expires over a restart, and a no holds", async () => {
    const d = desk();
    const { id } = await ask(d);
    const refused = await ask(d);
    await d.restart();
    await d.approvals.decide(refused.id, "deny");
    d.pass(APPROVAL_MS);
    await d.restart();
    expect((await d.approvals.get(id)).state).toBe("expired");
    expect((await d.approvals.get(refused.id)).state).toBe("denied");
  });
});

const call = (d: ReturnType<typeof openDesk>, more: Partial<ToolCallContext> = {}) =>
  d.runtime.invoke("write", args, d.context(more));

describe("a permission that stands", () => {
  test("for a conversation holds there alone, also after a restart, until it is taken back", async () => {
    const d = desk();
    const { id, result } = await askFor(d, args, { thread_id: "t1" });
    await d.approvals.decide(id, "allow_session");
    expect(await result).toMatchObject({ ok: true, meta: { approval_id: id } });
    await d.restart();
    expect(await call(d, { thread_id: "t1" })).toMatchObject({ ok: true });
    expect(await call(d, { thread_id: "t2" })).toMatchObject({
      error: { rule: "approval_required" },
    });
    expect(await call(d)).toMatchObject({ error: { rule: "approval_required" } });
    const [permission] = await d.approvals.permissions();
    expect(permission).toMatchObject({
      kind: "session",
      thread_id: "t1",
      used_at: expect.any(String),
    });
    await d.approvals.revoke(permission?.id ?? "");
    expect(await call(d, { thread_id: "t1" })).toMatchObject({
      error: { rule: "approval_required" },
    });
    expect(await code(() => d.approvals.revoke(permission?.id ?? ""))).toBe("not_found");
  });

  test("for good holds everywhere for this definition at this level, and asks again when either changes", async () => {
    const d = desk();
    const { id, result } = await askFor(d, args);
    await d.approvals.decide(id, "allow_always");
    await result;
    expect(await call(d, { thread_id: "t9" })).toMatchObject({ ok: true });
    for (const changed of [
      toolSpec("write", { description: "Now it also sends the file." }),
      toolSpec("write", { capability_level: "L2" }),
      toolSpec("write", { input_schema: { type: "object" } }),
    ]) {
      const other = desk({ tools: [changed] });
      const [permission] = await d.approvals.permissions();
      if (permission) await keep(other, permission);
      expect(await call(other)).toMatchObject({ error: { rule: "approval_required" } });
    }
  });

  test("is never there for unsafe calls, however it came to be stored", async () => {
    const d = desk();
    const { id, result } = await askFor(d, args);
    await d.approvals.decide(id, "allow_always");
    await result;
    const unsafe = desk({ tools: [toolSpec("write", { risk: "unsafe" })] });
    const [permission] = await d.approvals.permissions();
    if (permission) await keep(unsafe, permission);
    expect(await call(unsafe)).toMatchObject({ error: { rule: "approval_required" } });
    const asked = await askFor(unsafe, args);
    expect((await unsafe.approvals.get(asked.id)).choices).toEqual(["allow_once", "deny"]);
    await unsafe.approvals.decide(asked.id, "deny");
    await asked.result;
  });

  test("goes with its conversation; what is allowed for good stays", async () => {
    const d = desk();
    await d.approvals.decide((await ask(d)).id, "allow_session");
    await d.approvals.decide((await ask(d)).id, "allow_always");
    await d.approvals.decide((await ask(d, {}, binding({ thread_id: "t2" }))).id, "allow_session");
    const waiting = await ask(d);
    const kinds = async () =>
      (await d.approvals.permissions()).map((one) => `${one.kind} ${one.thread_id}`);
    await d.store.deleteThreads("t1");
    expect(await kinds()).toEqual(["always null", "session t2"]);
    expect(await code(() => d.approvals.get(waiting.id))).toBe("not_found");
    await d.store.deleteThreads();
    expect(await kinds()).toEqual(["always null"]);
  });
});

describe("where nothing of the conversation is kept", () => {
  const unkept = { thread_id: "t1", store: false } as const;
  const bytesOf = (d: ReturnType<typeof desk>, word: string) =>
    readdirSync(d.folder).filter((name) => readFileSync(path.join(d.folder, name)).includes(word));
  const quarrington = { path: "quarrington.md", text: "walrus" };

  test("a call is asked about, allowed once and made, and no file holds a word of it", async () => {
    const d = desk();
    const { id, result } = await askFor(d, quarrington, unkept);
    expect((await d.approvals.list()).approvals).toMatchObject([
      { id, kept: false, state: "pending" },
    ]);
    expect((await d.approvals.get(id)).choices).toEqual(["allow_once", "allow_session", "deny"]);
    await d.approvals.decide(id, "allow_once", "walrus, please");
    expect(await result).toMatchObject({ ok: true });
    expect(d.calls).toEqual([quarrington]);
    expect(await d.approvals.get(id)).toMatchObject({ state: "done", note: "walrus, please" });
    expect(await code(() => d.approvals.decide(id, "deny"))).toBe("approval_mismatch");
    expect(await d.store.approvals.find(id)).toBeUndefined();
    expect([...bytesOf(d, "walrus"), ...bytesOf(d, "quarrington")]).toEqual([]);
  });

  test("its time runs out like any other, and nothing is done then", async () => {
    const d = desk();
    const { id, result } = await askFor(d, quarrington, unkept);
    d.pass(APPROVAL_MS + 1);
    expect(await d.approvals.get(id)).toMatchObject({ state: "expired", rule: "approval_expired" });
    expect(await code(() => d.approvals.decide(id, "allow_once"))).toBe("approval_expired");
    expect(await result).toMatchObject({ ok: false, error: { rule: "approval_expired" } });
    expect(d.calls).toEqual([]);
  });

  test("what is allowed for the conversation holds in it, can be revoked, and is gone with the program", async () => {
    const d = desk();
    const { id, result } = await askFor(d, quarrington, unkept);
    expect(await code(() => d.approvals.decide(id, "allow_always"))).toBe("validation");
    await d.approvals.decide(id, "allow_session");
    await result;
    expect(await call(d, unkept)).toMatchObject({ ok: true });
    expect(await call(d, { ...unkept, thread_id: "t2" })).toMatchObject({ ok: false });
    const [permission] = await d.approvals.permissions();
    expect(permission).toMatchObject({ kind: "session", used_at: expect.any(String) });
    expect(await d.store.approvals.permissions()).toEqual([]);
    await d.approvals.revoke(permission?.id ?? "");
    expect(await call(d, unkept)).toMatchObject({ error: { rule: "approval_required" } });
    await d.restart();
    expect(await d.approvals.permissions()).toEqual([]);
    expect(await code(() => d.approvals.get(id))).toBe("not_found");
  });

  test("stands in one list with those that are kept, oldest first", async () => {
    const d = desk();
    const first = await ask(d);
    d.pass(1000);
    const second = await ask(d, { kept: false });
    d.pass(1000);
    const third = await ask(d);
    const listed = (await d.approvals.list()).approvals.map(({ id }) => id);
    expect(listed).toEqual([first.id, second.id, third.id]);
    expect((await d.approvals.latest("write", "h1"))?.id).toBe(third.id);
    await d.restart();
    expect((await d.approvals.list()).approvals.map(({ id }) => id)).toEqual([first.id, third.id]);
  });
});

/** As if it had been given here. */
async function keep(
  to: ReturnType<typeof openDesk>,
  permission: StandingPermission,
): Promise<void> {
  const { id } = await ask(to);
  await to.store.approvals.change(id, "pending", { state: "denied" }, permission);
  expect(await to.approvals.permissions()).toHaveLength(1);
}
