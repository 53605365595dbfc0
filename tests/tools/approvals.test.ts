import { afterEach, describe, expect, test } from "vitest";
import type { Approval, StandingPermission } from "#lib/contracts/approvals";
import { AppError } from "#lib/contracts/errors";
import type { ToolCallContext } from "#lib/contracts/tools";
import { APPROVAL_MS, type Binding, hashOfArguments } from "#lib/tools/approvals";
import { askFor, openDesk, toolSpec } from "./open-desk.ts";

const open: ReturnType<typeof openDesk>[] = [];
function desk(options: Parameters<typeof openDesk>[0] = {}) {
  const made = openDesk(options);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const made of open.splice(0)) made.close();
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

const code = (work: () => unknown) => {
  try {
    work();
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
    (_what, changed) => {
      const d = desk();
      const { id } = ask(d);
      expect(d.approvals.take(id, binding(changed))).toBe("approval_mismatch");
      d.approvals.decide(id, "allow_once");
      expect(d.approvals.check(id, binding(changed))).toBe("approval_mismatch");
      expect(d.approvals.take(id, binding(changed))).toBe("approval_mismatch");
      // A wrong try does not use it up.
      expect(d.approvals.take(id, binding())).toBeUndefined();
    },
  );

  test("S41 is the same for the same arguments in another order", () => {
    const d = desk();
    const { id } = ask(d);
    d.approvals.decide(id, "allow_once");
    const turned = { text: "one", path: "a.md" };
    expect(hashOfArguments(turned)).toBe(hashOfArguments(args));
    expect(d.approvals.take(id, binding({ arguments: turned }))).toBeUndefined();
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

  test("S41 is used up by one call, whoever tries again", () => {
    const d = desk();
    const { id } = ask(d);
    d.approvals.decide(id, "allow_once");
    const tries = Array.from({ length: 20 }, () => d.approvals.take(id, binding()));
    expect(tries.filter((rule) => rule === undefined)).toHaveLength(1);
    expect(new Set(tries.slice(1))).toEqual(new Set(["approval_mismatch"]));
  });

  test("S41 cannot be used before it is given, nor after a no", () => {
    const d = desk();
    const { id } = ask(d);
    expect(d.approvals.take(id, binding())).toBe("approval_required");
    d.approvals.decide(id, "deny", "not now");
    expect(d.approvals.take(id, binding())).toBe("approval_denied");
    expect(d.approvals.get(id)).toMatchObject({ state: "denied", note: "not now" });
  });

  test("S41 is over after ten minutes, before and after it was given", () => {
    const d = desk();
    const undecided = ask(d);
    const given = ask(d);
    d.pass(APPROVAL_MS - 1);
    d.approvals.decide(given.id, "allow_once");
    expect(d.approvals.check(given.id, binding())).toBeUndefined();
    d.pass(1);
    expect(d.approvals.take(given.id, binding())).toBe("approval_expired");
    expect(code(() => d.approvals.decide(undecided.id, "allow_once"))).toBe("approval_expired");
    expect(d.approvals.get(undecided.id)).toMatchObject({ state: "expired" });
    expect(d.approvals.list().approvals).toEqual([]);
  });

  test("R26 a wall clock that is set back or forth lets none live longer", () => {
    const d = desk();
    const { id } = ask(d);
    d.approvals.decide(id, "allow_once");
    d.time.wall -= 2 * 3_600_000;
    expect(d.approvals.check(id, binding())).toBeUndefined();
    d.time.monotonic += APPROVAL_MS;
    expect(d.approvals.take(id, binding())).toBe("approval_expired");
    const later = ask(d);
    d.approvals.decide(later.id, "allow_once");
    d.time.wall += 2 * 3_600_000;
    expect(d.approvals.take(later.id, binding())).toBe("approval_expired");
    // After a restart there is the wall clock alone: set back before the question was asked, nothing is believed.
    const kept = ask(d);
    d.restart();
    d.time.wall -= 3_600_000;
    expect(code(() => d.approvals.decide(kept.id, "allow_once"))).toBe("approval_expired");
  });

  test("is decided once, by one of the choices that were open", () => {
    const d = desk();
    const unsafe = ask(d, { choices: ["allow_once", "deny"] });
    expect(code(() => d.approvals.decide(unsafe.id, "allow_always"))).toBe("validation");
    expect(code(() => d.approvals.decide(unsafe.id, "allow_session"))).toBe("validation");
    expect(d.approvals.permissions()).toEqual([]);
    d.approvals.decide(unsafe.id, "allow_once");
    expect(code(() => d.approvals.decide(unsafe.id, "deny"))).toBe("approval_mismatch");
    expect(code(() => d.approvals.decide("approval_none", "deny"))).toBe("not_found");
    expect(d.approvals.get(unsafe.id)).toMatchObject({ state: "allowed", decision: "allow_once" });
  });

  test("R27 survives a restart with its id and hash, still binding; what had begun is interrupted", () => {
    const d = desk();
    const pending = ask(d);
    const allowed = ask(d);
    const running = ask(d);
    for (const { id } of [allowed, running]) d.approvals.decide(id, "allow_once");
    d.approvals.take(running.id, binding());
    d.restart();
    expect(d.approvals.list().approvals).toEqual([pending]);
    expect(d.approvals.get(allowed.id).state).toBe("interrupted");
    expect(d.approvals.get(running.id).state).toBe("interrupted");
    for (const { id } of [allowed, running]) {
      expect(d.approvals.take(id, binding())).toBe("approval_mismatch");
      expect(code(() => d.approvals.decide(id, "allow_once"))).toBe("approval_mismatch");
    }
    d.approvals.decide(pending.id, "allow_once");
    expect(d.approvals.take(pending.id, binding({ cwd: "/other" }))).toBe("approval_mismatch");
    expect(d.approvals.take(pending.id, binding())).toBeUndefined();
    expect(d.calls).toEqual([]);
  });

  test("R27 one that nobody decided expires over a restart, and a no holds", () => {
    const d = desk();
    const { id } = ask(d);
    const refused = ask(d);
    d.restart();
    d.approvals.decide(refused.id, "deny");
    d.pass(APPROVAL_MS);
    d.restart();
    expect(d.approvals.get(id).state).toBe("expired");
    expect(d.approvals.get(refused.id).state).toBe("denied");
  });
});

describe("a permission that stands", () => {
  const call = (d: ReturnType<typeof openDesk>, more: Partial<ToolCallContext> = {}) =>
    d.runtime.invoke("write", args, d.context(more));

  test("for a conversation holds there alone, also after a restart, until it is taken back", async () => {
    const d = desk();
    const { id, result } = await askFor(d, args, { thread_id: "t1" });
    d.approvals.decide(id, "allow_session");
    expect(await result).toMatchObject({ ok: true, meta: { approval_id: id } });
    d.restart();
    expect(await call(d, { thread_id: "t1" })).toMatchObject({ ok: true });
    expect(await call(d, { thread_id: "t2" })).toMatchObject({
      error: { rule: "approval_required" },
    });
    expect(await call(d)).toMatchObject({ error: { rule: "approval_required" } });
    const [permission] = d.approvals.permissions();
    expect(permission).toMatchObject({
      kind: "session",
      thread_id: "t1",
      used_at: expect.any(String),
    });
    d.approvals.revoke(permission?.id ?? "");
    expect(await call(d, { thread_id: "t1" })).toMatchObject({
      error: { rule: "approval_required" },
    });
    expect(code(() => d.approvals.revoke(permission?.id ?? ""))).toBe("not_found");
  });

  test("for good holds everywhere for this definition at this level, and asks again when either changes", async () => {
    const d = desk();
    const { id, result } = await askFor(d, args);
    d.approvals.decide(id, "allow_always");
    await result;
    expect(await call(d, { thread_id: "t9" })).toMatchObject({ ok: true });
    for (const changed of [
      toolSpec("write", { description: "Now it also sends the file." }),
      toolSpec("write", { capability_level: "L2" }),
      toolSpec("write", { input_schema: { type: "object" } }),
    ]) {
      const other = desk({ tools: [changed] });
      const [permission] = d.approvals.permissions();
      if (permission) keep(other, permission);
      expect(await call(other)).toMatchObject({ error: { rule: "approval_required" } });
    }
  });

  test("is never there for unsafe calls, however it came to be stored", async () => {
    const d = desk();
    const { id, result } = await askFor(d, args);
    d.approvals.decide(id, "allow_always");
    await result;
    const unsafe = desk({ tools: [toolSpec("write", { risk: "unsafe" })] });
    const [permission] = d.approvals.permissions();
    if (permission) keep(unsafe, permission);
    expect(await call(unsafe)).toMatchObject({ error: { rule: "approval_required" } });
    const asked = await askFor(unsafe, args);
    expect(unsafe.approvals.get(asked.id).choices).toEqual(["allow_once", "deny"]);
    unsafe.approvals.decide(asked.id, "deny");
    await asked.result;
  });

  test("goes with its conversation; what is allowed for good stays", () => {
    const d = desk();
    d.approvals.decide(ask(d).id, "allow_session");
    d.approvals.decide(ask(d).id, "allow_always");
    d.approvals.decide(ask(d, {}, binding({ thread_id: "t2" })).id, "allow_session");
    const waiting = ask(d);
    const kinds = () => d.approvals.permissions().map((one) => `${one.kind} ${one.thread_id}`);
    d.store.deleteThreads("t1");
    expect(kinds()).toEqual(["always null", "session t2"]);
    expect(code(() => d.approvals.get(waiting.id))).toBe("not_found");
    d.store.deleteThreads();
    expect(kinds()).toEqual(["always null"]);
  });
});

/** As if it had been given here. */
function keep(to: ReturnType<typeof openDesk>, permission: StandingPermission): void {
  const { id } = ask(to);
  to.store.approvals.change(id, "pending", { state: "denied" }, permission);
  expect(to.approvals.permissions()).toHaveLength(1);
}
