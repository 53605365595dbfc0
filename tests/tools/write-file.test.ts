import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { autoRunNames, autoRunPlaces, runsByItself } from "#lib/access/auto-run-names";
import type { ToolResult } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import { openRoom } from "./open-room.ts";

let room: ReturnType<typeof openRoom>;
beforeAll(() => {
  room = openRoom();
});
beforeEach(() => {
  for (const folder of [room.at(), room.outside()]) {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  }
});
afterAll(() => room.close());

const read = (name: string) => readFileSync(room.at(name), "utf8");
async function write(args: Record<string, unknown>): Promise<ToolResult> {
  return (await room.ask("write", args)).decide("allow_once");
}
/** Refused before anybody is asked. */
async function refusal(args: Record<string, unknown>, tool = "write") {
  const { ok, error } = await room.call(tool, args);
  expect(ok).toBe(false);
  return error;
}

describe("write", () => {
  test("writes over a file, adds to it and is read back, with the number of bytes", async () => {
    room.write("a.txt", "before\n");
    expect(await write({ path: "a.txt", content: "é\n" })).toMatchObject({
      ok: true,
      stdout: "3 bytes written to a.txt, replacing its contents.",
      structured: {
        path: "a.txt",
        created: false,
        bytes_written: 3,
        bytes: 3,
        sha256: sha256("é\n"),
      },
    });
    expect(await write({ path: "a.txt", content: "more\n", mode: "append" })).toMatchObject({
      ok: true,
      stdout: "5 bytes added at the end of a.txt.",
      structured: { created: false, bytes_written: 5, bytes: 8, sha256: sha256("é\nmore\n") },
    });
    expect(read("a.txt")).toBe("é\nmore\n");
  });

  test.each(["overwrite", "append"])(
    "makes a file that is not there, and the folders above (%s)",
    async (mode) => {
      const result = await write({ path: "x/y/new.txt", content: "one\n", mode });
      expect(result).toMatchObject({ ok: true, structured: { created: true, bytes_written: 4 } });
      expect(read("x/y/new.txt")).toBe("one\n");
    },
  );

  test("writes what is given and nothing else: signs, line ends, no last line end, nothing at all", async () => {
    const odd = "$& $1 $$ \\n \\\\ `$(x)` ‘ﬁ’\t\r\n\u2028end";
    await write({ path: "odd.txt", content: odd });
    expect(read("odd.txt")).toBe(odd);
    await write({ path: "odd.txt", content: "" });
    expect(read("odd.txt")).toBe("");
  });

  test("leaves a file as it is that is to become what it is", async () => {
    room.write("a.txt", "same\n");
    const before = statSync(room.at("a.txt"), { bigint: true });
    expect(await write({ path: "a.txt", content: "same\n" })).toMatchObject({ ok: true });
    expect(statSync(room.at("a.txt"), { bigint: true }).ctimeNs).toBe(before.ctimeNs);
  });

  test("asks first, at level L1, with the change and the folder, and does nothing where it is refused", async () => {
    room.write("notes/a.txt", "one\ntwo\n");
    const asked = await room.ask("write", { path: "notes/a.txt", content: "one\n2\n" });
    expect(asked.approval).toMatchObject({
      level: "L1",
      risk: "guarded",
      resource: { kind: "folder", path: room.at("notes") },
      cwd: room.at(),
      choices: ["allow_once", "allow_always", "deny"],
      shows: {
        kind: "diff",
        path: "notes/a.txt",
        diff: "--- a/notes/a.txt\n+++ b/notes/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
        created: false,
      },
    });
    expect((await asked.decide("deny")).error).toMatchObject({ rule: "approval_denied" });
    expect(read("notes/a.txt")).toBe("one\ntwo\n");
    expect(await room.call("write", { path: "notes/a.txt", content: "x" })).toMatchObject({
      error: { rule: "approval_required" },
    });
  });

  test("is allowed for good in a folder and below it, and nowhere else", async () => {
    const own = openRoom();
    mkdirSync(own.at("in/deep"), { recursive: true });
    const asked = await own.ask("write", { path: "in/a.txt", content: "a" });
    expect(await asked.decide("allow_always")).toMatchObject({ ok: true });
    const more = { content: "b" };
    expect(await own.call("write", { path: "in/deep/b.txt", ...more })).toMatchObject({ ok: true });
    const asks = { error: { rule: "approval_required" } };
    for (const name of ["b.txt", "in2/b.txt"]) {
      expect(await own.call("write", { path: name, ...more })).toMatchObject(asks);
    }
    const edit = { path: "in/a.txt", find: "a", replace: "b" };
    expect(await own.call("edit", edit)).toMatchObject(asks);
    own.close();
  });
});

