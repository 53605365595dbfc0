import { expect, it } from "vitest";
import { createFoldersRead } from "#lib/assembly/folders-read";
import type { ServerStatus } from "#lib/contracts/http";

type Said = "building" | "ready" | "degraded" | "timeout" | "provider_unavailable";

function folders() {
  const now: { docs: ServerStatus["state"]; said: Said } = { docs: "ready", said: "building" };
  let looks = 0;
  const read = createFoldersRead({
    docs: {
      status: async () => {
        looks += 1;
        const { said } = now;
        // As much of it as is looked at.
        return said === "timeout" || said === "provider_unavailable"
          ? ({ ok: false, failure: { code: said } } as never)
          : ({ ok: true, value: { coverage: { state: said } } } as never);
      },
    },
    state: async () => now.docs,
    ids: () => "trace_1",
  });
  return { now, read, looks: () => looks };
}

it("are not read while the docs server starts, builds its index or is too busy to say", async () => {
  const { now, read } = folders();
  now.docs = "starting";
  expect(await read()).toBe(false);
  now.docs = "ready";
  expect(await read()).toBe(false);
  now.said = "timeout";
  expect(await read()).toBe(false);
});

it("are read from then on, whatever is read again later", async () => {
  const { now, read, looks } = folders();
  now.said = "ready";
  expect(await read()).toBe(true);
  now.said = "building";
  expect(await read()).toBe(true);
  expect(looks()).toBe(1);
});

it.each<Said>(["degraded", "provider_unavailable"])(
  "are not waited for where waiting would not help: %s",
  async (said) => {
    const { now, read } = folders();
    now.said = said;
    expect(await read()).toBe(true);
  },
);
