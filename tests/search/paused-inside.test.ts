import { afterEach, beforeEach, expect, it } from "vitest";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
});
afterEach(() => scratch.remove());

it("names no file of an inner root from the moment it is paused, before another look", async () => {
  const roots = { docs: "docs", inner: "docs/inner" };
  scratch.write("docs/a.md", "# Apples\n");
  scratch.write("docs/inner/b.md", "# Berries\n");
  const index = scratch.open(roots);
  await index.refresh();
  const named = async () => ({
    files: index.list({}).files.map((file) => file.relative_path),
    suggested: (await index.suggest({ text: "berr" })).suggestions.map(({ text }) => text),
  });
  expect((await named()).suggested).toEqual(["Berries"]);

  scratch.adopt(index, roots, { paused: ["inner"] });
  const closed = { files: ["a.md"], suggested: [] };
  expect(await named()).toEqual(closed);
  await index.refresh();
  expect(await named()).toEqual(closed);

  scratch.adopt(index, roots);
  await index.refresh();
  expect(await named()).toMatchObject({ files: ["a.md", "inner/b.md"], suggested: ["Berries"] });
});