test("a byte order mark that a write brings is in the change that is shown, and one that stays is not", async () => {
  const shown = async (content: string) => {
    const asked = await room.ask("write", { path: "a.txt", content });
    await asked.decide("allow_once");
    return asked.approval.shows.kind === "diff"
      ? asked.approval.shows.diff.split("\n").slice(3, -1)
      : [];
  };
  expect(await shown("\ufeffa\n")).toEqual(["+\ufeffa"]);
  expect(await shown("b\n")).toEqual(["-a", "+b"]);
  expect(readFileSync(room.at("a.txt"), "utf8")).toBe("\ufeffb\n");
  room.write("a.txt", "b\n");
  expect(await shown("\ufeffb\n")).toEqual(["-b", "+\ufeffb"]);
});

describe("S47 what a file is stays: its encoding, line ends and rights", () => {
  const bytes = (encoding: BufferEncoding, text: string) => Buffer.from(text, encoding);
  const swapped = (text: string) => bytes("utf16le", text).swap16();
  // GBK for 中文 and 测试.
  const [zhongwen, ceshi] = [
    Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
    Buffer.from([0xb2, 0xe2, 0xca, 0xd4]),
  ];

  test.each<[string, Buffer, string, Buffer]>([
    ["UTF-8 with a mark", bytes("utf8", "\ufeffa\n"), "é\n", bytes("utf8", "\ufeffa\né\n")],
    ["UTF-16 LE", bytes("utf16le", "\ufeffa\r\n"), "文\n", bytes("utf16le", "\ufeffa\r\n文\r\n")],
    ["UTF-16 BE", swapped("\ufeffa\n"), "文\n", swapped("\ufeffa\n文\n")],
    ["Latin-1", bytes("latin1", "caf\xe9\n"), "\xfc\n", bytes("latin1", "caf\xe9\n\xfc\n")],
    [
      "GBK",
      Buffer.concat([zhongwen, Buffer.from("\n")]),
      "测试\n",
      Buffer.concat([zhongwen, Buffer.from("\n"), ceshi, Buffer.from("\n")]),
    ],
    ["CRLF", bytes("utf8", "a\r\nb\r\n"), "c\nd\n", bytes("utf8", "a\r\nb\r\nc\r\nd\r\n")],
    ["CR", bytes("utf8", "a\rb\r"), "c\n", bytes("utf8", "a\rb\rc\r")],
    ["CRLF that is given itself", bytes("utf8", "a\nb\n"), "c\r\n", bytes("utf8", "a\nb\nc\r\n")],
  ])("%s, when something is added", async (_what, before, content, after) => {
    room.write("a.txt", before);
    expect(await write({ path: "a.txt", content, mode: "append" })).toMatchObject({ ok: true });
    expect(readFileSync(room.at("a.txt"))).toEqual(after);
  });

  test("and when all of it is written anew, but for the line ends, which are as given", async () => {
    room.write("a.txt", bytes("utf16le", "\ufeffold\r\n"));
    chmodSync(room.at("a.txt"), 0o640);
    await write({ path: "a.txt", content: "\ufeffnew\n" });
    expect(readFileSync(room.at("a.txt"))).toEqual(bytes("utf16le", "\ufeffnew\n"));
    expect(statSync(room.at("a.txt")).mode & 0o777).toBe(0o640);
  });

  test.each<[string, Buffer, string]>([
    ["Latin-1, which has no 文", bytes("latin1", "caf\xe9"), "文"],
    ["GBK, which has no 😀", Buffer.concat([zhongwen, ceshi]), "😀"],
    ["Latin-1 that would be read as UTF-8", bytes("latin1", "caf\xe9"), "\xc3\xa9"],
    ["broken UTF-16", Buffer.concat([bytes("utf16le", "\ufeffa"), Buffer.from([0])]), "a"],
  ])("or nothing is written: %s", async (_what, before, content) => {
    room.write("a.txt", before);
    expect(await refusal({ path: "a.txt", content })).toMatchObject({ rule: "bad_encoding" });
    expect(readFileSync(room.at("a.txt"))).toEqual(before);
  });
});

