import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Verdict } from "#lib/access/verdict";
import { createScratch, type Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.remove());

function ruleOf(verdict: Verdict): string {
  return verdict.kind === "allowed" ? "allowed" : verdict.rule;
}

async function judge(path: unknown, root?: unknown): Promise<string> {
  return ruleOf(await scratch.access().judge(path, root));
}

describe("a path as text", () => {
  it.each([
    ["nothing", ""],
    ["a NUL byte", "a.md\0"],
    ["a NUL byte before another extension", "a.md\0.png"],
    ["more than 4096 bytes", `${"a/".repeat(2048)}b.md`],
    ["more than 4096 bytes in few characters", "文".repeat(1366)],
    ["half a surrogate pair", "a\ud800.md"],
    ["a number", 42],
    ["null", null],
    ["a list", ["a.md"]],
    ["an object that says it is a path", { toString: () => "a.md" }],
  ])("refuses %s as invalid_path", async (_, path) => {
    expect(await judge(path)).toBe("invalid_path");
    expect(await judge(path, "notes")).toBe("invalid_path");
  });

  it("refuses a name that is longer than the file system takes", async () => {
    expect(await judge(`${"n".repeat(300)}.md`, "notes")).toBe("invalid_path");
  });

  it("takes encoded dots, variables and ~ as names like any other", async () => {
    for (const path of ["%2e%2e%2fa.md", "~/a.md", "$HOME/a.md", "%00.md"]) {
      expect(await judge(path, "notes")).toBe("unreadable");
    }
    scratch.write("notes/%2e%2e%2fliteral.md");
    expect(await judge("%2e%2e%2fliteral.md", "notes")).toBe("allowed");
  });

  it.runIf(process.platform !== "win32")("takes Windows forms on POSIX as names", async () => {
    for (const path of ["..\\notes-evil\\secret.md", "C:\\Windows\\win.ini", "\\\\?\\C:\\a.md"]) {
      expect(await judge(path, "notes")).toBe("unreadable");
    }
  });
});

describe("where a path leads", () => {
  it("allows a file by relative and by absolute path and cites it by root and relative path", async () => {
    for (const path of ["sub/b.md", "./sub//b.md", scratch.at("notes/sub/b.md")]) {
      const verdict = await scratch.access().judge(path);
      expect(verdict).toMatchObject({
        kind: "allowed",
        relative_path: "sub/b.md",
        real_path: scratch.at("notes/sub/b.md"),
      });
    }
  });

  it("allows .. that stays inside", async () => {
    expect(await judge("sub/../a.md", "notes")).toBe("allowed");
    expect(await judge(scratch.at("notes/sub/../a.md").replace("a.md", "sub/../a.md"))).toBe(
      "allowed",
    );
  });

  it("refuses .. that leaves as traversal", async () => {
    const up = "../".repeat(40);
    for (const path of [
      "..",
      "../notes-evil/secret.md",
      "sub/../../notes-evil/secret.md",
      "../notes/a.md",
      "./../notes/a.md",
      `${up}etc/passwd`,
      `sub/${up}etc/passwd`,
    ]) {
      expect(await judge(path)).toBe("traversal");
      expect(await judge(path, "notes")).toBe("traversal");
    }
    expect(await judge(`${scratch.at("notes")}/../notes-evil/secret.md`)).toBe("traversal");
    expect(await judge(`${scratch.at("notes")}/../more/c.md`, "notes")).toBe("traversal");
  });

  it("refuses a sibling folder that shares a prefix", async () => {
    expect(await judge(scratch.at("notes-evil/secret.md"))).toBe("not_allowlisted");
    expect(await judge(scratch.at("notes-evil/secret.md"), "notes")).toBe("not_allowlisted");
  });

  it("answers alike for what exists outside and what does not", async () => {
    const access = scratch.access();
    const there = await access.judge(scratch.at("outside/secret.md"));
    expect(there).toEqual(await access.judge(scratch.at("outside/nothing.md")));
    expect(there).toEqual(await access.judge("/nowhere/at/all.md"));
    expect(ruleOf(there)).toBe("not_allowlisted");
  });

  it("says that a file inside a root is missing", async () => {
    expect(await scratch.access().judge("nothing.md", "notes")).toMatchObject({
      kind: "refused",
      rule: "unreadable",
      missing: true,
    });
    expect(await scratch.access().judge("a.md/below.md", "notes")).toMatchObject({ missing: true });
  });

  it("refuses an unknown root and names those that exist", async () => {
    const verdict = await scratch.access().judge("a.md", "nope");
    expect(verdict).toMatchObject({ kind: "refused", rule: "not_allowlisted" });
    expect(verdict).toHaveProperty("message", expect.stringContaining("notes, more"));
  });

  it("never puts an absolute path into a message", async () => {
    scratch.link("notes/out.md", scratch.at("outside/secret.md"));
    for (const path of ["out.md", "nothing.md", "../x", scratch.at("outside/secret.md"), "sub"]) {
      const verdict = await scratch.access().judge(path);
      expect(verdict).toHaveProperty("message", expect.not.stringContaining(scratch.dir));
    }
  });
});

