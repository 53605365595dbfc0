import { describe, expect, it } from "vitest";
import { doneWithin } from "#lib/search/done-within";

const never = new Promise<void>(() => {});
const long = 60_000;

describe("waiting for work within a time", () => {
  it("tells that it ended, that it failed, and that the time was up", async () => {
    const { signal } = new AbortController();
    expect(await doneWithin(long, Promise.resolve(), signal)).toBe(true);
    await expect(doneWithin(long, Promise.reject(new Error("broken")), signal)).rejects.toThrow(
      "broken",
    );
    expect(await doneWithin(1, never, signal)).toBe(false);
    expect(await doneWithin(0, Promise.resolve(), signal)).toBe(false);
  });

  it("ends with the signal's reason, before and while it waits", async () => {
    const stop = new AbortController();
    const waiting = doneWithin(long, never, stop.signal);
    stop.abort(new Error("given up"));
    await expect(waiting).rejects.toThrow("given up");
    await expect(doneWithin(long, Promise.resolve(), stop.signal)).rejects.toThrow("given up");
  });

  it("leaves a failure that comes too late to whoever began the work", async () => {
    let fail: (error: Error) => void = () => {};
    const work = new Promise<void>((_, reject) => {
      fail = reject;
    });
    expect(await doneWithin(0, work, new AbortController().signal)).toBe(false);
    fail(new Error("too late"));
    await expect(work).rejects.toThrow("too late");
  });
});
