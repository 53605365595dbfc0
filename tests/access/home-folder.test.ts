import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { homeFiles, homePlaces, judgeHome, writeHome, wrongAt } from "./home-folder.ts";

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(nodePath.join(os.tmpdir(), "docent-home-")));
  writeHome(home);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("a home folder as a root", () => {
  it.each(homeFiles)("%s is %s, and with hidden files %s", async (path, plain, with_hidden) => {
    expect(await judgeHome(home, path)).toEqual([plain, with_hidden]);
  });
});

describe("the same home elsewhere", () => {
  it.each(homePlaces)("%s (%s, %s) is denied no more and no less", (_, platform, at) => {
    expect(wrongAt(platform, at)).toEqual([]);
  });
});