describe("a relative path without a root", () => {
  it("finds the one root that has it", async () => {
    expect(await scratch.access().judge("c.md")).toMatchObject({
      kind: "allowed",
      root: { id: "more" },
    });
  });

  it("is refused when several roots have it, naming them", async () => {
    scratch.write("more/a.md");
    const verdict = await scratch.access().judge("a.md");
    expect(verdict).toMatchObject({ kind: "refused", rule: "invalid_path" });
    expect(verdict).toHaveProperty("message", expect.stringMatching(/notes.*more|more.*notes/));
    expect(await judge("a.md", "more")).toBe("allowed");
  });

  it("is one match when the roots hold the same file", async () => {
    scratch.link("more/a.md", "../notes/a.md");
    expect(await scratch.access().judge("a.md")).toMatchObject({ root: { id: "notes" } });
  });

  it("takes the file that may be read over one that may not", async () => {
    mkdirSync(scratch.at("more/a.md"));
    expect(await scratch.access().judge("a.md")).toMatchObject({ root: { id: "notes" } });
  });
});

describe("links", () => {
  it("follows those that stay inside and cites the real path", async () => {
    scratch.link("notes/alias.md", "sub/b.md");
    scratch.link("notes/folder", "sub");
    scratch.link("notes/chain1.md", "chain2.md");
    scratch.link("notes/chain2.md", scratch.at("notes/folder/b.md"));
    for (const path of ["alias.md", "folder/b.md", "chain1.md"]) {
      expect(await scratch.access().judge(path, "notes")).toMatchObject({
        kind: "allowed",
        relative_path: "sub/b.md",
      });
    }
  });

  it("follows one that leads into another root and cites that root", async () => {
    scratch.link("notes/cross.md", "../more/c.md");
    scratch.link("notes/cross-absolute.md", scratch.at("more/c.md"));
    for (const path of ["cross.md", "cross-absolute.md"]) {
      expect(await scratch.access().judge(path, "notes")).toMatchObject({
        kind: "allowed",
        root: { id: "more" },
        relative_path: "c.md",
      });
    }
  });

  it("refuses those that leave, whatever the way", async () => {
    scratch.link("notes/file.md", scratch.at("outside/secret.md"));
    scratch.link("notes/relative.md", "../outside/secret.md");
    scratch.link("notes/evil.md", "../notes-evil/secret.md");
    scratch.link("notes/dir", "../outside");
    scratch.link("notes/hop1", "hop2");
    scratch.link("notes/hop2", "dir");
    scratch.link("notes/parent", "..");
    for (const path of [
      "file.md",
      "relative.md",
      "evil.md",
      "dir/secret.md",
      "hop1/secret.md",
      "parent/outside/secret.md",
      "parent",
    ]) {
      expect([path, await judge(path, "notes")]).toEqual([path, "symlink_escape"]);
    }
  });

  it("answers alike whether or not the place outside exists", async () => {
    scratch.link("notes/there", "../outside");
    scratch.link("notes/dangling", "../not-there");
    const access = scratch.access();
    const answers = [
      await access.judge("there/secret.md", "notes"),
      await access.judge("there/nothing.md", "notes"),
      await access.judge("dangling/secret.md", "notes"),
      await access.judge("dangling", "notes"),
    ];
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers.map(ruleOf)).toEqual(Array(4).fill("symlink_escape"));
  });

  it("goes up from no file, as the system does not", async () => {
    scratch.link("notes/up.md", "sub/../a.md");
    scratch.link("notes/through.md", "a.md/../a.md");
    expect(await judge("up.md", "notes")).toBe("allowed");
    expect(await judge("through.md", "notes")).toBe("unreadable");
  });

  it("ends at loops and cycles", async () => {
    scratch.link("notes/self.md", "self.md");
    scratch.link("notes/loop-a.md", "loop-b.md");
    scratch.link("notes/loop-b.md", "loop-a.md");
    expect(await judge("self.md", "notes")).toBe("unreadable");
    expect(await judge("loop-a.md", "notes")).toBe("unreadable");
  });

  it("refuses one whose target may not be read", async () => {
    scratch.write("notes/.env", "SECRET=1");
    scratch.write("notes/data.json", "{}");
    scratch.link("notes/env.md", ".env");
    scratch.link("notes/data.md", "data.json");
    expect(await judge("env.md", "notes")).toBe("denylisted");
    expect(await judge("data.md", "notes")).toBe("not_a_document");
  });

  it("does not read through a root that is gone", async () => {
    scratch.link("notes/cross.md", "../gone/x.md");
    scratch.write("gone/x.md");
    expect(await judge("cross.md", "notes")).toBe("symlink_escape");
  });
});

