import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killWhile, lookAfterKill, makeDocuments } from "./killed/kill-index.ts";

let dir: string;
beforeAll(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-killed-")));
  makeDocuments(dir);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("an index whose process is killed", () => {
  it.each([
    ["reading", 1, 20],
    ["keeping", 1, 3],
    ["reading", 2, 5],
    ["keeping", 2, 40],
  ] as const)(
    "while it is %s for the %i. time is whole, taken over, and answers like one made anew",
    async (what, nth, turns) => {
      await killWhile(dir, what, nth, turns);
      const { ready_ms: _, integrity, ...after } = await lookAfterKill(dir);
      expect(["ok", "none"]).toContain(integrity);
      expect(after).toEqual({ as_made_anew: true, kept: true });
    },
  );
});
