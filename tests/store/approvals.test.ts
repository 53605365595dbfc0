import { beforeEach, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { describeStores } from "./implementations.ts";
import { moment, sampleApproval, samplePermission } from "./sample-rows.ts";

describeStores("approvals", ({ open, close, at }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });

  it("are listed oldest first, and of one moment in the order they were asked", async () => {
    const later = "2026-11-20T11:00:00.000Z";
    await store.approvals.add(sampleApproval("c", { created_at: later }));
    await store.approvals.add(sampleApproval("b"));
    await store.approvals.add(sampleApproval("a"));
    const pending = await store.approvals.inState(["pending"]);
    expect(pending.map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect((await store.approvals.latest("write", "hash"))?.id).toBe("c");
    expect(await store.approvals.latest("write", "other")).toBeUndefined();
    expect(await store.approvals.find("a")).toEqual(sampleApproval("a"));
  });

  it("keep their result for a day, and themselves for ninety", async () => {
    await store.approvals.add(sampleApproval("a"));
    const result = {
      ...{ ok: true, stdout: "done", stderr: "", truncated_lines: 0, truncated_bytes: 0 },
      meta: { tool_id: "write", invocation_id: "call_1", latency_ms: 1, redacted: false },
    };
    await store.approvals.change("a", "pending", { state: "done", result });
    expect((await store.approvals.find("a"))?.result).toBeDefined();
    await close();
    at("2026-11-21T10:00:01.000Z");
    store = await open();
    expect(await store.approvals.find("a")).toMatchObject({ id: "a", state: "done" });
    expect((await store.approvals.find("a"))?.result).toBeUndefined();
    await close();
    at("2027-03-01T10:00:00.000Z");
    store = await open();
    expect(await store.approvals.find("a")).toBeUndefined();
  });

  it("that were under way as the program ended are interrupted", async () => {
    for (const state of ["pending", "allowed", "running", "done"] as const) {
      await store.approvals.add(sampleApproval(state, { state }));
    }
    const all = ["pending", "allowed", "running", "done", "gone"];
    expect(await store.approvals.interrupt(all)).toBe(2);
    const found = await store.approvals.inState(["interrupted"]);
    expect(found.map(({ id }) => id)).toEqual(["allowed", "running"]);
  });

  it("of a conversation go with it, with what was allowed in it; what is allowed for good stays", async () => {
    await store.approvals.add(sampleApproval("in", { thread_id: "thread_1" }));
    await store.approvals.add(sampleApproval("out"));
    const decided = { state: "allowed", decision: "allow_session" } as const;
    const session = samplePermission("session", { kind: "session", thread_id: "thread_1" });
    await store.approvals.change("in", "pending", decided, session);
    const resource = { kind: "folder", path: "/notes" } as const;
    const always = samplePermission("always", { thread_id: "thread_1", resource });
    await store.approvals.change("out", "pending", { state: "allowed" }, always);
    expect(await store.approvals.permissions()).toEqual([session, always]);
    await store.approvals.permissionUsed("always", moment);
    await store.deleteThreads("thread_1");
    expect(await store.approvals.find("in")).toBeUndefined();
    expect(await store.approvals.find("out")).toBeDefined();
    expect(await store.approvals.permissions()).toEqual([{ ...always, used_at: moment }]);
    expect(await store.approvals.removePermission("always")).toEqual({
      ...always,
      used_at: moment,
    });
  });

  it("of skills: the newest acceptance of a name stands", async () => {
    const accept = (name: string, hash: string) =>
      store.skills.accept({ name, hash, accepted_at: moment });
    await accept("b", "1");
    await accept("a", "1");
    await accept("b", "2");
    expect((await store.skills.accepted()).map(({ name, hash }) => name + hash)).toEqual([
      "a1",
      "b2",
    ]);
  });
});
