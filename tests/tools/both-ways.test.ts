import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ToolResult } from "#lib/contracts/tools";
import { missingCommands, noCommands, openRoom } from "./open-room.ts";

/**
 * The tools that read, by the commands of the machine and by themselves, over one tree of everything that programs which
 * list and search stumble over: the same answer, to the letter.
 */
const missing = await missingCommands("ls", "fd", "rg");

let room: ReturnType<typeof openRoom>;
let alone: ReturnType<typeof openRoom>;
const server = createServer();

beforeAll(async () => {
  room = openRoom();
  const { write, at, dir, writeOutside } = room;
  alone = openRoom({ commands: noCommands, allowed: [at()] });
  for (const name of [
    "plain.txt",
    "with space.txt",
    "two\nlines.txt",
    "tab\there.txt",
    "-x",
    "--pre=cat",
    "-e",
    "--",
    "[ab].txt",
    "{a,b}.txt",
    "*",
    "?.txt",
    "!no.txt",
    "back\\slash.txt",
    "colon:1:x.txt",
    '"quoted".txt',
    "文档/说明 一.md",
    "e\u0301.txt",
    "\u00e9.txt",
    ".hidden",
    ".hidden-folder/inner.txt",
    "a-b.txt",
    "a/b.txt",
    "a.b/c.txt",
    "node_modules/pkg/index.js",
    "build/out.js",
    "UPPER.TXT",
    `${"deep/".repeat(30)}end.txt`,
    "trailing dot./x.txt",
  ]) {
    write(name, `needle in ${JSON.stringify(name)}\nother\n`);
  }
  for (const name of [".gitignore", ".ignore", ".rgignore", ".fdignore"]) {
    write(name, "build\nnode_modules\n*.txt\nneedle\n");
  }
  write("empty.txt", "");
  write("crlf.txt", "one\r\nneedle\r\nthree needle\r\n");
  write("cr.txt", "one\rneedle\rthree needle");
  write("no-end.txt", "needle");
  write("bom.txt", "\ufeffneedle\n");
  write("utf16le.txt", Buffer.from("\ufeffneedle 文\nnext needle\n", "utf16le"));
  write("utf16be.txt", Buffer.from("\ufeffneedle 文\n", "utf16le").swap16());
  write("gbk.txt", Buffer.from("d6d0cec4206e6565646c650ac4e3bac30a", "hex"));
  write("latin1.txt", Buffer.from("caf\xe9 needle\n", "latin1"));
  write("broken.txt", Buffer.from("6e6565646c65 ff fe 0a c3 28 0a".replaceAll(" ", ""), "hex"));
  write("binary.bin", Buffer.from("\0\x01 needle \xff\n", "latin1"));
  write("late-nul.bin", `${"needle\n".repeat(20_000)}\0`);
  write("long.txt", `${"x".repeat(70_000)}needle${"y".repeat(70_000)}\nneedle\n`);
  write("many.txt", Array.from({ length: 300 }, (_, i) => `needle ${i}`).join("\n"));
  write(".env", "needle");
  write(".git/HEAD", "needle");
  write("keys/id_rsa", "needle");
  writeOutside("canary.txt", "needle CANARY");
  symlinkSync("plain.txt", at("link-in"));
  symlinkSync("a", at("folder-link"));
  symlinkSync("..", at("a", "up"));
  symlinkSync("nothing", at("dangling"));
  symlinkSync("ring", at("ring"));
  symlinkSync(path.join(dir, "outside"), at("out"));
  symlinkSync(path.join(dir, "outside/canary.txt"), at("out.txt"));
  execFileSync("mkfifo", [at("pipe"), at("pipe.txt")]);
  mkdirSync(at("empty"));
  writeFileSync(
    Buffer.concat([Buffer.from(`${at()}/`), Buffer.from([0x62, 0xff, 0x64])]),
    "needle",
  );
  const odd = Buffer.concat([Buffer.from(at("a/")), Buffer.from([0xe9, 0xff])]);
  mkdirSync(odd);
  for (const name of [Buffer.from("x"), Buffer.from([0xfe])]) {
    writeFileSync(Buffer.concat([odd, Buffer.from("/"), name]), "needle");
  }
  await new Promise<void>((resolve) => server.listen(at("socket"), resolve));
  // What a person has set up for their own use of the commands is no part of ours.
  const rc = path.join(dir, "ripgreprc");
  writeFileSync(rc, "--invert-match\n--max-count=1\n");
  mkdirSync(path.join(dir, "config/fd"), { recursive: true });
  writeFileSync(path.join(dir, "config/fd/ignore"), "*\n");
  vi.stubEnv("RIPGREP_CONFIG_PATH", rc);
  vi.stubEnv("XDG_CONFIG_HOME", path.join(dir, "config"));
  vi.stubEnv("LS_COLORS", "di=31");
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  alone.close();
  room.close();
});

