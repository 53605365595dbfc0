import { lstatSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCitedFiles } from "#lib/search/cited-files";
import type { Entry } from "#lib/search/inventory";
import { passageAt } from "#lib/search/packed-outline";
import { signatureOf } from "../../lib/search/crawl/walk-root.ts";
import { readFile } from "../../lib/search/reading/read-file.ts";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
let file: string;

const before = "# Ports\n\nThe server listens on 3000.\n";
/** As long as that, with other words in the same place. */
const after = "# Ports\n\nThe server listens on 4000.\n";

beforeEach(() => {
  scratch = createScratchIndex();
  file = scratch.write("docs/ports.md", before);
});
afterEach(() => scratch.remove());

/** What an index would hold of this text, read from the file as it lies there now. */
function entryOf(text: string): Entry {
  const bytes = Buffer.from(text);
  const { facts } = readFile(
    { bytes, mtime_ms: 0, relative_path: "ports.md", words: false, front_matter: true },
    () => undefined,
  );
  const signature = signatureOf(lstatSync(file, { bigint: true }));
  const places = [{ root_id: "docs", relative_path: "ports.md" }];
  return { key: "one", real_path: file, signature, places, facts };
}

async function textOf(entry: Entry) {
  const open = openCitedFiles(scratch.border({ docs: "docs" }));
  const current = await open(entry, { root_id: "docs", relative_path: "ports.md" });
  const passage = passageAt(entry.facts.outline, 0);
  return passage && current?.textOf(passage)?.text;
}

describe("a cited file", () => {
  it("is quoted as it was indexed", async () => {
    expect(await textOf(entryOf(before))).toContain("3000");
  });

  it("is quoted when its times are others and its bytes are the same", async () => {
    const entry = entryOf(before);
    utimesSync(file, 5, 5);
    expect(await textOf(entry)).toContain("3000");
  });

  it("is not quoted once it was written again, whatever time it bears", async () => {
    const { atime, mtime } = lstatSync(file);
    const entry = entryOf(before);
    writeFileSync(file, after);
    utimesSync(file, atime, mtime);
    expect(await textOf(entry)).toBeUndefined();
  });

  it("is not quoted where its lines are others, though the file system says that it was not touched", async () => {
    const entry = entryOf(before);
    writeFileSync(file, after);
    const untouched = { ...entry, signature: signatureOf(lstatSync(file, { bigint: true })) };
    expect(await textOf(untouched)).toBeUndefined();
  });
});
