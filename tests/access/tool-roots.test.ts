import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAccess } from "#lib/access/access";
import { toolRootProblem } from "#lib/access/tool-root-problem";
import { createToolRoots, type ToolRootOptions, toolRootOverlap } from "#lib/access/tool-roots";
import { Config } from "#lib/contracts/config";

let dir: string;
const at = (...names: string[]) => path.join(dir, ...names);
const put = (name: string, text = "x") => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
};
const deny: string[] = [];
const options = (more: Partial<ToolRootOptions> = {}): ToolRootOptions => ({
  allowed: undefined,
  workspace_root: null,
  deny,
  documents: [],
  project_dir: dir,
  home: at("home"),
  ...more,
});
const roots = (more: Partial<ToolRootOptions> = {}) => createToolRoots(() => options(more));

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-tool-roots-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("the folders that tools work in", () => {
  test("are the workspace in the state folder, made when it is first used and not before", () => {
    const usual = roots();
    expect(usual.look()).toMatchObject([{ state: "closed", to_be_made: true }]);
    expect(existsSync(at("home"))).toBe(false);
    expect(usual.first()).toMatchObject({ real_path: at("home/workspace") });
    expect(usual.judge("new.txt", "new")).toMatchObject({
      kind: "allowed",
      is: "absent",
      real_path: at("home/workspace/new.txt"),
    });
  });

  test("are the configured one instead, or those of the environment, in their order", () => {
    put("work/a.txt");
    put("other/work/b.txt");
    expect(roots({ workspace_root: "work" }).first()?.real_path).toBe(at("work"));
    const two = roots({ workspace_root: "gone", allowed: [at("work"), at("other/work")] });
    expect(two.list().map(({ id }) => id)).toEqual(["work", "work-2"]);
    expect(two.judge("b.txt", "file")).toMatchObject({ real_path: at("other/work/b.txt") });
    expect(two.judge(".", "folder")).toMatchObject({ real_path: at("work") });
    expect(two.show(at("other/work/b.txt"))).toBe(at("other/work/b.txt"));
    put("other/work/a.txt");
    const both = two.judge("a.txt", "file");
    expect(both).toMatchObject({ kind: "refused", rule: "invalid_path" });
    expect(both).toHaveProperty("message", expect.stringContaining("work, work-2"));
  });

  test("that are not there, no folder, a whole disk or denied are closed with a reason; nothing is made", () => {
    put("file.txt");
    const reasons = ["gone", "file.txt", "/", "/etc", "home"].map((place) => {
      const [root] = roots({ workspace_root: place }).list();
      return root?.state === "closed" ? root.message : "open";
    });
    expect(reasons).toEqual([
      expect.stringContaining("is missing"),
      expect.stringContaining("is not a folder"),
      expect.stringContaining("is a whole disk"),
      expect.stringContaining("is on the “Never read” list"),
      expect.stringContaining("is on the “Never read” list"),
    ]);
    expect(existsSync(at("gone"))).toBe(false);
    const closed = roots({ workspace_root: "gone" }).judge("a.txt", "any");
    expect(closed).toMatchObject({ kind: "refused", setting: "tools.workspace_root" });
    expect(JSON.stringify(closed)).not.toContain(dir);
  });

  test("never hold the program, its state or its settings, nor lie in the program", () => {
    put("program/lib/x.ts");
    put("program/work/a.txt");
    put("settings/config.json");
    put("elsewhere/a.txt");
    const place = { project_dir: at("program"), config_path: at("settings/config.json") };
    const stateOf = (folder: string) => roots({ ...place, workspace_root: at(folder) }).list()[0];
    for (const folder of ["program", "program/lib", "settings"]) {
      expect(stateOf(folder), folder).toMatchObject({
        state: "closed",
        rule: "not_allowlisted",
        said: { key: "tool_root.program" },
      });
    }
    symlinkSync(at("program"), at("linked"));
    expect(stateOf("linked")).toMatchObject({ state: "closed" });
    for (const folder of ["program/work", "elsewhere"]) {
      expect(stateOf(folder), folder).toMatchObject({ state: "ok" });
    }
    const problem = toolRootProblem({ ...place, home: at("home") });
    const config = (folder: string) =>
      Config.parse({ doc_access: { roots: [] }, tools: { workspace_root: at(folder) } });
    expect(problem(config("program"))).toMatchObject({ key: "tool_root.program" });
    expect(problem(config("elsewhere"))).toBeUndefined();
  });
});

test("a folder is no tool folder whose own name, or that of one above it, is one that other programs obey", () => {
  for (const folder of [".config/fish", ".vscode", "repo/.husky/_", "work"]) {
    mkdirSync(at(folder), { recursive: true });
  }
  symlinkSync(at(".config/fish"), at("linked"));
  const stateOf = (folder: string) => roots({ allowed: [at(folder)] }).list()[0];
  for (const folder of [".config/fish", ".vscode", "repo/.husky/_", "linked"]) {
    expect(stateOf(folder), folder).toMatchObject({
      state: "closed",
      rule: "denylisted",
      said: { key: "tool_root.auto_run" },
    });
  }
  expect(stateOf("work")).toMatchObject({ state: "ok" });
  // The workspace of a state folder that is kept among the settings of a person is nobody's settings.
  const kept = roots({ home: at(".config/docent") });
  expect(kept.first()).toMatchObject({ real_path: at(".config/docent/workspace") });
});

