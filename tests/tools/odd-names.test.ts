import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allBelow, openRoom } from "./open-room.ts";

/**
 * Paths that nobody means, or that mean another file than their letters say. A name is followed as the system follows it;
 * what leads out, what ends like a folder and is none, and names that are read as others are refused before anybody is asked.
 */
let room: ReturnType<typeof openRoom>;
beforeAll(() => {
  room = openRoom();
});
beforeEach(() => {
  for (const folder of [room.at(), room.outside()]) {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  }
  room.write("todo.md", text);
  room.write("sub/a.md", text);
  room.write("sub/deep/b.md", text);
  room.writeOutside("secret.md", text);
  room.writeOutside("sub/c.md", text);
  symlinkSync(room.outside(), room.at("dir-out"));
  symlinkSync(room.outside("sub"), room.at("sub-out"));
  symlinkSync(room.dir, room.at("up"));
  symlinkSync("sub/deep", room.at("deep"));
  symlinkSync("dir-out", room.at("chain"));
  symlinkSync("todo.md/", room.at("slashed"));
  symlinkSync("sub/a.md", room.at("in.md"));
});
afterAll(() => room.close());

const text = "as it was\n";
/** `WS` and `DIR` stand for the workspace and the folder above everything. */
const spell = (given: string) => given.replace("WS", room.at()).replace("DIR", room.dir);

const everything = () => [...allBelow(room.at()), ...allBelow(room.outside())];

const leavesByLink = [
  "dir-out/../outside/x.md",
  "dir-out/../outside/secret.md",
  "dir-out/../home/workspace/todo.md",
  "dir-out/../todo.md",
  "dir-out/../x.md",
  "chain/../todo.md",
  "sub-out/../todo.md",
  "sub/../dir-out/x.md",
  "./dir-out//./../todo.md",
  "up/home/workspace/todo.md",
  "up/home/workspace/x.md",
  "WS/dir-out/../todo.md",
  "WS/dir-out/../x.md",
];
const climbs = [
  "../workspace/todo.md",
  "sub/../../workspace/todo.md",
  "deep/../../todo.md",
  "WS/../workspace/todo.md",
  "WS/../../outside/secret.md",
  "DIR/outside/../home/workspace/todo.md",
];
const endsLikeFolder = [
  "todo.md/",
  "todo.md//",
  "todo.md/.",
  "todo.md/./",
  "in.md/",
  "WS/todo.md/",
];
/** On Windows these are other paths, or none. */
const backslashed = [
  "..\\outside\\pwned.md",
  "sub\\a.md",
  "sub\\..\\..\\outside\\x.md",
  "x.md\\",
  "\\x.md",
  "C:\\x.md",
  "sub/x\\y.md",
  "x\\/y.md",
  "WS/..\\x.md",
];
const ofWindows = process.platform === "win32";

const refused: [rule: string, given: string][] = [
  ...leavesByLink.map((given): [string, string] => ["symlink_escape", given]),
  ...climbs.map((given): [string, string] => ["traversal", given]),
  ...endsLikeFolder.map((given): [string, string] => ["invalid_path", given]),
  ...(ofWindows ? [] : backslashed).map((given): [string, string] => ["invalid_path", given]),
  ["traversal", "none/../todo.md"],
  ["traversal", "none/../x.md"],
  ["traversal", "none/.."],
  ["traversal", "none/x/../../y/z.md"],
  ["invalid_path", "todo.md/.."],
  ["invalid_path", "todo.md/../sub/a.md"],
  ["invalid_path", "todo.md/x.md"],
  ["invalid_path", "x.md/"],
  ["invalid_path", "x.md/."],
  ["invalid_path", "none/x/"],
  ["not_regular_file", "sub/."],
  ["not_regular_file", "sub/.."],
  ["unreadable", "slashed/.."],
  ["unreadable", "slashed"],
  ["denylisted", ".git/../todo.md"],
  ["denylisted", "none/.ssh/../x.md"],
  ["invalid_path", "a\nb.md"],
  ["invalid_path", "a\r.md"],
  ["invalid_path", "a\tb.md"],
  ["invalid_path", "\u001b[2Jx.md"],
  ["invalid_path", "a\u007f.md"],
  ["invalid_path", "a\u0085b.md"],
  ["invalid_path", "a\u2028b.md"],
  ["invalid_path", "x\0.md"],
  ["invalid_path", "todo.md\0"],
  ["invalid_path", "a\nb/x.md"],
  ["invalid_path", "todo.md "],
  ["invalid_path", " todo.md"],
  ["invalid_path", "sub /x.md"],
  ["invalid_path", "todo.md\u00a0"],
  ["invalid_path", "\u202edm.exe.md"],
  ["invalid_path", "~/x.md"],
  ["invalid_path", "C:/x.md"],
];

