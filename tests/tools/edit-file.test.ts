import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ToolResult } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import { openRoom } from "./open-room.ts";

let room: ReturnType<typeof openRoom>;
beforeAll(() => {
  room = openRoom();
});
beforeEach(() => {
  for (const name of readdirSync(room.at())) rmSync(room.at(name), { recursive: true });
});
afterAll(() => room.close());

const todo = "# Today\n\n- [ ] oil the hinge\n- [ ] light the lamp\n";
const read = (name: string) => readFileSync(room.at(name), "utf8");
async function edit(args: Record<string, unknown>): Promise<ToolResult> {
  return (await room.ask("edit", args)).decide("allow_once");
}
/** Refused before anybody is asked. */
async function refusal(args: Record<string, unknown>) {
  const before = readdirSync(room.at()).map((name) => readFileSync(room.at(name), "latin1"));
  const { ok, error } = await room.call("edit", args);
  expect(ok).toBe(false);
  expect(readdirSync(room.at()).map((name) => readFileSync(room.at(name), "latin1"))).toEqual(
    before,
  );
  return error;
}

describe("S47 edit", () => {
  test("replaces the one place, and says that it was one", async () => {
    room.write("todo.md", todo);
    const args = { path: "todo.md", find: "- [ ] oil", replace: "- [x] oil" };
    const asked = await room.ask("edit", args);
    expect(asked.approval.shows).toMatchObject({
      kind: "diff",
      diff: expect.stringContaining("\n-- [ ] oil the hinge\n+- [x] oil the hinge\n"),
    });
    const after = todo.replace("[ ] oil", "[x] oil");
    expect(await asked.decide("allow_once")).toMatchObject({
      ok: true,
      stdout: "1 place replaced in todo.md.",
      structured: { path: "todo.md", replacements: 1, bytes: after.length, sha256: sha256(after) },
    });
    expect(read("todo.md")).toBe(after);
  });

  test("refuses what stands more than once with the lines, and replaces all of it when it is told to", async () => {
    room.write("todo.md", todo);
    const args = { path: "todo.md", find: "- [ ]", replace: "- [x]" };
    const error = await refusal(args);
    expect(error).toMatchObject({ code: "validation" });
    expect(error?.message).toContain("2 times in the file, in lines 3, 4");
    expect(await edit({ ...args, all: true })).toMatchObject({ structured: { replacements: 2 } });
    expect(read("todo.md")).toBe(todo.replaceAll("[ ]", "[x]"));
  });

  test.each([
    ["oil  the hinge", "Line 3 differs only in white space: - [ ] oil the hinge"],
    ["Oil the Hinge", "Line 3 differs only in case, or in characters that look alike"],
    ["- [ ] oil the lamp", "The closest is line 3: - [ ]"],
    ["nothing of the kind", "Read the file, and copy the text from there."],
  ])("refuses what stands nowhere, and says what comes nearest: %s", async (find, near) => {
    room.write("todo.md", todo);
    const error = await refusal({ path: "todo.md", find, replace: "x" });
    expect(error).toMatchObject({ code: "validation" });
    expect(error?.message).toContain(near);
  });

  test("takes every sign for itself", async () => {
    const signs = "$& $1 $$ \\1 \\n .* [a] (b) ^ | {2} /g";
    room.write("a.txt", `<${signs}>`);
    await edit({ path: "a.txt", find: signs, replace: `$&${signs}$\`` });
    expect(read("a.txt")).toBe(`<$&${signs}$\`>`);
  });

  test("keeps line ends, finds over them, and keeps the rights", async () => {
    room.write("crlf.md", "one\r\ntwo\r\nthree\r\n");
    chmodSync(room.at("crlf.md"), 0o640);
    await edit({ path: "crlf.md", find: "one\ntwo", replace: "1\n2\n2b" });
    expect(read("crlf.md")).toBe("1\r\n2\r\n2b\r\nthree\r\n");
    expect(statSync(room.at("crlf.md")).mode & 0o777).toBe(0o640);
  });

  test.each<[string, Buffer, Buffer]>([
    ["Latin-1", Buffer.from("caf\xe9 noir", "latin1"), Buffer.from("caf\xe9 blanc", "latin1")],
    [
      "UTF-16",
      Buffer.from("\ufeffcafé noir", "utf16le"),
      Buffer.from("\ufeffcafé blanc", "utf16le"),
    ],
    ["UTF-8 with a mark", Buffer.from("\ufeffnoir"), Buffer.from("\ufeffblanc")],
  ])("keeps the encoding: %s", async (_what, before, after) => {
    room.write("a.txt", before);
    expect(await edit({ path: "a.txt", find: "noir", replace: "blanc" })).toMatchObject({
      ok: true,
    });
    expect(readFileSync(room.at("a.txt"))).toEqual(after);
  });

  test.each<[string, string, string | Uint8Array, Record<string, unknown>]>([
    ["an empty find", "validation", "a\n", { find: "", replace: "b" }],
    ["the same text twice", "validation", "a\n", { find: "a", replace: "a" }],
    ["NUL", "validation", "a\n", { find: "a", replace: "\0" }],
    ["a picture", "not_text", Buffer.from([97, 0, 98]), { find: "a", replace: "b" }],
    ["broken bytes", "bad_encoding", Buffer.from([0xff, 0xfe, 97]), { find: "a", replace: "b" }],
    [
      "what its encoding has not",
      "bad_encoding",
      Buffer.from([0xe9, 97]),
      { find: "a", replace: "文" },
    ],
    [
      "a file made too large",
      "too_large",
      "a".repeat(5000),
      { find: "a", replace: "b".repeat(5000), all: true },
    ],
    [
      "another file than was read",
      "path_changed",
      "a\n",
      { find: "a", replace: "b", expected_sha256: sha256("b\n") },
    ],
  ])("refuses %s", async (_what, code, file, args) => {
    room.write("a.txt", file);
    expect(await refusal({ path: "a.txt", ...args })).toMatchObject({ code });
  });

  test("refuses a file that is not there, and the same files as write", async () => {
    const args = { find: "a", replace: "b" };
    expect(await refusal({ path: "none.txt", ...args })).toMatchObject({ rule: "unreadable" });
    expect(await refusal({ path: "CLAUDE.md", ...args })).toMatchObject({ rule: "denylisted" });
    expect(await refusal({ path: "../x", ...args })).toMatchObject({ rule: "traversal" });
  });

  test("S41 does not change a file that has changed since the change to it was shown", async () => {
    room.write("a.txt", "a\n");
    const asked = await room.ask("edit", { path: "a.txt", find: "a", replace: "b" });
    writeFileSync(room.at("a.txt"), "a\nand more\n");
    expect((await asked.decide("allow_once")).error).toMatchObject({ rule: "approval_mismatch" });
    expect(read("a.txt")).toBe("a\nand more\n");
  });

  test("S41 of two changes shown against the same file only the first is made", async () => {
    room.write("a.txt", "a b\n");
    const one = await room.ask("edit", { path: "a.txt", find: "a", replace: "1" });
    const two = await room.ask("edit", { path: "a.txt", find: "b", replace: "2" });
    expect(await one.decide("allow_once")).toMatchObject({ ok: true });
    expect((await two.decide("allow_once")).error).toMatchObject({ rule: "approval_mismatch" });
    expect(read("a.txt")).toBe("1 b\n");
  });
});