describe("S47 a file that is not as it was seen", () => {
  test("by its hash is left as it is, and so is one that has come or gone", async () => {
    room.write("a.txt", "now\n");
    const stale = { path: "a.txt", content: "new\n", expected_sha256: sha256("then\n") };
    expect(await refusal(stale)).toMatchObject({ rule: "path_changed" });
    expect(await refusal({ ...stale, path: "none.txt" })).toMatchObject({ rule: "path_changed" });
    const fresh = { ...stale, expected_sha256: sha256("now\n").toUpperCase() };
    expect(await write(fresh)).toMatchObject({ ok: true });
  });

  test.each<[string, (file: string) => void]>([
    ["other words", (file) => writeFileSync(file, "theirs\n")],
    ["nothing", (file) => rmSync(file)],
    ["a link to a file with the same words", toLink],
  ])(
    "S41 by whoever allowed the change: there is %s by now, and nothing is written",
    async (_what, change) => {
      room.write("a.txt", "shown\n");
      const asked = await room.ask("write", { path: "a.txt", content: "new\n" });
      change(room.at("a.txt"));
      expect((await asked.decide("allow_once")).error).toMatchObject({ rule: "approval_mismatch" });
      expect(existsSync(room.at("a.txt")) && read("a.txt") === "new\n").toBe(false);
      expect(existsSync(room.at("b.txt")) && read("b.txt") === "new\n").toBe(false);
    },
  );

  test("S41 a file that has come where the shown change made one is not written over", async () => {
    const asked = await room.ask("write", { path: "a.txt", content: "new\n" });
    room.write("a.txt", "theirs\n");
    expect((await asked.decide("allow_once")).error).toMatchObject({ rule: "approval_mismatch" });
    expect(read("a.txt")).toBe("theirs\n");
  });

  test("S41 the same name in another folder of the tools is another file", async () => {
    for (const name of ["one", "two"]) mkdirSync(room.at(name));
    symlinkSync("one", room.at("current"));
    const moving = openRoom({ allowed: [room.at("current")] });
    const asked = await moving.ask("write", { path: "a.txt", content: "new\n" });
    rmSync(room.at("current"));
    symlinkSync("two", room.at("current"));
    expect((await asked.decide("allow_once")).error).toMatchObject({ rule: "approval_mismatch" });
    expect(readdirSync(room.at("one")).concat(readdirSync(room.at("two")))).toEqual([]);
    moving.close();
  });

  function toLink(file: string): void {
    renameSync(file, room.at("b.txt"));
    symlinkSync(room.at("b.txt"), file);
  }
});

