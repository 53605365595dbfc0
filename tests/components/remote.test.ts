import { describe, expect, it } from "vitest";
import { createRemote } from "../../components/api/remote.ts";

describe("a resource that parts of the page share", () => {
  it("holds what was asked for once that is there, though a later reload has begun, and nothing older afterwards", async () => {
    const answers: ((value: string) => void)[] = [];
    const remote = createRemote(() => new Promise<string>((answer) => answers.push(answer)));
    const early = remote.reload();
    const saved = remote.reload();
    const polled = remote.reload();
    answers[1]?.("saved");
    await saved;
    expect(remote.get().data).toBe("saved");
    answers[0]?.("before");
    await early;
    expect(remote.get().data).toBe("saved");
    answers[2]?.("after");
    await polled;
    expect(remote.get().data).toBe("after");
  });

  it("keeps what a write put in over a reload that had begun before it", async () => {
    const answers: ((value: string) => void)[] = [];
    const remote = createRemote(() => new Promise<string>((answer) => answers.push(answer)));
    const reloaded = remote.reload();
    remote.put("written");
    answers[0]?.("read before");
    await reloaded;
    expect(remote.get().data).toBe("written");
  });

  it("keeps the last good value beside what went wrong", async () => {
    let fails = false;
    const remote = createRemote(async () => {
      if (fails) throw new Error("gone");
      return "good";
    });
    await remote.reload();
    fails = true;
    await remote.reload();
    expect(remote.get()).toMatchObject({ data: "good", problem: { status: expect.any(Number) } });
  });
});
