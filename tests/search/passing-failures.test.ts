import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "#lib/contracts/errors";
import { createLogger } from "#lib/platform/logger";
import type { DocsIndex } from "#lib/search/docs-index";
import { createDocumentReader, type DocumentReader } from "#lib/search/document-reader";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
  scratch.write("docs/a.md", "apples are red");
});
afterEach(() => scratch.remove());

/** An index whose first reading of any file fails. */
async function indexAfter(first: Error): Promise<DocsIndex> {
  const real = createDocumentReader({ log: createLogger("test", "silent") });
  let reads = 0;
  const reader: DocumentReader = {
    ...real,
    read: (file, options) => (reads++ === 0 ? Promise.reject(first) : real.read(file, options)),
  };
  const index = scratch.open({ docs: "docs" }, {}, reader);
  await index.refresh();
  return index;
}
const failure = (code: ErrorCode) => new AppError(code, "It failed.");
const skipped = (index: DocsIndex) => index.list({ skipped: true }).skipped.map((s) => s.rule);
const found = async (index: DocsIndex) =>
  (await scratch.search(index, "apples")).hits.map((hit) => hit.relative_path);

describe("a file that could not be read once", () => {
  it.each([
    ["because the system failed", failure("unreadable")],
    ["by a fault that no rule names", new Error("EMFILE: too many open files")],
  ])("%s is read at the next look", async (_, first) => {
    const index = await indexAfter(first);
    expect(skipped(index)).toEqual(["unreadable"]);
    await index.refresh();
    expect(skipped(index)).toEqual([]);
    expect(await found(index)).toEqual(["a.md"]);
  });

  it("because it took too much is left alone until a person asks for another look", async () => {
    const index = await indexAfter(failure("parse_limit"));
    await index.refresh();
    expect(skipped(index)).toEqual(["parse_limit"]);
    await index.refresh({ again: true });
    expect(skipped(index)).toEqual([]);
    expect(await found(index)).toEqual(["a.md"]);
  });

  it("gets its other look although one is under way", async () => {
    const index = await indexAfter(failure("parse_limit"));
    const underWay = index.refresh();
    await Promise.all([underWay, index.refresh({ again: true })]);
    expect(await found(index)).toEqual(["a.md"]);
  });
});
