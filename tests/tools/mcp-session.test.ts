import { afterEach, describe, expect, test, vi } from "vitest";
import { call, closeOddSessions, never, oddSession as session } from "./odd-session.ts";

afterEach(closeOddSessions);

describe("an MCP session over stdio", () => {
  test("starts the server at the first call and lists its tools", async () => {
    const { session: s } = session();
    expect(s.status()).toMatchObject({ tools: 0, restarts: 0 });
    const result = await call(s, "echo", { text: "hi" });
    expect(result).toMatchObject({ is_error: false, structured: { text: "hi" } });
    expect(s.status()).toMatchObject({ state: "ready", restarts: 0, pid: expect.any(Number) });
    const tools = await s.list(never);
    expect(tools.find((t) => t.name === "echo")).toMatchObject({
      title: "Echo",
      read_only_hint: true,
    });
    expect(await s.list(never)).toBe(tools);
  });

  test("hands the child no variable beyond the given ones and a login's", async () => {
    vi.stubEnv("DOCENT_TEST_SECRET", "x");
    const { session: s } = session({ env: { DOCENT_HOME: "/h" } });
    const result = await call(s, "environment");
    vi.unstubAllEnvs();
    const { names } = result.structured as { names: string[] };
    expect(names).toContain("DOCENT_HOME");
    expect(names).not.toContain("DOCENT_TEST_SECRET");
  });

  test("ends a call at its time-out, tells the server, and keeps a server that still answers", async () => {
    const { session: s } = session();
    await call(s, "echo", { text: "warm" });
    const pid = s.status().pid;
    await expect(s.invoke("hold", {}, { signal: never, timeout_ms: 50 })).rejects.toMatchObject({
      code: "timeout",
      retryable: true,
    });
    expect((await call(s, "counts")).structured).toMatchObject({ cancelled: 1 });
    expect(s.status()).toMatchObject({ state: "ready", pid, restarts: 0 });
  });

  test("offers a call that may have changed something not a second time once it was sent", async () => {
    const { session: s } = session({ pause_ms: 1 });
    await call(s, "echo", { text: "warm" });
    const changing = { signal: never, changes: true };
    const unsaid = { retryable: false, message: expect.stringContaining("look before you try") };
    await expect(s.invoke("hold", {}, { ...changing, timeout_ms: 50 })).rejects.toMatchObject({
      code: "timeout",
      ...unsaid,
    });
    await expect(s.invoke("die", {}, changing)).rejects.toMatchObject({
      code: "provider_unavailable",
      ...unsaid,
    });
    const gone = session({ command: ["/nonexistent/docent-command"], pause_ms: 1 }).session;
    await expect(gone.invoke("hold", {}, changing)).rejects.toMatchObject({ retryable: true });
  });

  test("tells a cancellation from a time-out and sends notifications/cancelled", async () => {
    const { session: s } = session();
    await call(s, "echo", { text: "warm" });
    const stop = new AbortController();
    const held = s.invoke("hold", {}, { signal: stop.signal });
    held.catch(() => {});
    await call(s, "counts");
    stop.abort();
    await expect(held).rejects.toMatchObject({ code: "cancelled" });
    expect((await call(s, "counts")).structured).toMatchObject({ cancelled: 1 });
  });

  test("sends no late cancellation for a call that has ended", async () => {
    const { session: s } = session();
    const stop = new AbortController();
    await s.invoke("echo", { text: "a" }, { signal: stop.signal });
    stop.abort();
    expect((await call(s, "counts")).structured).toMatchObject({ cancelled: 0 });
  });

  test("drops an answer that comes after the time-out", async () => {
    const { session: s } = session();
    await call(s, "echo", { text: "warm" });
    await expect(s.invoke("hold", {}, { signal: never, timeout_ms: 50 })).rejects.toMatchObject({
      code: "timeout",
    });
    expect((await call(s, "release")).structured).toEqual({ released: true });
    expect((await call(s, "echo", { text: "next" })).structured).toEqual({ text: "next" });
  });

  test("fails the call under way when the server dies, and works again at the next one", async () => {
    const { session: s } = session();
    await expect(call(s, "die")).rejects.toMatchObject({
      code: "provider_unavailable",
      retryable: true,
    });
    expect((await call(s, "echo", { text: "back" })).structured).toEqual({ text: "back" });
    expect(s.status()).toMatchObject({ state: "ready", restarts: 1 });
  });

  test("kills a server that hangs, and works again at the next call", async () => {
    const { session: s } = session({ grace_ms: 100 });
    await call(s, "echo", { text: "warm" });
    const pid = s.status().pid ?? 0;
    await expect(s.invoke("block", {}, { signal: never, timeout_ms: 50 })).rejects.toMatchObject({
      code: "timeout",
    });
    expect((await call(s, "echo", { text: "back" })).structured).toEqual({ text: "back" });
    expect(s.status().restarts).toBe(1);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 240_000 });
  });

  test("survives garbage on the server's stdout without writing it to the log", async () => {
    const { session: s, lines } = session();
    expect((await call(s, "garbage")).structured).toEqual({ fine: true });
    expect(lines.some((l) => l.msg === "mcp stream error")).toBe(true);
    expect(JSON.stringify(lines)).not.toContain("hello");
  });

  test("takes an answer that nobody waits for any more as no error of the stream", async () => {
    const { session: s, lines } = session();
    expect((await call(s, "twice")).structured).toEqual({ answer: 1 });
    await call(s, "echo", { text: "after it" });
    expect(lines.map((line) => line.msg)).not.toContain("mcp stream error");
  });

  test("drains the server's stderr into the log", async () => {
    const { session: s, lines } = session();
    await call(s, "complain");
    await vi.waitFor(
      () =>
        expect(lines).toContainEqual(
          expect.objectContaining({ server: "odd", line: "a complaint" }),
        ),
      { timeout: 240_000 },
    );
  });

  test("passes progress through", async () => {
    const { session: s } = session();
    const told: unknown[] = [];
    const held = s.invoke("progress", {}, { signal: never, onProgress: (p) => told.push(p) });
    await vi.waitFor(() => expect(told).toEqual([{ progress: 1, total: 2 }]), { timeout: 240_000 });
    await call(s, "release");
    expect((await held).structured).toEqual({ late: true });
  });

  test("goes down after five restarts in a minute, and comes back when restarted", async () => {
    let now = 0;
    const { session: s } = session({
      command: ["/nonexistent/docent-command"],
      pause_ms: 1,
      clock: { now: () => new Date(), monotonic: () => now },
    });
    await expect(call(s, "echo")).rejects.toMatchObject({ code: "provider_unavailable" });
    await vi.waitFor(() => expect(s.status().state).toBe("down"), { timeout: 240_000 });
    expect(s.status()).toMatchObject({
      restarts: 5,
      trouble: { crashes: 6, reason: "not_started" },
    });
    await expect(call(s, "echo")).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(s.status().restarts).toBe(5);
    now += 61_000;
    await expect(call(s, "echo")).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(s.status().restarts).toBeGreaterThan(5);
  });

  test("a server that ends at once and one that never greets are unavailable, not a hang", async () => {
    const ending = session({}, "exit").session;
    await expect(call(ending, "echo")).rejects.toMatchObject({ code: "provider_unavailable" });
    const mute = session({ start_timeout_ms: 200 }, "mute").session;
    await expect(call(mute, "echo")).rejects.toMatchObject({ code: "provider_unavailable" });
  });

  test("listing ends with the caller's patience", async () => {
    const mute = session({}, "mute").session;
    await expect(mute.list(AbortSignal.timeout(100))).rejects.toMatchObject({ code: "timeout" });
    await expect(mute.list(AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  });

  test("restart() replaces the child, close() ends it and refuses further calls", async () => {
    const { session: s } = session();
    await call(s, "echo", { text: "a" });
    const first = s.status().pid;
    await s.restart();
    const second = s.status().pid ?? 0;
    expect(second).not.toBe(first);
    await s.close();
    await expect(call(s, "echo")).rejects.toMatchObject({ code: "provider_closed" });
    expect(() => process.kill(second, 0)).toThrow();
  });
});
