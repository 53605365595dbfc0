import { mkdirSync, renameSync } from "node:fs";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DocsIndex } from "#lib/search/docs-index";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

const minutes = 60_000;
let scratch: ScratchIndex;
let index: DocsIndex;

beforeEach(async () => {
  scratch = createScratchIndex();
  scratch.write("docs/a.md", "apples at home");
  scratch.write("disk/b.md", "apples on the disk");
  index = scratch.open({ docs: "docs", disk: "disk" });
  await index.refresh();
});
afterEach(() => scratch.remove());

const move = (from: string, to: string) =>
  renameSync(nodePath.join(scratch.dir, from), nodePath.join(scratch.dir, to));

async function found(): Promise<string[]> {
  const { hits } = await scratch.search(index, "apples");
  return hits.map((hit) => hit.snippet).sort();
}

/** How many passages the index has ever taken in: it grows when a file is read again. */
const generation = () => index.status().generation;

it("answers nothing from a folder that is away, and from all of it, without reading it again, when it is back", async () => {
  move("disk", "elsewhere");
  const before = generation();
  expect(await found()).toEqual(["apples at home"]);
  scratch.later(9 * minutes);
  expect(await found()).toEqual(["apples at home"]);
  expect(index.status()).toMatchObject({
    coverage: { state: "degraded", files_searchable: 1 },
    roots: [
      { id: "docs", state: "ready", files: 1 },
      { id: "disk", state: "unhealthy", files: 0, files_known: 1 },
    ],
  });
  expect(index.list({}).files.map((file) => file.relative_path)).toEqual(["a.md"]);
  move("elsewhere", "disk");
  scratch.later();
  expect(await found()).toEqual(["apples at home", "apples on the disk"]);
  expect(generation()).toBe(before);
});

it("lets go of a folder that stays away for ten minutes, and reads it anew when it comes back", async () => {
  move("disk", "elsewhere");
  scratch.later();
  expect(await found()).toEqual(["apples at home"]);
  const before = generation();
  scratch.later(11 * minutes);
  expect(await found()).toEqual(["apples at home"]);
  expect(generation()).toBeGreaterThan(before);
  move("elsewhere", "disk");
  scratch.later();
  expect(await found()).toEqual(["apples at home", "apples on the disk"]);
});

it("drops what vanished in a folder that is there at once", async () => {
  move("disk/b.md", "b.md");
  scratch.later();
  expect(await found()).toEqual(["apples at home"]);
  expect(index.status().roots[1]).toMatchObject({ state: "ready", files: 0, files_known: 0 });
});

describe("a folder that is empty and another one than before, as a mount point without its disk", () => {
  const unmount = () => {
    move("disk", "elsewhere");
    mkdirSync(nodePath.join(scratch.dir, "disk"));
  };

  it("counts as away: nothing is answered from it, and all of it without reading again when the disk is back", async () => {
    unmount();
    const before = generation();
    expect(await found()).toEqual(["apples at home"]);
    scratch.later(9 * minutes);
    expect(await found()).toEqual(["apples at home"]);
    expect(index.status()).toMatchObject({
      coverage: { state: "degraded", files_searchable: 1 },
      roots: [
        { id: "docs", state: "ready" },
        {
          id: "disk",
          state: "unhealthy",
          rule: "unreadable",
          reason: "emptied",
          message: expect.stringContaining("“DISK” is empty and is not the one"),
          files: 0,
          files_known: 1,
        },
      ],
    });
    renameSync(nodePath.join(scratch.dir, "disk"), nodePath.join(scratch.dir, "bare"));
    move("elsewhere", "disk");
    scratch.later();
    expect(await found()).toEqual(["apples at home", "apples on the disk"]);
    expect(generation()).toBe(before);
  });

  it("is taken for the empty folder it is after ten minutes", async () => {
    unmount();
    scratch.later();
    await found();
    scratch.later(11 * minutes);
    await found();
    scratch.later();
    expect(await found()).toEqual(["apples at home"]);
    expect(index.status()).toMatchObject({
      coverage: { state: "ready", files_searchable: 1 },
      roots: [{ id: "docs" }, { id: "disk", state: "ready", files: 0, files_known: 0 }],
    });
  });

  it("is read anew as soon as there is a file in it", async () => {
    unmount();
    scratch.later();
    expect(await found()).toEqual(["apples at home"]);
    scratch.write("disk/c.md", "apples on another disk");
    scratch.later();
    expect(await found()).toEqual(["apples at home", "apples on another disk"]);
  });
});

it("takes a folder that was emptied in its place for empty at once", async () => {
  move("disk/b.md", "b.md");
  scratch.later();
  await found();
  move("disk", "elsewhere");
  mkdirSync(nodePath.join(scratch.dir, "disk"));
  scratch.later();
  expect(await found()).toEqual(["apples at home"]);
  expect(index.status().coverage.state).toBe("ready");
});
