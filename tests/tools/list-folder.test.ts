import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missingCommands, noCommands, openRoom, ownCommands } from "./open-room.ts";

const missing = await missingCommands("ls", "fd");
const open: ReturnType<typeof openRoom>[] = [];
afterEach(() => {
  for (const room of open.splice(0)) room.close();
});

const ways = [
  { way: "by the commands of the machine", commands: ownCommands, skipped: missing.length > 0 },
  { way: "by itself", commands: noCommands, skipped: false },
];

describe.each(ways)("ls, $way", ({ commands, skipped }) => {
  beforeEach(({ skip }) => skip(skipped, `not installed: ${missing.join(", ")}`));
  const room = () => {
    const made = openRoom({ commands });
    open.push(made);
    return made;
  };

  test("names what a folder holds, folders and links marked, hidden ones too", async () => {
    const { write, at, call } = room();
    write("b.txt", "two");
    write("a/deep.txt", "one");
    write(".hidden", "");
    symlinkSync("b.txt", at("link"));
    execFileSync("mkfifo", [at("pipe")]);
    const result = await call("ls", {});
    expect(result).toMatchObject({ ok: true, exit_code: 0, stderr: "" });
    expect(result.stdout.split("\n")).toEqual([".hidden", "a/", "b.txt", "link@", "pipe?"]);
    expect(result.structured).toMatchObject({
      path: ".",
      total: 5,
      entries: expect.arrayContaining([
        expect.objectContaining({ path: "b.txt", kind: "file", bytes: 3 }),
      ]),
    });
    const below = await call("ls", { path: "a" });
    expect(below.stdout).toBe("deep.txt");
    expect(below.structured).toMatchObject({ entries: [{ path: "a/deep.txt" }] });
    expect((await call("ls", { path: "b.txt" })).stdout).toBe("b.txt");
  });

  test("goes down where it is asked to, through no link, and past ignore files", async () => {
    const { write, at, call, writeOutside, outside } = room();
    write(".gitignore", "build\n");
    write("build/out.js", "");
    write("src/-x/--pre=cat", "");
    write("src.txt", "");
    mkdirSync(at("empty"));
    writeOutside("canary.txt", "CANARY");
    symlinkSync(outside(), at("out"));
    symlinkSync("..", at("src", "up"));
    const { stdout } = await call("ls", { recursive: true });
    expect(stdout.split("\n")).toEqual([
      ".gitignore",
      "build/",
      "build/out.js",
      "empty/",
      "out@",
      "src/",
      "src/-x/",
      "src/-x/--pre=cat",
      "src/up@",
      "src.txt",
    ]);
  });

  test("leaves out what is on the denylist, and a folder that is closed is refused", async () => {
    const { write, call } = room();
    write(".env", "TOKEN=1");
    write(".git/config", "");
    write("keys/id_rsa", "");
    write("keys/note.txt", "");
    expect((await call("ls", { recursive: true })).stdout).toBe("keys/\nkeys/note.txt");
    expect((await call("ls", { path: ".git" })).error).toMatchObject({ rule: "denylisted" });
  });

  test("writes a name with a line end so that it is one entry", async () => {
    const { write, call } = room();
    write("two\nlines", "");
    write('"quoted"', "");
    expect((await call("ls", {})).stdout.split("\n")).toEqual(['"\\"quoted\\""', '"two\\nlines"']);
  });

  test("gives so many at once, and the rest page by page, each once and in order", async () => {
    const { write, call } = room();
    const names = Array.from({ length: 25 }, (_, i) => `f${String(i).padStart(2, "0")}.txt`);
    for (const name of names) write(name, "");
    const pages = [await call("ls", { limit: 10 })];
    write("f00-late.txt", "");
    for (let at = pages[0]; at?.next_page_cursor !== undefined; at = pages.at(-1)) {
      pages.push(await call("ls", { cursor: at.next_page_cursor }));
    }
    expect(pages.map(({ stdout }) => stdout.split("\n").filter(Boolean).length)).toEqual([
      10, 10, 5,
    ]);
    expect(pages.map(({ stdout }) => stdout).join("")).toBe(names.join("\n"));
    expect(pages[0]?.stderr).toBe(
      "The first 10 of 25 entries; next_page_cursor leads to the rest.",
    );
  });

  test("says that a folder is empty, and refuses what is none of its business", async () => {
    const { at, call, outside } = room();
    mkdirSync(at("empty"));
    expect(await call("ls", { path: "empty" })).toMatchObject({
      ok: true,
      stdout: "",
      stderr: "The folder is empty.",
    });
    symlinkSync(outside(), at("out"));
    const rules = await Promise.all(
      ["../outside", outside(), "out", "no", "", "a\0b", "/etc"].map(
        async (path) => (await call("ls", { path })).error?.rule,
      ),
    );
    expect(rules).toEqual([
      "traversal",
      "not_allowlisted",
      "symlink_escape",
      "unreadable",
      "invalid_path",
      "invalid_path",
      "not_allowlisted",
    ]);
  });
});
