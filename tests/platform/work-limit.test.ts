import { describe, expect, it } from "vitest";
import { limitWork } from "#lib/platform/work-limit";

/** The reason a watch gives for a piece of work of which the processor says these numbers, one after the other. */
function watch(limit: { cpu_ms: number; wall_ms: number }, ...says: (number | undefined)[]) {
  let asked = 0;
  return new Promise<{ reason: string; asked: number }>((resolve) => {
    limitWork(
      limit,
      async () => {
        const said = says[Math.min(asked, says.length - 1)];
        asked += 1;
        return said;
      },
      (reason) => resolve({ reason, asked }),
    );
  });
}

describe("the limit of a piece of work", () => {
  it("asks the processor, and again while the time is not used up", async () => {
    expect(await watch({ cpu_ms: 5, wall_ms: 600_000 }, 1, 4, 5)).toEqual({
      reason: "used the processor for 5 ms",
      asked: 3,
    });
  });

  it("goes by the clock where the processor's time is not known", async () => {
    for (const unknown of [Number.POSITIVE_INFINITY, Number.NaN]) {
      expect((await watch({ cpu_ms: 5, wall_ms: 600_000 }, unknown)).asked).toBe(1);
    }
  });

  it("ends what uses nothing and never comes to an end, by the clock", async () => {
    expect((await watch({ cpu_ms: 5, wall_ms: 100 }, 0)).reason).toBe("not done in 100 ms");
    const silent = new Promise<string>((resolve) => {
      limitWork({ cpu_ms: 5, wall_ms: 100 }, () => new Promise(() => {}), resolve);
    });
    expect(await silent).toBe("not done in 100 ms");
  });

  it("says nothing of work that has ended", async () => {
    let said = 0;
    const stop = limitWork(
      { cpu_ms: 1, wall_ms: 5 },
      async () => {
        stop();
        return 100;
      },
      () => {
        said += 1;
      },
    );
    await watch({ cpu_ms: 1, wall_ms: 60 }, 0);
    expect(said).toBe(0);
  });
});