/** Everything below a folder, through no link. */
function namesBelow(folder: string, above = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${above}${entry.name}`;
    if (name.includes("\ufffd")) return [];
    const below = entry.isDirectory() ? namesBelow(path.join(folder, entry.name), `${name}/`) : [];
    return [name, ...below];
  });
}

function told({ ok, error, exit_code, stdout, stderr, structured, truncated_lines }: ToolResult) {
  return { ok, error, exit_code, stdout, stderr, structured, truncated_lines };
}

/** Some at a time: most of it is waiting for processes. */
async function sameOfAll(tool: string, all: readonly Record<string, unknown>[]): Promise<void> {
  await Promise.all(all.map((args) => same(tool, args)));
}

async function same(tool: string, args: Record<string, unknown>): Promise<ToolResult> {
  const [here, there] = [await room.call(tool, args), await alone.call(tool, args)];
  expect({ tool, args, ...told(here) }).toEqual({ tool, args, ...told(there) });
  expect(JSON.stringify(here)).not.toContain("CANARY");
  return here;
}

describe("by the commands of the machine and without them", () => {
  beforeEach(({ skip }) => skip(missing.length > 0, `not installed: ${missing.join(", ")}`));

  test("ls and find say the same of every entry, and every entry is there once", async () => {
    const all = await same("ls", { recursive: true, limit: 5000 });
    const names = (all.structured as { total: number }).total;
    const real = namesBelow(room.at()).filter(
      (name) => !/(^|\/)(\.git|\.env|id_rsa)(\/|$)/.test(name),
    );
    expect(names).toBe(real.length);
    expect(all.stdout.split("\n")).toHaveLength(real.length);
    // A file at the top, and a folder with all that lies in it.
    expect(all.structured).toMatchObject({ odd_names: 2 });
    expect(all.stderr).toContain("2 entries are left out");
    await sameOfAll("ls", [
      {},
      { path: "a" },
      { path: "folder-link" },
      { path: "empty" },
      { path: "文档", recursive: true },
      { path: "--pre=cat" },
      { path: "pipe" },
      { path: "out" },
      { path: "keys" },
      { path: "two\nlines.txt" },
      { recursive: true, limit: 7 },
    ]);
    await sameOfAll("find", [
      {},
      { name_pattern: "*.txt" },
      { name_pattern: "*.TXT" },
      { name_pattern: "-*" },
      { name_pattern: "--" },
      { name_pattern: "\\[ab\\].txt" },
      { name_pattern: "[ab].txt" },
      { name_pattern: "{a,b}*.txt" },
      { name_pattern: "\\{a,b\\}.txt" },
      { name_pattern: "?.txt" },
      { name_pattern: "*\n*" },
      { name_pattern: "说明*" },
      { name_pattern: "a/*" },
      { name_pattern: "**/b.txt", max_depth: 2 },
      { name_pattern: ".*", max_depth: 1 },
      { name_pattern: "end.txt", max_depth: 30 },
      { name_pattern: "end.txt", max_depth: 31 },
      { name_pattern: "*", path: "a", max_depth: 1 },
      { name_pattern: "*.txt", limit: 3 },
    ]);
  });

  test("grep says the same of every line", async () => {
    const found = await same("grep", { pattern: "needle", limit: 5000 });
    const names = new Set(found.stdout.split("\n").map((line) => line.replace(/:\d+:.*$/, "")));
    for (const name of [
      "--pre=cat",
      '"two\\nlines.txt"',
      "gbk.txt",
      "utf16be.txt",
      "build/out.js",
    ]) {
      expect(names).toContain(name);
    }
    expect(found.structured).toMatchObject({ binary_files: ["binary.bin", "late-nul.bin"] });
    const patterns = [
      "^needle$",
      "needle\\b",
      "\\bneedle",
      "(?i)NEEDLE",
      "^.{4}needle",
      "文|中文",
      "caf\u00e9",
      "caf.",
      "\\W文",
      "[^a-z]needle",
      "needle.$",
      "\\d{2,3}$",
      "^\\s*needle",
      "n(e{2})dl+e (29|1)\\d",
      "--pre=cat",
      "-e",
      "\\x6eeedle",
      "\\pL{6}",
      "[[:alpha:]]+ \\d+",
      "(?s)one.needle",
      "one\\rneedle",
      "a&&b|[a&&b]",
      "{a,b}",
      "x{3}needle",
      "\\Qneedle\\E",
      "\ufffd",
      "\\A needle|\\Aneedle\\z",
      "nothing at all",
    ];
    await sameOfAll(
      "grep",
      patterns.map((pattern) => ({ pattern, limit: 50 })),
    );
    for (const glob of [
      "*.txt",
      "!*.txt",
      "文档/*",
      "**/*.md",
      "-*",
      "--pre=*",
      "[ab].txt",
      "{a,b}*",
    ]) {
      await same("grep", { pattern: "needle", glob });
    }
    for (const where of [
      "crlf.txt",
      "--",
      "-x",
      "a",
      "folder-link",
      "link-in",
      "pipe.txt",
      "out",
      ".env",
    ]) {
      await same("grep", { pattern: "needle", path: where });
    }
  });

  test("any expression finds the same lines in any text", async () => {
    const character = fc.constantFrom(
      "a",
      "b",
      "A",
      "1",
      "_",
      " ",
      "-",
      ".",
      "\u00e9",
      "\u6587",
      "\r",
    );
    const line = fc.array(character, { maxLength: 8 }).map((parts) => parts.join(""));
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "\\w",
      "\\W",
      "\\d",
      "\\D",
      "\\s",
      "\\S",
      "\\b",
      "\\B",
      "^",
      "$",
      "\u6587",
      "\u00e9",
      "[ab]",
      "[^a]",
      "[^\\w]",
      "[\\W1]",
      "[a\\-_]",
      "[]a]",
      "\\.",
      "(?:a|b)",
      "(a|)",
    );
    const repeated = fc
      .tuple(atom, fc.constantFrom("", "", "", "*", "+", "?", "{2}", "*?"))
      .map(([one, count]) => (/^(\^|\$|\\b|\\B)$/.test(one) ? one : `${one}${count}`));
    const branch = fc
      .array(repeated, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""));
    const pattern = fc
      .tuple(fc.constantFrom("", "(?i)"), fc.array(branch, { minLength: 1, maxLength: 2 }))
      .map(([flag, branches]) => `${flag}${branches.join("|")}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        pattern,
        async (lines, expression) => {
          room.write("random/a.txt", lines.join("\n"));
          room.write("random/b.txt", Buffer.from(`\ufeff${lines.join("\r\n")}`, "utf8"));
          room.write("random/c.txt", Buffer.from(`\ufeff${lines.join("\n")}`, "utf16le"));
          room.write(
            "random/d.txt",
            Buffer.from(lines.join("\n").replaceAll("\u6587", ""), "latin1"),
          );
          await same("grep", { pattern: expression, path: "random" });
        },
      ),
      { seed: 17, numRuns: 40 },
    );
  });
});
