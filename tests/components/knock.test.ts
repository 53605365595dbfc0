import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as reachability from "../../components/api/reachability.ts";
import { knock, send } from "../../components/api/send.ts";

/** The page's own time and a server in the test's hand: nothing waits, and no machine is too slow. */
let said: reachability.Reach[];
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  vi.spyOn(reachability, "setReach").mockImplementation((next) => void said.push(next));
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const over = new AbortController();
    setTimeout(() => over.abort(new DOMException("over", "TimeoutError")), ms);
    return over.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that answers each path so many milliseconds after it was asked; `undefined`: never. */
function answersAfter(times: Record<string, number | undefined>) {
  vi.stubGlobal(
    "fetch",
    (path: string, init?: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const ms = times[path];
        if (ms !== undefined) setTimeout(() => resolve(new Response("{}")), ms);
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      }),
  );
}

test("a server that takes its time is called slow and not gone", async () => {
  answersAfter({ "/api/threads": 6000, "/api/health": 5000 });
  const asked = send("/api/threads");
  await vi.advanceTimersByTimeAsync(7000);
  await asked;
  expect(said).toEqual(["slow", "here", "here"]);
});

test("nor is one that answers something else meanwhile", async () => {
  answersAfter({ "/api/threads": 300 });
  void knock();
  void send("/api/threads");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(["here"]);
});

test("a server that says nothing is called slow two seconds after it was asked, and then gone", async () => {
  answersAfter({});
  void send("/api/threads");
  await vi.advanceTimersByTimeAsync(1999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(["slow"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(["slow", "gone"]);
});

test("a server that has ended refuses, and is called gone at once", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  await knock();
  expect(said).toEqual(["gone"]);
});
