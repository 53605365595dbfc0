import { afterEach, beforeEach, expect, it } from "vitest";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
});
afterEach(() => scratch.remove());

async function documents(...doc_file_patterns: string[]): Promise<string[]> {
  const index = scratch.open({ docs: "docs" }, { doc_access: { doc_file_patterns } });
  await index.refresh();
  return index.list({}).files.map((file) => file.relative_path);
}

it("a pattern of a million alternatives holds nothing up; the others go on", async () => {
  scratch.write("docs/a.md", "a");
  expect(await documents(`${"{a,b}".repeat(20)}/*.md`, "*.md")).toEqual(["a.md"]);
});

it("documents are found wherever a pattern leads, whatever the case", async () => {
  for (const path of ["Work/a.md", "work/deep/b.md", "play/c.md", "d.md"]) {
    scratch.write(`docs/${path}`, "words");
  }
  expect(await documents("work/**/*.md")).toEqual(["Work/a.md", "work/deep/b.md"]);
  expect(await documents("*/*.md")).toEqual(["Work/a.md", "play/c.md"]);
  expect(await documents("**/*.md", "!play/**")).toEqual(["Work/a.md", "d.md", "work/deep/b.md"]);
});