describe("what is never written, whoever would allow it", () => {
  const canary = "the canary\n";
  const args = (name: string) => ({ path: name, content: "written\n" });

  test.each<[string, string, (name: string) => string | undefined]>([
    ["a path that climbs", "traversal", () => "../../outside/c.txt"],
    ["a path elsewhere", "not_allowlisted", () => room.outside("c.txt")],
    [
      "a folder whose name only begins like the workspace's",
      "not_allowlisted",
      () => `${room.at()}-evil/c.txt`,
    ],
    ["a link that leaves", "symlink_escape", (name) => link(room.outside("c.txt"), name)],
    [
      "a link whose end is missing",
      "symlink_escape",
      (name) => link(room.outside("none.txt"), name),
    ],
    [
      "a file below a link that leaves",
      "symlink_escape",
      (name) => `${link(room.outside(), name)}/c.txt`,
    ],
    [
      "a new file below a link that leaves",
      "symlink_escape",
      (name) => `${link(room.outside(), name)}/new/n.txt`,
    ],
    [
      "a file with a second name",
      "not_regular_file",
      (name) => hardLink(room.outside("c.txt"), name),
    ],
    [
      "a folder",
      "not_regular_file",
      (name) => mkdirSync(room.at(name), { recursive: true }) && name,
    ],
    ["the workspace itself", "not_regular_file", () => "."],
    ["a folder that is not there", "invalid_path", (name) => `${name}/`],
    ["a path through a file", "invalid_path", () => "a.txt/b.txt"],
    ["no path", "invalid_path", () => ""],
    ["a path with NUL", "invalid_path", () => "a\0.txt"],
    ["a key", "denylisted", () => "id_rsa"],
    ["a hook", "denylisted", () => ".git/hooks/pre-commit"],
    ["an environment", "denylisted", () => "sub/.envrc"],
    ["a write-protected file", "unreadable", protectedFile],
    ["a picture", "not_text", (name) => room.write(name, Buffer.from([1, 0, 2, 0])) && name],
  ])("%s: %s", async (_what, rule, make) => {
    room.writeOutside("c.txt", canary);
    room.write("a.txt", "a\n");
    const name = make("x") ?? "";
    expect(await refusal(args(name))).toMatchObject({ rule });
    expect(readFileSync(room.outside("c.txt"), "utf8")).toBe(canary);
    expect(readdirSync(room.outside())).toEqual(["c.txt"]);
    const audited = room.audited.at(-1);
    expect(audited).toMatchObject({ tool_id: "write", status: "denied", deny_reason: rule });
  });

  test.skipIf(process.platform === "win32")("a pipe, without waiting for it", async () => {
    const { execFileSync } = await import("node:child_process");
    execFileSync("mkfifo", [room.at("pipe")]);
    expect(await refusal(args("pipe"))).toMatchObject({ rule: "not_regular_file" });
    expect(lstatSync(room.at("pipe")).isFIFO()).toBe(true);
  });

  test("what other programs run or obey by themselves, wherever it lies and however it is spelt", async () => {
    const names = Object.values(autoRunNames)
      .flat()
      .map((name) => name.replace("*", "some"));
    const meant = [
      [".config", "git", "config"],
      [".config", "fish", "conf.d", "a.fish"],
      [".cargo", "config"],
      [".gradle", "init.d", "a.gradle"],
      ["mise.toml"],
      [".pnp.data.json"],
    ];
    for (const names of meant) expect([names, runsByItself(names)]).toEqual([names, true]);
    const spelt = ["AGENTS.md", "Claude.MD", ".VSCODE/tasks.json", "claude.md.", "CLAUDE\u200b.md"];
    for (const name of [...names, ...autoRunPlaces, ...spelt]) {
      const below = name.split("/");
      expect([name, runsByItself(below)]).toEqual([name, true]);
      expect([name, runsByItself(["deep", ...below, "file.txt"])]).toEqual([name, true]);
    }
    for (const place of [...spelt, "deep/.bashrc", ".github/workflows/ci.yml", ".cursor/rules/a"]) {
      expect([place, await refusal(args(place))]).toEqual([
        place,
        expect.objectContaining({ rule: "denylisted" }),
      ]);
    }
    expect(readdirSync(room.at())).toEqual([]);
    for (const name of [
      "package.json",
      "Makefile",
      "my-agents.md",
      "conftest.py",
      "mise-en-place.toml",
      "profile",
      "github/workflows",
    ]) {
      expect(await refusal(args(name))).toMatchObject({ rule: "approval_required" });
    }
  });

  test("anything but in the first of several folders of the tools", async () => {
    const more = openRoom({ allowed: [room.at("one"), room.at("two")] });
    for (const name of ["one", "two"]) mkdirSync(room.at(name));
    room.write("two/b.txt", "b\n");
    for (const name of ["b.txt", room.at("two/b.txt"), room.at("two/new.txt")]) {
      const { error } = await more.call("write", args(name));
      expect(error).toMatchObject({ rule: "not_allowlisted" });
    }
    const asked = await more.ask("write", args("new.txt"));
    expect(await asked.decide("allow_once")).toMatchObject({ ok: true });
    expect(readdirSync(room.at("one"))).toEqual(["new.txt"]);
    more.close();
  });

  test.each<[string, Record<string, unknown>]>([
    ["no content", { path: "a.txt" }],
    ["another mode", { path: "a.txt", content: "", mode: "prepend" }],
    ["more than it takes", { path: "a.txt", content: "", encoding: "utf-8" }],
    ["a hash that is none", { path: "a.txt", content: "", expected_sha256: "abc" }],
    ["NUL", { path: "a.txt", content: "a\0b" }],
    ["half of a character", { path: "a.txt", content: "\ud83d" }],
  ])("arguments that do not fit: %s", async (_what, given) => {
    expect(await refusal(given)).toMatchObject({ code: "validation" });
    expect(readdirSync(room.at())).toEqual([]);
  });

  test("a file above the limit, or one that would grow above it", async () => {
    room.write("large.txt", "x".repeat(8 * 1024 * 1024 - 2));
    const more = { path: "large.txt", content: "more", mode: "append" };
    expect(await refusal(more)).toMatchObject({ rule: "too_large" });
    writeFileSync(room.at("large.txt"), "yyy", { flag: "a" });
    expect(await refusal({ ...more, mode: "overwrite" })).toMatchObject({ rule: "too_large" });
  });

  test("through a link that stays inside: the file it leads to is written, and the link stays", async () => {
    room.write("real/a.txt", "a\n");
    symlinkSync("real/a.txt", room.at("alias.txt"));
    const asked = await room.ask("write", args("alias.txt"));
    expect(asked.approval.shows).toMatchObject({ path: "real/a.txt" });
    await asked.decide("allow_once");
    expect(read("real/a.txt")).toBe("written\n");
    expect(lstatSync(room.at("alias.txt")).isSymbolicLink()).toBe(true);
  });

  function link(target: string, name: string): string {
    symlinkSync(target, room.at(name));
    return name;
  }
  function hardLink(target: string, name: string): string {
    linkSync(target, room.at(name));
    return name;
  }
  function protectedFile(name: string): string {
    chmodSync(room.write(name, "a\n"), 0o444);
    return path.basename(name);
  }
});
