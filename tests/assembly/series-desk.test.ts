import { expect, it } from "vitest";
import { createSeriesDesk } from "#lib/assembly/series-desk";
import { SeriesQuery } from "#lib/contracts/activity";
import type { Role } from "#lib/contracts/people";

const now = new Date("2026-11-29T10:00:00.000Z");

it("how large the index is, with folders that are closed to others, is told to admins alone", async () => {
  const figures = async () => [
    { at: now.toISOString().slice(0, 13), key: "files", n: 1, sum: 7 },
    { at: now.toISOString().slice(0, 13), key: "age_s", n: 1, sum: 7 },
  ];
  const total = async (role: Role, kind: "index_size" | "index_age") => {
    const desk = createSeriesDesk({
      store: {
        get: async () => ({ activity: { figures, isCounting: async () => false } }),
      } as never,
      person: () => ({ id: "p_1", name: "", role, groups: [] }),
      clock: { now: () => now, monotonic: () => 0 },
      project_dir: "/nowhere",
    });
    return (await desk(SeriesQuery.parse({ kind, step: "hour" }))).total;
  };
  expect(await total("admin", "index_size")).toMatchObject({ files: 7 });
  for (const role of ["reader", "editor"] as const) {
    expect(await total(role, "index_size")).toEqual({});
    expect(await total(role, "index_age")).toEqual({});
  }
});