describe("what is no document", () => {
  it.each(["sub", ".", "sub/", "folder.md"])(
    "refuses the folder %j as not_regular_file",
    async (path) => {
      mkdirSync(scratch.at("notes/folder.md"));
      expect(await judge(path, "notes")).toBe("not_regular_file");
    },
  );

  it.runIf(process.platform !== "win32")("refuses a pipe without waiting for it", async () => {
    execFileSync("mkfifo", [scratch.at("notes/pipe.md")]);
    expect(await judge("pipe.md", "notes")).toBe("not_regular_file");
  });

  it.runIf(process.platform !== "win32")("refuses a socket and a device", async () => {
    const server = createServer().listen(scratch.at("notes/s.md"));
    await once(server, "listening");
    scratch.link("notes/null.md", "/dev/null");
    expect(await judge("s.md", "notes")).toBe("not_regular_file");
    expect(await judge("null.md", "notes")).toBe("symlink_escape");
    server.close();
  });

  it("refuses a path that is short enough but too long below its root", async () => {
    const names = Array.from({ length: 30 }, () => "n".repeat(130)).join("/");
    expect(["invalid_path", "unreadable"]).toContain(await judge(`${names}/a.md`, "notes"));
  });

  it("refuses what the patterns do not name", async () => {
    for (const name of ["a.txt", "a.md.bak", "md", "a.mdown"]) {
      scratch.write(`notes/${name}`);
      expect([name, await judge(name, "notes")]).toEqual([name, "not_a_document"]);
    }
  });

  it("takes the patterns without regard to case, and a root's own before the common ones", async () => {
    scratch.write("notes/README.MD");
    scratch.write("more/a.txt");
    expect(await judge("README.MD", "notes")).toBe("allowed");
    const access = scratch.access({
      roots: [{ id: "more", label: "More", path: scratch.at("more"), patterns: ["*.txt"] }],
    });
    expect(ruleOf(await access.judge("a.txt"))).toBe("allowed");
    expect(ruleOf(await access.judge("c.md"))).toBe("not_a_document");
  });

  it("lets a pattern with ! take away and never add", async () => {
    scratch.write("notes/drafts/d.md");
    scratch.write("notes/x.json");
    const access = scratch.access({ doc_file_patterns: ["**/*.md", "!drafts/**"] });
    expect(ruleOf(await access.judge("drafts/d.md"))).toBe("not_a_document");
    expect(ruleOf(await access.judge("x.json"))).toBe("not_a_document");
    expect(ruleOf(await access.judge("a.md"))).toBe("allowed");
  });

  it("keeps hidden folders and files off unless the root says otherwise", async () => {
    scratch.write("notes/.obsidian/x.md");
    scratch.write("notes/sub/.hidden.md");
    expect(await judge(".obsidian/x.md", "notes")).toBe("not_a_document");
    expect(await judge("sub/.hidden.md", "notes")).toBe("not_a_document");
    const access = scratch.access({
      roots: [{ id: "notes", label: "Notes", path: scratch.at("notes"), hidden: true }],
    });
    expect(ruleOf(await access.judge(".obsidian/x.md"))).toBe("allowed");
    expect(ruleOf(await access.judge("sub/.hidden.md"))).toBe("allowed");
  });

  it("refuses a file over the size limit by its size alone, however sparse", async () => {
    scratch.write("notes/sparse.md", "");
    truncateSync(scratch.at("notes/sparse.md"), 2 * 1024 ** 3);
    expect(await judge("sparse.md", "notes")).toBe("too_large");
  });
});

