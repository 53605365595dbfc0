import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { symlinkSync, truncateSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { noCommands, openRoom } from "./open-room.ts";

const open: ReturnType<typeof openRoom>[] = [];
afterEach(() => {
  for (const room of open.splice(0)) room.close();
});
function room() {
  const made = openRoom({ commands: noCommands });
  open.push(made);
  return made;
}

describe("read", () => {
  test("hands over a file as its text, with its own line ends and what names it", async () => {
    const { write, call } = room();
    const text = "# Title\r\n\r\nA line\rand a last one";
    write("a.md", text);
    const result = await call("read", { path: "a.md" });
    expect(result).toMatchObject({ ok: true, exit_code: 0, stdout: text, stderr: "" });
    expect(result.structured).toEqual({
      path: "a.md",
      encoding: "utf-8",
      bytes: text.length,
      offset: 0,
      first_line: 1,
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    write("empty.txt", "");
    expect(await call("read", { path: "empty.txt" })).toMatchObject({
      ok: true,
      stdout: "",
      stderr: "The file is empty.",
    });
  });

  test("looks through a large file in parts, between which others have their turn", async () => {
    const { write, call } = room();
    const size = 16 * 1024 * 1024;
    for (const [ends, line] of [
      [Buffer.alloc(size, "\n"), size + 1],
      [Buffer.alloc(size, "\r\n"), size / 2 + 1],
      [Buffer.from(`\ufeff${"a\r\n\u0a0a".repeat(4)}\r`, "utf16le"), 6],
      [Buffer.from(`\ufeff${"a\r\n\u0d0d".repeat(4)}\n`, "utf16le").swap16(), 6],
    ] as const) {
      write("ends.txt", ends);
      let turns = 0;
      let over = false;
      const count = () => {
        turns += 1;
        if (!over) setImmediate(count);
      };
      setImmediate(count);
      const read = await call("read", { path: "ends.txt", offset: ends.length });
      over = true;
      expect(read.structured).toMatchObject({ first_line: line });
      if (ends.length === size) expect(turns).toBeGreaterThan(30);
    }
  });

  test("begins at a byte and goes on where it ended, and no character is cut in two", async () => {
    const { write, call } = room();
    const words = ["a", "\u00e9", "\u6587", "\u{1f600}", "\n", "\r\n", " ", "\u4e2d"];
    const encodings = {
      "utf-8": (text: string) => Buffer.from(text),
      "utf-8 with a mark": (text: string) => Buffer.from(`\ufeff${text}`),
      "utf-16le": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
      "utf-16be": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 60 }),
        fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])), // its own keys
        fc.integer({ min: 1, max: 9 }),
        async (parts, encoding, limit_bytes) => {
          const text = parts.join("");
          write("a.txt", encodings[encoding](text));
          const pieces: string[] = [];
          let offset: number | undefined = 0;
          while (offset !== undefined) {
            const page = await call("read", { path: "a.txt", offset, limit_bytes });
            expect(page.ok).toBe(true);
            const said = page.structured as { offset: number; next_offset?: number };
            expect(page.stdout.isWellFormed() && !page.stdout.includes("\ufffd")).toBe(true);
            expect(said.next_offset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset);
            pieces.push(page.stdout);
            offset = said.next_offset;
          }
          expect(pieces.join("")).toBe(text);
        },
      ),
      { seed: 8, numRuns: 60 },
    );
  });

  test("moves an offset inside a character back to where it begins, in GBK too", async () => {
    const { write, call } = room();
    write("gbk.txt", Buffer.from("d6d0cec4c4e3bac30a", "hex")); // 中文你好
    const piece = async (offset: number, limit_bytes: number) =>
      (await call("read", { path: "gbk.txt", offset, limit_bytes })).stdout;
    expect(await piece(0, 3)).toBe("中");
    expect(await piece(1, 3)).toBe("中");
    expect(await piece(3, 4)).toBe("文你");
    expect(await piece(2, 1)).toBe("文");
    write("latin.txt", Buffer.from("caf\xe9 ol\xe9", "latin1"));
    expect((await call("read", { path: "latin.txt", offset: 3, limit_bytes: 3 })).stdout).toBe(
      "é o",
    );
    write("utf8.txt", "aé");
    expect((await call("read", { path: "utf8.txt", offset: 2 })).stdout).toBe("é");
  });

  test("says what follows and where to go on, and that an offset lies behind the end", async () => {
    const { write, call } = room();
    write("a.txt", "one\ntwo\nthree\n");
    const part = await call("read", { path: "a.txt", offset: 4, limit_bytes: 4 });
    expect(part).toMatchObject({
      stdout: "two\n",
      stderr: "Bytes 4 to 8 of 14; call again with offset 8 for what follows.",
      structured: { offset: 4, next_offset: 8, first_line: 2 },
    });
    expect(await call("read", { path: "a.txt", offset: 99 })).toMatchObject({
      ok: true,
      stdout: "",
      stderr: "The offset is beyond the end of the file, which has 14 bytes.",
    });
  });

  test("is cut by the limits of the program as every output is, with a cursor to the rest", async () => {
    const { write, call } = room();
    const text = Array.from({ length: 9000 }, (_, i) => `line ${i}`).join("\n");
    write("long.txt", text);
    const pages = [await call("read", { path: "long.txt", limit_bytes: 1_000_000 })];
    for (let at = pages[0]; at?.next_page_cursor !== undefined; at = pages.at(-1)) {
      pages.push(await call("read", { cursor: at.next_page_cursor }));
    }
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.map(({ stdout }) => stdout).join("")).toBe(text);
  });

  test("reads a part of a file of any size at once, and refuses what is no text", async () => {
    const { write, at, call } = room();
    write("huge.log", "the first line\n");
    truncateSync(at("huge.log"), 3 * 1024 ** 3);
    const head = await call("read", { path: "huge.log", limit_bytes: 15 });
    expect(head).toMatchObject({ ok: true, stdout: "the first line\n" });
    expect(head.structured).not.toHaveProperty("sha256");
    write("a.bin", Buffer.from([1, 0, 2]));
    const refused = await call("read", { path: "a.bin" });
    expect(refused).toMatchObject({ ok: false, stdout: "", error: { code: "not_text" } });
    expect(refused.error?.message).toContain("3 bytes");
  });

  test("takes a text that looks like a refusal of the program for a text", async () => {
    const { write, call } = room();
    const text = JSON.stringify({ status: "denied", rule: "traversal", message: "no" });
    write("a.json", text);
    expect(await call("read", { path: "a.json" })).toMatchObject({ ok: true, stdout: text });
  });

  test("refuses what lies outside, what is denied, and what is no file, without a word of it", async () => {
    const { write, writeOutside, call, at, outside, audited } = room();
    writeOutside("canary.txt", "CANARY");
    write(".env", "CANARY");
    write("folder/a.txt", "");
    symlinkSync(outside("canary.txt"), at("link"));
    execFileSync("mkfifo", [at("pipe")]);
    const rules = [];
    for (const path of [
      "../outside/canary.txt",
      outside("canary.txt"),
      "link",
      ".env",
      "pipe",
      "folder",
      "no",
    ]) {
      const refused = await call("read", { path });
      expect(JSON.stringify(refused)).not.toContain("CANARY");
      rules.push(refused.error?.rule);
    }
    expect(rules).toEqual([
      "traversal",
      "not_allowlisted",
      "symlink_escape",
      "denylisted",
      "not_regular_file",
      "not_regular_file",
      "unreadable",
    ]);
    expect(JSON.stringify(audited)).not.toContain("CANARY");
  });
});
