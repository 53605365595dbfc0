import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Config } from "#lib/contracts/config";
import { createConfigFile, type SaveOutcome } from "#lib/platform/config-file";
import { createLogger } from "#lib/platform/logger";

let folder: string;
let project_dir: string;
let home: string;
const log = createLogger("test", "silent");
const root = (id: string) => ({ id, label: id, path: id });

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-config-"));
  project_dir = path.join(folder, "project");
  home = path.join(project_dir, ".docent");
  mkdirSync(home, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (config_path?: string) =>
  createConfigFile({ project_dir, home, log, ...(config_path ? { config_path } : {}) });
const put = (file: string, value: unknown) =>
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
const tracked = (value: unknown) => put(path.join(project_dir, "global_config.json"), value);
const saved = (value: unknown) => put(path.join(home, "global_config.json"), value);
const savedNow = () => JSON.parse(readFileSync(path.join(home, "global_config.json"), "utf8"));

function loaded(outcome: SaveOutcome) {
  if (outcome.kind !== "saved") throw new Error(`the save ended as ${outcome.kind}`);
  return outcome.loaded;
}

describe("reading the configuration", () => {
  it("fills what no file says with the built-in settings", () => {
    const now = open().current();
    expect(now.config).toEqual(Config.parse({}));
    expect(new Set(Object.values(now.sources))).toEqual(new Set(["default"]));
    expect(now.error).toBeUndefined();
  });

  it("puts saved sections in front of tracked ones, whole section by whole section", () => {
    tracked({ doc_access: { roots: [root("a")], max_files: 5 }, answer: { via: "direct" } });
    saved({ doc_access: { roots: [root("b")] } });
    const { config, sources, saved_to } = open().current();
    expect(config.doc_access.roots.map((r) => r.id)).toEqual(["b"]);
    expect(config.doc_access.max_files).toBe(200_000);
    expect(config.answer.via).toBe("direct");
    expect(sources).toMatchObject({ doc_access: "saved", answer: "tracked", limits: "default" });
    expect(saved_to).toBe(path.join(".docent", "global_config.json"));
  });

  it("reads the file of DOCENT_CONFIG instead of both", () => {
    tracked({ doc_access: { roots: [root("a")] } });
    saved({ doc_access: { roots: [root("b")] } });
    const mine = path.join(folder, "mine.json");
    put(mine, { answer: { via: "direct" } });
    const now = open(mine).current();
    expect(now.config.doc_access.roots).toEqual([]);
    expect(now.sources).toMatchObject({ answer: "saved", doc_access: "default" });
    expect(now.saved_to).toBe("DOCENT_CONFIG: mine.json");
  });

  it("sees a hand edit at the next look, also one that keeps size and time", () => {
    const file = path.join(project_dir, "global_config.json");
    tracked({ doc_access: { roots: [root("a")] } });
    const config = open();
    const before = config.current();
    const { atime, mtime } = statSync(file);
    tracked({ doc_access: { roots: [root("b")] } });
    utimesSync(file, atime, mtime);
    const after = config.current();
    expect(after.config.doc_access.roots[0]?.id).toBe("b");
    expect(after.etag).not.toBe(before.etag);
  });

  it("sees the same of a file that was left alone for a while, gone and back", () => {
    const file = path.join(project_dir, "global_config.json");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 }); // what was written a moment ago is old
    try {
      const config = open();
      const id = () => config.current().config.doc_access.roots[0]?.id;
      tracked({ doc_access: { roots: [root("a")] } });
      expect([id(), id()]).toEqual(["a", "a"]);
      const { atime, mtime } = statSync(file);
      tracked({ doc_access: { roots: [root("b")] } });
      utimesSync(file, atime, mtime);
      expect([id(), id()]).toEqual(["b", "b"]);
      rmSync(file);
      expect([id(), id()]).toEqual([undefined, undefined]);
      tracked({ doc_access: { roots: [root("c")] } });
      expect([id(), id()]).toEqual(["c", "c"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives the same etag to every process that reads the same bytes", () => {
    tracked({ doc_access: { roots: [root("a")] } });
    expect(open().current().etag).toBe(open().current().etag);
  });

  it("accepts a file that starts with a byte order mark", () => {
    tracked(`\uFEFF${JSON.stringify({ answer: { via: "direct" } })}`);
    expect(open().current()).toMatchObject({ config: { answer: { via: "direct" } } });
  });
});

describe("a setting of an earlier version", () => {
  it.each([
    [true, "standard"],
    [false, "strict"],
  ])("show_weak %s is read as the gate %s, and said once", (show_weak, gate) => {
    saved({ answer: { mode: "quote", show_weak } });
    const said: unknown[] = [];
    const told = Object.assign(Object.create(log), { warn: (about: unknown) => said.push(about) });
    const file = createConfigFile({ project_dir, home, log: told });
    expect(file.current()).toMatchObject({ config: { answer: { mode: "quote", gate } } });
    expect(file.current().error).toBeUndefined();
    saved({ answer: { show_weak } });
    expect(file.current().config.answer.gate).toBe(gate);
    expect(said).toEqual([{ setting: "answer.show_weak" }]);
    const save = loaded(file.save({ ...file.current().config, limits: {} }, file.current().etag));
    expect(save.config.answer.gate).toBe(gate);
    expect(JSON.stringify(savedNow())).not.toContain("show_weak");
  });

  it("gives way to what the file says under the present name, and is refused where it says nothing", () => {
    saved({ answer: { show_weak: false, gate: "standard" } });
    expect(open().current().config.answer.gate).toBe("standard");
    saved({ answer: { show_weak: "no" } });
    expect(open().current().error).toContain("show_weak");
  });
});

describe("the handbook at its earlier place", () => {
  const at = (...names: string[]) => path.join(project_dir, ...names);
  const saveRoots = (...paths: string[]) =>
    saved({ doc_access: { roots: paths.map((place, i) => ({ ...root(`r${i}`), path: place })) } });
  const paths = () =>
    open()
      .current()
      .config.doc_access.roots.map((one) => one.path);

  it("is read at its present one, in every form of its path, and said once", () => {
    saveRoots("fixtures/handbook", "./fixtures/handbook/", "fixtures/handbook/en", "fixtures/x");
    expect(paths()).toEqual(["handbook", "handbook", path.join("handbook", "en"), "fixtures/x"]);
    saveRoots(at("fixtures", "handbook", "en"), at("fixtures"), "fixtures/handbooks");
    expect(paths()).toEqual([at("handbook", "en"), at("fixtures"), "fixtures/handbooks"]);

    const said: unknown[] = [];
    const told = Object.assign(Object.create(log), { warn: (about: unknown) => said.push(about) });
    const file = createConfigFile({ project_dir, home, log: told });
    saveRoots("fixtures/handbook");
    const { etag, config } = file.current();
    saveRoots("fixtures/handbook", "elsewhere");
    expect(file.current().etag).not.toBe(etag);
    expect(said).toEqual([{ setting: "fixtures/handbook" }]);
    loaded(file.save(config, file.current().etag));
    expect(savedNow().doc_access.roots[0].path).toBe("handbook");
  });

  it("is so in the file of DOCENT_CONFIG, too", () => {
    const mine = path.join(folder, "mine.json");
    put(mine, { doc_access: { roots: [{ ...root("handbook"), path: "fixtures/handbook" }] } });
    expect(open(mine).current().config.doc_access.roots).toMatchObject([
      { id: "handbook", path: "handbook" },
    ]);
  });

  it("is left alone where the person keeps files of their own there, and not for pages left behind", () => {
    saveRoots("fixtures/handbook");
    for (const place of ["handbook/en", "fixtures/handbook/en"])
      mkdirSync(at(place), { recursive: true });
    for (const page of ["handbook/en/a.md", "fixtures/handbook/en/a.md", "fixtures/handbook/.x"])
      writeFileSync(at(page), "");
    expect(paths()).toEqual(["handbook"]);
    writeFileSync(at("fixtures/handbook/mine.md"), "");
    expect(paths()).toEqual(["fixtures/handbook"]);
    rmSync(at("fixtures/handbook"), { recursive: true });
    writeFileSync(at("fixtures/handbook"), "");
    expect(paths()).toEqual(["fixtures/handbook"]);
  });
});

describe("an invalid file", () => {
  it("leaves the last good configuration in force and says where it is wrong", () => {
    tracked({ doc_access: { roots: [root("a")] } });
    const config = open();
    config.current();
    saved('{\n  "answer": {\n    "via": nowhere\n  }\n}\n');
    const broken = config.current();
    expect(broken.config.doc_access.roots[0]?.id).toBe("a");
    expect(broken.error).toBe(
      ".docent/global_config.json: This is not valid JSON at line 3, column 12. The last valid configuration stays in use until this is fixed.",
    );
    saved({ answer: { via: "direct" } });
    expect(config.current()).toMatchObject({ config: { answer: { via: "direct" } } });
    expect(config.current().error).toBeUndefined();
  });

  it("at the first look means built-in settings and no folder", () => {
    tracked({ doc_access: { roots: [root("a")] } });
    saved({ doc_access: { rootz: [] } });
    const now = open().current();
    expect(now.config).toEqual(Config.parse({}));
    expect(now.error).toContain("doc_access.rootz: There is no setting “rootz” here");
    expect(now.error).toContain("no folder is read");
  });

  it("is explained in Chinese as well", () => {
    tracked({ retrieval: { ranker: "magic" } });
    expect(open().current("zh-CN").error).toBe(
      "global_config.json，retrieval.ranker：值必须是以下之一：explainable, basic。修正之前，使用内置设置，并且不读取任何文件夹。",
    );
  });

  it.each([
    ["an empty file", "", "not valid JSON at line 1, column 1"],
    ["a cut file", '{"answer": {', "not valid JSON"],
    ["a list", "[]", "one JSON object"],
    ["null", "null", "one JSON object"],
    ["a huge file", `{"x":"${"y".repeat(1024 * 1024)}"}`, "larger than 1 MiB"],
    ["a deep file", "[".repeat(200_000), "not valid JSON"],
    ["a key of objects' own", '{"__proto__": {}}', "There is no setting “__proto__” here"],
  ])("may be %s", (_what, text, sentence) => {
    tracked(text);
    expect(open().current().error).toContain(sentence);
  });

  it("may be a folder or a pipe, which is not waited for", () => {
    mkdirSync(path.join(project_dir, "global_config.json"));
    expect(open().current().error).toContain("not a regular file");
    execFileSync("mkfifo", [path.join(home, "global_config.json")]);
    rmSync(path.join(project_dir, "global_config.json"), { recursive: true });
    expect(open().current().error).toContain("not a regular file");
  });

  it("is said when DOCENT_CONFIG names a file that is not there", () => {
    const config = open(path.join(folder, "absent.json"));
    expect(config.current().error).toContain("does not exist");
    const now = loaded(config.save(Config.parse({}), config.current().etag));
    expect(now.error).toBeUndefined();
    expect(existsSync(path.join(folder, "absent.json"))).toBe(true);
  });
});

describe("saving", () => {
  it("writes only the sections that differ from the tracked file", () => {
    tracked({ doc_access: { roots: [root("a")] }, answer: { mode: "quote" } });
    const config = open();
    const { config: old, etag } = config.current();
    const next = { ...old, doc_access: { ...old.doc_access, roots: [root("a"), root("b")] } };
    const now = loaded(config.save(next, etag));
    expect(Object.keys(savedNow())).toEqual(["doc_access"]);
    expect(now.config).toEqual(next);
    expect(now.sources).toMatchObject({ doc_access: "saved", answer: "tracked" });
    const back = loaded(config.save(old, now.etag));
    expect(savedNow()).toEqual({});
    expect(back.sources.doc_access).toBe("tracked");
  });

  it("writes every section into the file of DOCENT_CONFIG", () => {
    const mine = path.join(folder, "mine.json");
    put(mine, {});
    const config = open(mine);
    loaded(config.save(Config.parse({ answer: { via: "direct" } }), config.current().etag));
    expect(JSON.parse(readFileSync(mine, "utf8"))).toEqual(
      Config.parse({ answer: { via: "direct" } }),
    );
  });

  it("is refused when someone else changed the file since", () => {
    const [mine, theirs] = [open(), open()];
    const { config, etag } = mine.current();
    loaded(theirs.save({ ...config, answer: { ...config.answer, via: "direct" } }, etag));
    const outcome = mine.save(config, etag);
    expect(outcome).toMatchObject({
      kind: "conflict",
      loaded: { config: { answer: { via: "direct" } } },
    });
    expect(savedNow()).toMatchObject({ answer: { via: "direct" } });
  });

  it("refuses an invalid document, names each place and writes nothing", () => {
    const config = open();
    const outcome = config.save(
      {
        doc_access: {
          roots: [{ ...root("a"), path: 3 }, { ...root("a/b"), label: "" }, root("c"), root("c")],
          max_files: 0,
          max_file_bytes: 1.5,
          doc_file_patterns: [],
        },
        retrieval: { ranker: "x" },
        model: { base_url: "nowhere", name: 4 },
        mcp_servers: [{ name: "A b", cmd: ["x"] }],
        limits: null,
        huh: 1,
      },
      config.current().etag,
    );
    expect(outcome).toMatchObject({ kind: "invalid" });
    const problems = outcome.kind === "invalid" ? outcome.problems : [];
    expect(Object.fromEntries(problems.map((p) => [p.path, p.message]))).toEqual({
      "doc_access.roots[0].path": "The value must be text in double quotes.",
      "doc_access.roots[1].id":
        "A folder’s id may not be empty or contain a slash, a backslash or NUL.",
      "doc_access.roots[1].label": "The text must have at least 1 character.",
      "doc_access.doc_file_patterns": "The list must have at least 1 entry.",
      "doc_access.max_file_bytes": "The value must be a whole number.",
      "doc_access.max_files": "The value must be at least 1.",
      "retrieval.ranker": "The value must be one of explainable, basic.",
      "model.base_url": "The value must be a full URL such as http://127.0.0.1:11434/v1.",
      "model.name": "The value must be text in double quotes.",
      "mcp_servers[0].name": "The name may contain only a–z, 0–9 and _.",
      limits: "The value must be an object in curly braces.",
      huh: expect.stringContaining("Known here: doc_access, retrieval, answer"),
    });
    expect(existsSync(path.join(home, "global_config.json"))).toBe(false);
  });

  it("refuses an entry of the denylist that would deny nothing", () => {
    const config = open();
    const deny = ["private", "a..b", "../notes", "C:\\notes\\..\\private"];
    const outcome = config.save({ doc_access: { deny } }, config.current().etag);
    const problems = outcome.kind === "invalid" ? outcome.problems : [];
    expect(problems.map((p) => p.path)).toEqual(["doc_access.deny[2]", "doc_access.deny[3]"]);
    expect(problems[0]?.message).toMatch(/^An entry of the denylist may not contain “..”/);
  });

  it("names the folder whose id is taken and an MCP server with both forms", () => {
    const config = open();
    const outcome = config.save(
      {
        doc_access: { roots: [root("c"), root("c")] },
        mcp_servers: [{ name: "x", cmd: ["x"], url: "http://127.0.0.1:1/" }],
      },
      config.current().etag,
      "zh-CN",
    );
    const messages = outcome.kind === "invalid" ? outcome.problems.map((p) => p.message) : [];
    expect(messages).toContain("MCP 服务器必须有 “cmd” 或 “url” 之一，不能两者都有。");
    const again = config.save(
      { doc_access: { roots: [root("c"), root("c")] } },
      config.current().etag,
    );
    expect(again).toEqual({
      kind: "invalid",
      problems: [
        {
          path: "doc_access.roots[1].id",
          message:
            "The id “c” is already used by folder number 1. Give this folder an id of its own.",
        },
      ],
    });
  });

  it.each([
    "https://example.org",
    "example.org:8080",
    "example.org/path",
    "user@example.org",
    "*",
    "*.*",
    "exa*mple.org",
    "a b",
    "",
  ])("refuses “%s” as a host of the web, which would match nothing", (entry) => {
    const config = open();
    const { etag } = config.current();
    for (const list of ["allow_hosts", "deny_hosts"]) {
      const outcome = config.save({ web: { [list]: [entry] } }, etag);
      const [problem] = outcome.kind === "invalid" ? outcome.problems : [];
      expect(problem?.path).toBe(`web.${list}[0]`);
    }
  });

  it("takes names, names below a name, and addresses as hosts of the web", () => {
    const config = open();
    const hosts = [
      "example.org",
      "*.example.org",
      "EXAMPLE.org.",
      "例え.jp",
      "93.184.216.34",
      "[::1]",
    ];
    const saved = loaded(config.save({ web: { allow_hosts: hosts } }, config.current().etag));
    expect(saved.config.web.allow_hosts).toEqual(hosts);
  });

  it("refuses a folder with the id of the saved pages of the web", () => {
    const config = open();
    const outcome = config.save({ doc_access: { roots: [root("web")] } }, config.current().etag);
    expect(outcome).toMatchObject({
      kind: "invalid",
      problems: [{ path: "doc_access.roots[0].id" }],
    });
    expect(JSON.stringify(outcome)).toContain("Give this folder another id.");
  });

  it("mends an invalid saved file with the etag of that file", () => {
    saved("{ broken");
    const config = open();
    const now = loaded(config.save(Config.parse({}), config.current().etag));
    expect(now.error).toBeUndefined();
  });

  it("leaves no half-written file and no temporary file behind", () => {
    const config = open();
    for (let i = 1; i <= 20; i++) {
      const { config: old, etag } = config.current();
      loaded(config.save({ ...old, limits: { ...old.limits, max_turns: i } }, etag));
    }
    expect(readdirSync(home)).toEqual(["config-undo.json", "global_config.json"]);
  });

  it("makes the state folder when there is none, and follows a linked file", () => {
    rmSync(home, { recursive: true });
    const config = open();
    loaded(config.save(Config.parse({ answer: { via: "direct" } }), config.current().etag));
    const real = path.join(folder, "real.json");
    writeFileSync(real, "{}");
    const link = path.join(folder, "link.json");
    symlinkSync(real, link);
    const linked = open(link);
    loaded(linked.save(Config.parse({}), linked.current().etag));
    expect(JSON.parse(readFileSync(real, "utf8"))).toEqual(Config.parse({}));
  });

  it("says so when the disk refuses, and keeps what was in force", () => {
    const blocked = createConfigFile({ project_dir, home: path.join(folder, "file"), log });
    writeFileSync(path.join(folder, "file"), "");
    const { config, etag } = blocked.current();
    expect(() => blocked.save({ ...config, answer: { via: "direct" } }, etag)).toThrow(
      /was not saved \((ENOTDIR|EEXIST)\)/,
    );
    expect(blocked.current().config).toEqual(config);
  });
});
