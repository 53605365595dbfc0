import { symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missingCommands, noCommands, openRoom, ownCommands } from "./open-room.ts";

const missing = await missingCommands("ls", "fd");
const open: ReturnType<typeof openRoom>[] = [];
afterEach(() => {
  for (const room of open.splice(0)) room.close();
});

describe.each([
  { way: "by the commands of the machine", commands: ownCommands, skipped: missing.length > 0 },
  { way: "by itself", commands: noCommands, skipped: false },
])("find, $way", ({ commands, skipped }) => {
  beforeEach(({ skip }) => skip(skipped, `not installed: ${missing.join(", ")}`));
  function room() {
    const made = openRoom({ commands });
    open.push(made);
    for (const name of ["a.ts", "src/b.TS", "src/deep/c.ts", "src/deep/d.js", ".hidden/e.ts"]) {
      made.write(name, "");
    }
    const paths = async (args: Record<string, unknown>) =>
      (await made.call("find", args)).stdout.split("\n").filter((line) => line !== "");
    return { ...made, paths };
  }

  test("finds by name, by path and by depth, as paths that another tool takes", async () => {
    const { paths, call, dir } = room();
    expect(await paths({ name_pattern: "*.ts" })).toEqual([
      ".hidden/e.ts",
      "a.ts",
      "src/b.TS",
      "src/deep/c.ts",
    ]);
    expect(await paths({ path: "src", name_pattern: "*.{ts,js}" })).toEqual([
      "src/b.TS",
      "src/deep/c.ts",
      "src/deep/d.js",
    ]);
    expect(await paths({ name_pattern: "src/**/?.js" })).toEqual(["src/deep/d.js"]);
    expect(await paths({ max_depth: 1 })).toEqual([".hidden/", "a.ts", "src/"]);
    expect(await paths({ max_depth: 2, name_pattern: "*.ts" })).toEqual([
      ".hidden/e.ts",
      "a.ts",
      "src/b.TS",
    ]);
    const absolute = await call("find", { path: `${dir}/home/workspace/src`, max_depth: 1 });
    expect(absolute.stdout).toBe("src/b.TS\nsrc/deep/");
  });

  test("takes a pattern for a pattern alone, however it looks, and a name for a name", async () => {
    const { paths, write } = room();
    for (const name of ["-x", "--pre=sh", "-e", "--", "[ab].ts", "*", "{a}", "$(id)", "文件.md"]) {
      write(`odd/${name}`, "");
    }
    for (const pattern of ["-x", "--pre=sh", "-e", "--", "\\[ab\\].ts", "\\*", "$(id)", "文件.*"]) {
      expect(await paths({ path: "odd", name_pattern: pattern })).toEqual([
        `odd/${pattern.replaceAll("\\", "").replace(".*", ".md")}`,
      ]);
    }
    expect(await paths({ name_pattern: "--exec=touch x" })).toEqual([]);
  });

  test("says when nothing fits, which is no failure, and pages what is much", async () => {
    const { call, write } = room();
    expect(await call("find", { name_pattern: "*.rs" })).toMatchObject({
      ok: true,
      stdout: "",
      stderr: "No name here matches *.rs.",
      structured: { total: 0, matches: [] },
    });
    const names = Array.from({ length: 7 }, (_, i) => `many/${i}.txt`);
    for (const name of names) write(name, "");
    const pages = [await call("find", { path: "many", limit: 3 })];
    for (let at = pages[0]; at?.next_page_cursor !== undefined; at = pages.at(-1)) {
      pages.push(await call("find", { cursor: at.next_page_cursor }));
    }
    expect(pages).toHaveLength(3);
    expect(pages.map(({ stdout }) => stdout).join("")).toBe(names.join("\n"));
  });

  test("never finds what lies outside or is on the denylist", async () => {
    const { paths, call, write, writeOutside, at, outside } = room();
    writeOutside("canary.ts", "");
    symlinkSync(outside(), at("out"));
    write(".ssh/canary.ts", "");
    write("src/.env.canary", "");
    write(".git/canary", "");
    expect(await paths({ name_pattern: "*canary*" })).toEqual([]);
    expect(await paths({ name_pattern: "out*" })).toEqual(["out"]);
    expect((await call("find", { path: "out" })).error?.rule).toBe("symlink_escape");
    expect((await call("find", { path: "a.ts" })).error?.rule).toBe("invalid_path");
  });
});
