import { symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missingCommands, noCommands, openRoom, ownCommands } from "./open-room.ts";

const missing = await missingCommands("rg");
const open: ReturnType<typeof openRoom>[] = [];
afterEach(() => {
  for (const room of open.splice(0)) room.close();
});

describe.each([
  { way: "with ripgrep", commands: ownCommands, skipped: missing.length > 0 },
  { way: "by itself", commands: noCommands, skipped: false },
])("grep, $way", ({ commands, skipped }) => {
  beforeEach(({ skip }) => skip(skipped, `not installed: ${missing.join(", ")}`));
  function room() {
    const made = openRoom({ commands });
    open.push(made);
    const lines = async (args: Record<string, unknown>) =>
      (await made.call("grep", args)).stdout.split("\n").filter((line) => line !== "");
    return { ...made, lines };
  }

  test("shows each line that matches with its file and number, and says when none does", async () => {
    const { write, lines, call, dir } = room();
    write("src/a.ts", "const one = 1;\nconst two = 2;\n");
    write("src/b.md", "# One\n\nTwo words\n");
    write(".hidden/c.ts", "two");
    write(".gitignore", "src\n");
    expect(await lines({ pattern: "two" })).toEqual([
      ".hidden/c.ts:1:two",
      "src/a.ts:2:const two = 2;",
    ]);
    expect(await lines({ pattern: "(?i)TWO", glob: "*.{ts,md}", path: "src" })).toEqual([
      "src/a.ts:2:const two = 2;",
      "src/b.md:3:Two words",
    ]);
    expect(await lines({ pattern: "two", glob: "!src/*", path: "." })).toEqual([
      ".hidden/c.ts:1:two",
    ]);
    expect(await lines({ pattern: "^const \\w+ = \\d;$", path: "src/a.ts" })).toHaveLength(2);
    expect(await lines({ pattern: "one", path: `${dir}/home/workspace/src` })).toEqual([
      "src/a.ts:1:const one = 1;",
    ]);
    expect(await call("grep", { pattern: "three" })).toMatchObject({
      ok: true,
      exit_code: 0,
      stdout: "",
      stderr: "No line matches.",
      structured: { total: 0, matches: [], cut: false },
    });
  });

  test("refuses what is no expression of the dialect, with the reason", async () => {
    const { call } = room();
    for (const [pattern, reason] of [
      ["(", "missing closing )"],
      ["[z-a]", "invalid character class range"],
      ["(?=a)", "Perl syntax"],
      ["(a)\\1", "invalid escape sequence"],
      ["a**", "invalid nested repetition"],
      ["((a{100}){100}){100}", "invalid repeat count"],
    ] as const) {
      const { error } = await call("grep", { pattern });
      expect(error?.code).toBe("validation");
      expect(error?.message).toContain(reason);
    }
    expect((await call("grep", { pattern: "(a?b){500}c{500}[xy]{500}.{500}" })).error?.code).toBe(
      "validation",
    );
  });

  test("takes patterns and globs for what they are, however they look", async () => {
    const { write, lines } = room();
    write("a.txt", "--pre=sh\n-e x\n--\n$(touch y)\n[a&&b]\na&b\n");
    expect(await lines({ pattern: "--pre=sh" })).toEqual(["a.txt:1:--pre=sh"]);
    expect(await lines({ pattern: "-e x" })).toEqual(["a.txt:2:-e x"]);
    expect(await lines({ pattern: "^--$" })).toEqual(["a.txt:3:--"]);
    expect(await lines({ pattern: "\\$\\(touch" })).toEqual(["a.txt:4:$(touch y)"]);
    expect(await lines({ pattern: "^a[a&&b]b" })).toEqual(["a.txt:6:a&b"]);
    expect(await lines({ pattern: "x", glob: "--pre=sh" })).toEqual([]);
  });

  test("is not kept busy by a pattern that is made for it", async () => {
    const { write, lines } = room();
    write("a.txt", `${"a".repeat(50_000)}b\n${"x".repeat(30_000)}\n`);
    for (const pattern of ["(a+)+$", "^(a|a)*$", "^(([a-z])+.)+[A-Z]$", "(x+x+)+y", "(.*a){20}c"]) {
      expect(await lines({ pattern })).toEqual([]);
    }
  });

  test("reads every encoding, ends lines as the rest of the program does, and only names what is no text", async () => {
    const { write, call, lines } = room();
    write("utf16.txt", Buffer.from("\ufeffneedle \u6587\r\nother", "utf16le"));
    write("gbk.txt", Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x20, 0x61, 0x0a]));
    write("latin.txt", Buffer.from("caf\xe9 needle", "latin1"));
    write("bom.txt", Buffer.from("\ufeffneedle first"));
    write("mac.txt", "one\rneedle two\rthree");
    write("dos.txt", "one\r\nneedle\r\nthree\r\n");
    write("program.bin", Buffer.from("\0\x01needle\0\xff\n", "latin1"));
    write("other.bin", Buffer.from([0, 1, 2, 3]));
    expect(await lines({ pattern: "^needle" })).toEqual([
      "bom.txt:1:needle first",
      "dos.txt:2:needle",
      "mac.txt:2:needle two",
      "utf16.txt:1:needle \u6587",
    ]);
    expect(await lines({ pattern: "needle$" })).toEqual([
      "dos.txt:2:needle",
      "latin.txt:1:caf\xe9 needle",
    ]);
    expect(await lines({ pattern: "caf\xe9|\u4e2d\u6587" })).toEqual([
      "gbk.txt:1:\u4e2d\u6587 a",
      "latin.txt:1:caf\xe9 needle",
    ]);
    const result = await call("grep", { pattern: "needle" });
    expect(result.stdout).not.toContain("program.bin");
    expect(result.stderr).toContain("program.bin");
    expect(result.stderr).not.toContain("other.bin");
    expect(result.structured).toMatchObject({ total: 5, binary_files: ["program.bin"] });
  });

  test("shows of a long line the part around the match, and reads a file of many parts to its end", async () => {
    const { write, call } = room();
    write("min.js", `${"x".repeat(200_000)}needle${"y".repeat(200_000)}\n`);
    const filler = `${"filler \u00e9\u6587\r\n".repeat(1000)}`;
    write("large.txt", `${filler.repeat(500)}the needle\r\n${filler}`);
    const { stdout, structured } = await call("grep", { pattern: "needle" });
    expect(structured).toMatchObject({ total: 2 });
    const [large = "", long = ""] = stdout.split("\n");
    expect(large).toBe("large.txt:500001:the needle");
    expect(long).toMatch(/^min\.js:1:…x+needley+…$/);
    expect(long.length).toBeLessThan(700);
  });

  test("pages many matches, each line once and in order", async () => {
    const { write, call } = room();
    const all: string[] = [];
    for (const name of ["a.txt", "b.txt", "c/d.txt"]) {
      write(name, Array.from({ length: 50 }, (_, i) => `needle ${i}`).join("\n"));
      for (let i = 0; i < 50; i += 1) all.push(`${name}:${i + 1}:needle ${i}`);
    }
    const pages = [await call("grep", { pattern: "needle", limit: 40 })];
    for (let at = pages[0]; at?.next_page_cursor !== undefined; at = pages.at(-1)) {
      pages.push(await call("grep", { cursor: at.next_page_cursor }));
    }
    expect(
      pages
        .map(({ stdout }) => stdout)
        .join("")
        .split("\n"),
    ).toEqual(all);
    expect(pages).toHaveLength(4);
    expect(pages[0]?.stderr).toContain("The first 40 of 150 matching lines");
  });

  test("never shows a line from outside or from the denylist", async () => {
    const { write, call, writeOutside, at, outside } = room();
    writeOutside("canary.txt", "CANARY outside");
    symlinkSync(outside("canary.txt"), at("link.txt"));
    symlinkSync(outside(), at("folder"));
    write(".env", "TOKEN=CANARY");
    write("deep/.ssh/id_rsa", "CANARY");
    write(".git/config", "CANARY");
    const result = await call("grep", { pattern: "CANARY" });
    expect(result).toMatchObject({ ok: true, stdout: "", stderr: "No line matches." });
    for (const path of ["link.txt", "folder", "folder/canary.txt", ".env", "../outside"]) {
      const refused = await call("grep", { pattern: "CANARY", path });
      expect(refused.ok).toBe(false);
      expect(JSON.stringify(refused)).not.toContain("CANARY");
    }
  });
});
