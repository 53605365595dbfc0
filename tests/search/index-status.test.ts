import { describe, expect, it } from "vitest";
import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { RootStatus } from "#lib/contracts/docs-tools";
import { type RootProgress, rootStatuses } from "#lib/search/index-status";
import { createInventory } from "#lib/search/inventory";

const root = (more: { paused?: boolean } = {}): ResolvedRoot => ({
  id: "notes",
  label: "Notes",
  path: "/notes",
  real_path: "/notes",
  identity: "1:2",
  patterns: ["**/*.md"],
  hidden: false,
  include_dependencies: false,
  editable: false,
  paused: false,
  saved_pages: false,
  state: "ok",
  ...more,
});
const building: RootProgress = {
  known: 10,
  bytes_known: 1000,
  bytes_done: 250,
  begun: 5000,
  state: "building",
};

function status(now: number, progress: RootProgress, paused = false): RootStatus {
  const [only] = rootStatuses({
    roots: [root({ paused })],
    inventory: inventory(),
    progress: new Map([["notes", progress]]),
    rescanned: new Map(),
    now,
  });
  if (only === undefined) throw new Error("one root has one status");
  return only;
}

function inventory() {
  const made = createInventory();
  const why = { rule: "too_large" as const, message: "The file is too large.", signature: "s" };
  const place = { root_id: "notes", relative_path: "a.md" };
  made.setSkipped("notes", new Map([["a.md", { ...place, ...why }]]));
  return made;
}

describe("how far a root is read", () => {
  it("is told in bytes and in seconds left at the speed so far", () => {
    expect(status(7000, building)).toMatchObject({
      files_known: 10,
      bytes_known: 1000,
      seconds_left: 6,
    });
  });

  it("gives no time in the first half second, nor before anything was read", () => {
    expect(status(5100, building)).not.toHaveProperty("seconds_left");
    expect(status(9000, { ...building, bytes_done: 0 })).not.toHaveProperty("seconds_left");
  });

  it("has nothing left to tell when it is done", () => {
    const done = status(9000, { ...building, bytes_done: 1000, state: "ready" });
    expect(done).not.toHaveProperty("seconds_left");
    expect(done).not.toHaveProperty("bytes_known");
  });

  it("shows nothing of a paused root, whatever is still known of it", () => {
    expect(status(9000, building).skipped).toHaveLength(1);
    expect(status(9000, building, true)).toMatchObject({ state: "paused", files: 0, skipped: [] });
  });
});