describe("nothing is written under", () => {
  test.each(refused)("%s: %j", async (rule, given) => {
    const before = everything();
    for (const [tool, args] of [
      ["write", { content: "written\n" }],
      ["write", { content: "written\n", mode: "append" }],
      ["edit", { find: "was", replace: "is" }],
    ] as const) {
      // Nobody is there: a call that could run would end with `approval_required`.
      const { ok, error } = await room.call(tool, { path: spell(given), ...args });
      expect([tool, ok, error?.rule]).toEqual([tool, false, rule]);
      expect(error?.message).toMatch(/\.$/);
      expect(error?.message).not.toContain(room.dir);
    }
    expect(everything()).toEqual(before);
  });
});

test.each<[given: string, file: string]>([
  ["./todo.md", "todo.md"],
  [".//sub///./a.md", "sub/a.md"],
  ["sub/../todo.md", "todo.md"],
  ["sub/deep/../a.md", "sub/a.md"],
  ["WS//sub/./a.md", "sub/a.md"],
  ["in.md", "sub/a.md"],
  // The folder above what the link leads to, not the one that the link stands in.
  ["deep/../a.md", "sub/a.md"],
  ["deep/../new.md", "sub/new.md"],
  ["new/folder/x.md", "new/folder/x.md"],
  ["etc./x.md", "etc./x.md"],
  ["...", "..."],
  ["..x", "..x"],
  ["a  b.md", "a  b.md"],
  ["%2e%2e%2fx.md", "%2e%2e%2fx.md"],
  ["~backup/x.md", "~backup/x.md"],
  ["sub/~", "sub/~"],
  ["文/👩‍💻.md", "文/👩‍💻.md"],
])("%j is written as %s, and so it is shown", async (given, file) => {
  const asked = await room.ask("write", { path: spell(given), content: "written\n" });
  expect(asked.approval.shows).toMatchObject({ kind: "diff", path: file });
  expect(await asked.decide("allow_once")).toMatchObject({ ok: true, structured: { path: file } });
  expect(
    readFileSync(spell(given).startsWith("/") ? spell(given) : `${room.at()}/${given}`, "utf8"),
  ).toBe("written\n");
});

describe("what is read", () => {
  const reading: [tool: string, args: Record<string, unknown>][] = [
    ["read", {}],
    ["ls", {}],
    ["grep", { pattern: "." }],
  ];
  const rules: [rule: string, given: string][] = [
    ...leavesByLink.map((given): [string, string] => ["symlink_escape", given]),
    ...climbs.map((given): [string, string] => ["traversal", given]),
    ...endsLikeFolder.map((given): [string, string] => ["invalid_path", given]),
    ["unreadable", "none/../todo.md"],
    ["unreadable", "todo.md/../sub/a.md"],
    ["unreadable", "slashed"],
    ["denylisted", ".git/../todo.md"],
  ];
  test.each(rules)("is not found by another name: %s %j", async (rule, given) => {
    for (const [tool, args] of reading) {
      const { error } = await room.call(tool, { path: spell(given), ...args });
      expect([tool, error?.rule]).toEqual([tool, rule]);
      expect(error?.message).not.toContain(room.dir);
    }
  });

  test.skipIf(ofWindows)("may be called what no tool would call it", async () => {
    for (const name of ["odd\\name.md", "a\nb.md", " x.md", "~/home.md", "C:/drive.md"]) {
      mkdirSync(path.dirname(room.at(name)), { recursive: true });
      room.write(name, "read me\n");
      expect(await room.call("read", { path: name })).toMatchObject({
        ok: true,
        stdout: "read me\n",
      });
      expect((await room.call("grep", { path: name, pattern: "read" })).ok).toBe(true);
    }
  });

  test("a folder may end like one", async () => {
    for (const given of ["sub/", "sub/.", "sub//", "deep/", "deep/..", "WS/", "sub/.."]) {
      expect([given, (await room.call("ls", { path: spell(given) })).ok]).toEqual([given, true]);
    }
  });
});

test.each<[rule: string, given: string]>([
  ["symlink_escape", "dir-out/.."],
  ["symlink_escape", "dir-out/../home/workspace"],
  ["symlink_escape", "up/home/workspace/sub"],
  ["traversal", "../workspace"],
  ["traversal", "deep/../../sub"],
  ["unreadable", "none/.."],
  ["invalid_path", "todo.md/"],
  ["invalid_path", "sub\0"],
])("no command begins in a folder by another name: %s %j", async (rule, given) => {
  const { error } = await room.call("bash", { cmd: "true", workdir: given });
  expect(error?.rule).toBe(rule);
});

test("a file with a backslash in its name that is there can be written under no name with one", async () => {
  if (ofWindows) return;
  room.write("sub\\a.md", text);
  const { error } = await room.call("edit", { path: "sub\\a.md", find: "was", replace: "is" });
  expect(error).toMatchObject({ rule: "invalid_path" });
  expect(existsSync(room.at("sub\\a.md"))).toBe(true);
});
