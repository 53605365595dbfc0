import { describe, expect, it } from "vitest";
import { createRemote } from "../../components/api/remote.ts";

describe("a resource that parts of the page share", () => {
  it("is not reloaded before it holds what a later reload brings, when that one overtakes", async () => {
    const answers: ((value: string) => void)[] = [];
    const remote = createRemote(() => new Promise<string>((answer) => answers.push(answer)));
    const seen: (string | undefined)[] = [];
    const saved = remote.reload().then(() => seen.push(remote.get().data));
    const polled = remote.reload();
    answers[0]?.("before");
    await Promise.resolve();
    expect(remote.get().data).toBeUndefined();
    answers[1]?.("after");
    await Promise.all([saved, polled]);
    expect(seen).toEqual(["after"]);
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
