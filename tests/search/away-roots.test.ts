import { renameSync } from "node:fs";
import nodePath from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
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
