import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTermTable } from "#lib/platform/term-table";
// The file has no front of its own: two writers at once come about only by a race between processes.
import { type Change, openIndexFile } from "../../lib/search/keeping/index-file.ts";
import { readKept } from "../../lib/search/keeping/read-kept.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-index-file-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const words = (text: string): Change => ({
  anew: true,
  entries: [],
  dropped: [],
  skipped: new Map([["docs", new Map()]]),
  terms: new Map([[0, text]]),
  segments: [],
  tombstones: [],
  dissolved: [],
});

it("is written by whoever opened it last, so that two writers never mix their rows", async () => {
  const file = path.join(dir, "index.sqlite");
  const open = () => openIndexFile(file, { fingerprint: "f" });
  const first = open();
  await first.write(words("falcon"));
  const second = open();
  await expect(first.write(words("heron"))).rejects.toThrow("another process writes the index");
  const read = async () => {
    const table = (await readKept(file, "f"))?.parts.table;
    return table && openTermTable(table).word(1);
  };
  expect(await read()).toEqual("falcon");
  await second.write(words("owl"));
  first.close();
  expect(await read()).toEqual("owl");
  second.close();
});