describe("a path given to a tool", () => {
  beforeEach(() => {
    put("home/workspace/a.txt");
    put("home/workspace/sub/deep/b.txt");
    put("home/docent.db");
    put("secret.txt");
  });
  const rule = (given: unknown, want: Parameters<ReturnType<typeof roots>["judge"]>[1] = "any") => {
    const verdict = roots().judge(given, want);
    return verdict.kind === "refused" ? verdict.rule : verdict.is;
  };

  test("is taken inside and refused outside, whichever way it is written", () => {
    expect(rule("a.txt")).toBe("file");
    expect(rule("sub/../a.txt")).toBe("file");
    expect(rule(at("home/workspace/a.txt"))).toBe("file");
    expect(rule("sub")).toBe("folder");
    expect(rule("")).toBe("invalid_path");
    expect(rule(7)).toBe("invalid_path");
    expect(rule("../docent.db")).toBe("traversal");
    expect(rule(at("home/docent.db"))).toBe("not_allowlisted");
    expect(rule(at("home/workspace-evil/a.txt"))).toBe("not_allowlisted");
    expect(rule(`${at("home/workspace")}/../docent.db`)).toBe("traversal");
    expect(rule("no.txt")).toBe("unreadable");
    expect(rule("a.txt", "folder")).toBe("invalid_path");
    expect(rule("sub", "file")).toBe("not_regular_file");
    expect(rule(".ssh/id", "new")).toBe("denylisted");
  });

  test("follows links that stay inside and none that leave, to a file, a folder or nothing", () => {
    const link = (to: string, name: string) => symlinkSync(to, at("home/workspace", name));
    link("sub/deep/b.txt", "in");
    link(at("secret.txt"), "out");
    link(dir, "up");
    link(at("nothing"), "dangling-out");
    link("nothing", "dangling-in");
    link("ring", "ring");
    expect(rule("in")).toBe("file");
    expect(rule("out")).toBe("symlink_escape");
    expect(rule("up/secret.txt")).toBe("symlink_escape");
    expect(rule("up/home/workspace/a.txt")).toBe("symlink_escape"); // it ends inside, and had left
    for (const name of ["dangling-out", "dangling-in", "ring", "out", "up/new.txt", "up"]) {
      expect(["symlink_escape", "not_regular_file", "unreadable"]).toContain(rule(name, "new"));
    }
  });

  test("may name a file that is yet to be, also in folders yet to be, but not below a file", () => {
    expect(rule("new.txt", "new")).toBe("absent");
    expect(rule("x/y/z.txt", "new")).toBe("absent");
    expect(roots().judge("sub/new/z.txt", "new")).toMatchObject({
      relative_path: "sub/new/z.txt",
      real_path: at("home/workspace/sub/new/z.txt"),
    });
    expect(rule("a.txt", "new")).toBe("file");
    expect(rule("a.txt/z.txt", "new")).toBe("invalid_path");
    expect(rule("x/y/.env", "new")).toBe("denylisted");
  });

  test("is refused by the configured denylist as well", () => {
    const strict = roots({ deny: ["private"] });
    put("home/workspace/private/c.txt");
    expect(strict.judge("private/c.txt", "file")).toMatchObject({ rule: "denylisted" });
  });
});

describe("documents and tools", () => {
  const documents = (folder: string) => [{ label: "Notes", path: folder }];

  test("may not lie one inside the other, through links neither; then nothing is done in the tool root", () => {
    mkdirSync(at("notes/work"), { recursive: true });
    symlinkSync(at("notes"), at("alias"));
    for (const [tool, document] of [
      ["notes/work", "notes"],
      ["notes", "notes/work"],
      ["notes", "notes"],
      ["alias/work", "notes"],
      ["notes", "alias/work"],
    ] as const) {
      const asked = options({ workspace_root: tool, documents: documents(document) });
      expect(toolRootOverlap(asked)).toMatchObject({ document: { label: "Notes" } });
      const [root] = createToolRoots(() => asked).list();
      expect(root).toMatchObject({ state: "closed", rule: "not_allowlisted" });
    }
    expect(
      toolRootOverlap(options({ workspace_root: "note", documents: documents("notes") })),
    ).toBe(undefined);
  });

  test("the workspace in the state folder is never read as documents, so a root around it is none of its business", async () => {
    put("home/workspace/a.md", "# A");
    const asked = options({ documents: documents(".") });
    expect(toolRootOverlap(asked)).toBe(undefined);
    expect(createToolRoots(() => asked).judge("a.md", "file")).toMatchObject({ kind: "allowed" });
    const access = createAccess({
      roots: [{ id: "all", label: "All", path: dir }],
      deny,
      doc_file_patterns: ["**/*.md"],
      max_file_bytes: 1_000_000,
      allow_outside_project: true,
      project_dir: dir,
      home: at("home"),
    });
    expect(await access.judge("home/workspace/a.md")).toMatchObject({ rule: "denylisted" });
    expect(readFileSync(at("home/workspace/a.md"), "utf8")).toBe("# A");
    const inside = options({ documents: documents("home/workspace/notes") });
    expect(toolRootOverlap(inside)).toBeDefined();
  });
});
