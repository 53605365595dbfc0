import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timedCall } from "../../../lib/tools/providers/web/timed-call.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = (signal = new AbortController().signal) =>
  timedCall({ signal, timeout_ms: 1000, longest_ms: 60_000 }, "site.test");

test("a call ends when its time is over, with the host and the time in the sentence", () => {
  const timed = begin();
  vi.advanceTimersByTime(999);
  expect(timed.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(timed.signal.reason).toMatchObject({ code: "timeout", retryable: true });
  expect(timed.signal.reason.message).toContain("“site.test” did not finish within 1 seconds");
});

test("the time in which it waits for its turn does not count, however often it waits", () => {
  const timed = begin();
  for (let i = 0; i < 5; i += 1) {
    vi.advanceTimersByTime(190);
    const goOn = timed.pause();
    vi.advanceTimersByTime(10_000);
    goOn();
  }
  vi.advanceTimersByTime(40);
  expect(timed.signal.aborted).toBe(false);
  vi.advanceTimersByTime(20);
  expect(timed.signal.aborted).toBe(true);
});

test("it waits no longer than the call may take at all", () => {
  const timed = begin();
  timed.pause();
  vi.advanceTimersByTime(60_000);
  expect(timed.signal.reason).toMatchObject({ code: "timeout" });
});

test("it ends with its caller, and leaves no timer behind when it is done", () => {
  const stop = new AbortController();
  const timed = begin(stop.signal);
  stop.abort(new Error("enough"));
  expect(timed.signal.reason).toMatchObject({ message: "enough" });
  timed.end();
  expect(vi.getTimerCount()).toBe(0);
});