describe("roots", () => {
  it("says in a sentence what is wrong with each odd one and reads nothing below it", async () => {
    scratch.write("file.md");
    const access = scratch.access({
      roots: [
        { id: "missing", label: "Missing", path: scratch.at("nope") },
        { id: "file", label: "File", path: scratch.at("file.md") },
        { id: "disk", label: "Disk", path: nodePath.parse(scratch.dir).root },
        { id: "denied", label: "Denied", path: scratch.at("project/.docent/workspace") },
      ],
    });
    expect(access.roots.map((root) => (root.state === "ok" ? "ok" : root.rule))).toEqual([
      "unreadable",
      "not_regular_file",
      "denylisted",
      "denylisted",
    ]);
    for (const root of access.roots) {
      const message = root.state === "unhealthy" ? root.message : "";
      expect(message).toContain(root.label);
      expect(message).not.toContain(scratch.dir);
      expect((await access.judge("notes/a.md", root.id)).kind).toBe("refused");
    }
  });

  it("reads nothing when there are none", async () => {
    const access = scratch.access({ roots: [] });
    for (const path of ["a.md", scratch.at("notes/a.md"), "/"]) {
      expect(ruleOf(await access.judge(path))).toBe("not_allowlisted");
    }
  });

  it("may itself be a link, and is then known by both names", async () => {
    scratch.link("shortcut", "notes");
    const access = scratch.access({
      roots: [{ id: "s", label: "S", path: scratch.at("shortcut") }],
    });
    for (const path of ["a.md", scratch.at("shortcut/a.md"), scratch.at("notes/a.md")]) {
      expect(await access.judge(path)).toMatchObject({
        kind: "allowed",
        root: { id: "s" },
        relative_path: "a.md",
      });
    }
  });

  it("gives a file of nested roots to the inner one, and by id to the one that was named", async () => {
    const access = scratch.access({
      roots: [
        { id: "outer", label: "Outer", path: scratch.at("notes") },
        { id: "inner", label: "Inner", path: scratch.at("notes/sub") },
      ],
    });
    expect(await access.judge(scratch.at("notes/sub/b.md"))).toMatchObject({
      root: { id: "inner" },
      relative_path: "b.md",
    });
    expect(await access.judge("sub/b.md", "outer")).toMatchObject({
      root: { id: "outer" },
      relative_path: "sub/b.md",
    });
  });

  it("is unhealthy when it is taken away and healthy again when it is back", async () => {
    const access = scratch.access({
      roots: [{ id: "late", label: "Late", path: scratch.at("late") }],
    });
    expect(access.roots[0]?.state).toBe("unhealthy");
    scratch.write("late/x.md");
    expect(access.roots[0]?.state).toBe("ok");
    expect(ruleOf(await access.judge("x.md"))).toBe("allowed");
  });

  it("lies inside the project when allow_outside_project is off", async () => {
    scratch.write("project/docs/d.md");
    scratch.link("project/sneaky", "../notes");
    const access = scratch.access({
      allow_outside_project: false,
      roots: [
        { id: "in", label: "In", path: "docs" },
        { id: "out", label: "Out", path: scratch.at("notes") },
        { id: "link", label: "Link", path: "sneaky" },
      ],
    });
    expect(ruleOf(await access.judge("d.md", "in"))).toBe("allowed");
    expect(ruleOf(await access.judge("a.md", "out"))).toBe("outside_project");
    expect(ruleOf(await access.judge("a.md", "link"))).toBe("outside_project");
  });
});

describe("a paused root", () => {
  const root = (id: string, path: string, paused = false) => ({
    id,
    label: id.toUpperCase(),
    path: scratch.at(path),
    paused,
  });
  const judge = (roots: ReturnType<typeof root>[], path: string, id?: string) =>
    scratch.access({ roots }).judge(path, id);

  it("is refused by name, by full path and through a link from another root", async () => {
    scratch.link("more/alias.md", scratch.at("notes/a.md"));
    const roots = [root("notes", "notes", true), root("more", "more")];
    for (const [path, id] of [
      ["a.md", "notes"],
      [scratch.at("notes/a.md"), undefined],
      ["alias.md", "more"],
    ] as const) {
      expect(await judge(roots, path, id)).toMatchObject({
        kind: "refused",
        rule: "not_allowlisted",
        message: expect.stringContaining("paused"),
      });
    }
    expect((await judge(roots, "c.md")).kind).toBe("allowed");
  });

  it("of nested ones the innermost decides", async () => {
    const inner = [root("notes", "notes"), root("sub", "notes/sub", true)];
    expect((await judge(inner, "sub/b.md", "notes")).kind).toBe("refused");
    expect((await judge(inner, "a.md", "notes")).kind).toBe("allowed");
    const outer = [root("notes", "notes", true), root("sub", "notes/sub")];
    expect((await judge(outer, "b.md", "sub")).kind).toBe("allowed");
    expect((await judge(outer, "sub/b.md", "notes")).kind).toBe("refused");
    expect((await judge(outer, scratch.at("notes/sub/b.md"))).kind).toBe("allowed");
  });
});

describe("many paths at once", () => {
  it("refuses what a folder leads to that was swapped for a link after the first of them", async () => {
    scratch.write("notes/sub/c.md");
    scratch.write("notes-evil/c.md");
    const border = scratch.access().now();
    expect(ruleOf(await border.judge("sub/b.md", "notes"))).toBe("allowed");
    rmSync(scratch.at("notes/sub"), { recursive: true });
    scratch.link("notes/sub", scratch.at("notes-evil"));
    expect(ruleOf(await border.judge("sub/c.md", "notes"))).toBe("symlink_escape");
  });

  it("refuses what is gone with its folder", async () => {
    const border = scratch.access().now();
    expect(ruleOf(await border.judge("sub/b.md", "notes"))).toBe("allowed");
    rmSync(scratch.at("notes/sub"), { recursive: true });
    expect(ruleOf(await border.judge("sub/b.md", "notes"))).toBe("unreadable");
  });
});
