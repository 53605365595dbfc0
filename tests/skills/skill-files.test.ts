import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openShelf, problemOf, skillText } from "./open-shelf.ts";

let open: ReturnType<typeof openShelf>;
beforeEach(() => {
  open = openShelf();
});
afterEach(() => open.close());

const own = async (name = "weave") => (await open.look()).find(({ entry }) => entry === name);

describe("a skill that is whole", () => {
  it("is read with all that the open format has", async () => {
    const more =
      "license: MIT\ncompatibility: Any agent\nmetadata:\n  author: someone\n  version: 2\nunknown-to-us: [1, 2]\n" +
      "allowed-tools: Read, Bash(git add:*) mcp.docs.docs_read grep\n";
    open.write("own/weave/SKILL.md", skillText("weave", more));
    open.write("own/weave/references/more.md", "More.\n");
    const skill = await own();
    expect(skill).toMatchObject({
      kind: "loaded",
      name: "weave",
      body: "Do it well.\n",
      head: {
        license: "MIT",
        compatibility: "Any agent",
        metadata: { author: "someone", version: "2" },
        allowed: ["Read", "Bash(git add:*)", "mcp.docs.docs_read", "grep"],
      },
      companion: { required_tools: [], task_types: [] },
    });
    expect(skill?.files.map(({ path }) => path)).toEqual(["SKILL.md", "references/more.md"]);
  });

  it("is read with Windows line ends, a byte order mark, and a folded description", async () => {
    const text = skillText("weave").replace("What weave is for.", ">\n  Folded\n  words.");
    const written = `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    open.write("own/weave/SKILL.md", written);
    open.write("own/weave/docent.yaml", "\uFEFFtask_types: [check_docs]\r\n");
    const skill = await own();
    expect(skill).toMatchObject({
      ...{ kind: "loaded", head: { description: "Folded words." } },
      companion: { task_types: ["check_docs"] },
    });
    // What a person is shown before they accept it is the file to the byte.
    expect(skill && (await open.shelf.read(skill, "SKILL.md"))).toBe(written);
  });

  it("is hashed over every name and every byte of its files, and not over what git leaves", async () => {
    open.skill();
    const hash = async () => (await own())?.hash;
    const first = await hash();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    open.write("own/weave/.git/objects/ab", "no part of it");
    open.write("own/weave/.DS_Store", "nor this");
    expect(await hash()).toBe(first);
    open.write("own/weave/a.txt", "a");
    const second = await hash();
    expect(second).not.toBe(first);
    renameSync(open.at("own/weave/a.txt"), open.at("own/weave/b.txt"));
    expect(await hash()).not.toBe(second);
    open.write("own/weave/b.txt", "b");
    const third = await hash();
    expect(third).not.toBe(second);
    renameSync(open.at("own/weave/b.txt"), open.at("own/weave/a.txt"));
    open.write("own/weave/a.txt", "a");
    expect(await hash()).toBe(second);
  });

  it("has its docent.yaml read with it", async () => {
    open.skill();
    open.write(
      "own/weave/docent.yaml",
      "required_tools: [mcp.docs.docs_list]\ntask_types: [weave_docs]\nrisk_policy: { level: L1, risk: guarded }\ninputs:\n  type: object\n  properties:\n    wish: { type: string }\n",
    );
    expect(await own()).toMatchObject({
      companion: {
        required_tools: ["mcp.docs.docs_list"],
        task_types: ["weave_docs"],
        risk_policy: { level: "L1", risk: "guarded" },
        inputs: { type: "object" },
      },
    });
  });
});

describe("a skill that is not", () => {
  const head = (lines: string) => `---\n${lines}\n---\n\nText.\n`;
  const good = "name: weave\ndescription: Cloth.";
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const bomb = `${good}\nmetadata:\n  a: &a [x,x,x,x,x,x,x,x,x]\n  b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n  c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n  d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n  e: [*d,*d,*d,*d,*d,*d,*d,*d,*d]`;

  it.each<[string, string | Buffer, RegExp]>([
    ["no front matter", "# Weave\n\nText.\n", /^SKILL\.md:1 SKILL\.md does not begin/],
    ["an empty file", "", /^SKILL\.md:1 SKILL\.md does not begin/],
    ["front matter without an end", `---\n${good}\n\nText.\n`, /^SKILL\.md:1 .*does not end/],
    ["no YAML", head("name: weave\ndescription: [a, b"), /^SKILL\.md:\d+ This is not valid YAML/],
    ["a tab and a colon", head("name: weave\ndescription: Use: this: way"), /^SKILL\.md:3 .*YAML/],
    ["a name twice", head(`${good}\nname: weave`), /^SKILL\.md:4 .*not valid YAML/],
    ["a list", head("- name\n- description"), /^SKILL\.md:2 .*names with values/],
    ["no name", head("description: Cloth."), /^SKILL\.md:\d+ “name” is missing/],
    ["no description", head("name: weave\nlicense: MIT"), /“description” is missing/],
    ["an empty description", head('name: weave\ndescription: "  "'), /^SKILL\.md:3 “desc/],
    ["another name", head("name: loom\ndescription: Cloth."), /^SKILL\.md:2 .*“loom”.*“weave”/],
    ["a name in capitals", head("name: Weave\ndescription: Cloth."), /^SKILL\.md:2 The name must/],
    ["a name with a path", head("name: ../weave\ndescription: Cloth."), /The name must/],
    ["a name of 65", head(`name: ${"a".repeat(65)}\ndescription: x`), /The name must/],
    ["a long description", head(`name: weave\ndescription: ${"x".repeat(1025)}`), /1,024 char/],
    ["a record as name", head("name: { a: 1 }\ndescription: Cloth."), /“name” must be one text/],
    ["tools that are no names", head(`${good}\nallowed-tools: { a: 1 }`), /^SKILL\.md:4 .*tools/],
    ["aliases that explode", head(bomb), /^SKILL\.md:2 .*aliases/],
    ["nesting", head(`${good}\nmetadata: { a: ${deep(30)} }`), /deeper than 16/],
    ["nesting beyond a stack", head(`${good}\nmetadata: ${deep(12_000)}`), /deeper than 16|YAML/],
    [
      "a large front matter",
      head(`${good}\nlicense: "${"x".repeat(40_000)}"`),
      /larger than 32 KiB/,
    ],
    [
      "bytes that are no text",
      Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00]),
      /not UTF-8 text/,
    ],
    ["10 MB", Buffer.alloc(10 * 1024 * 1024, "x"), /^SKILL\.md The file is larger than 256 KiB/],
  ])("says where and why: %s", async (_, text, problem) => {
    open.skill("other");
    open.write("own/weave/SKILL.md", text);
    expect(problemOf(await own())).toMatch(problem);
    expect(problemOf(await own("other"))).toBeUndefined(); // the others are unharmed
  });

  it.each([
    ["no YAML", "task_types: [", /^docent\.yaml:1 .*YAML/],
    [
      "a name it does not take",
      "tools: [a]\n",
      /^docent\.yaml:1 docent\.yaml has no field “tools”/,
    ],
    ["types that are none", "task_types:\n  - check_docs\n  - Check-Docs\n", /^docent\.yaml:3 /],
    [
      "a level that is none",
      "risk_policy:\n  level: L3\n  risk: safe\n",
      /^docent\.yaml:2 .*L0, L1/,
    ],
    ["tools that are no list", "required_tools: bash\n", /^docent\.yaml:1 .*list of tool ids/],
    [
      "a form that is no schema",
      "inputs:\n  type: object\n  required: 7\n",
      /^docent\.yaml:1 .*JSON/,
    ],
    ["a form that is no object", "inputs:\n  type: string\n", /JSON Schema of type object/],
  ])("says what docent.yaml has wrong: %s", async (_, text, problem) => {
    open.skill();
    open.write("own/weave/docent.yaml", text);
    expect(problemOf(await own())).toMatch(problem);
  });

  it("is called as an address of the server is", async () => {
    open.skill("rescan");
    expect(problemOf(await own("rescan"))).toMatch(/No skill may be called “rescan”/);
  });

  it("has no SKILL.md", async () => {
    open.write("own/weave/README.md", "# Weave\n");
    expect(problemOf(await own())).toMatch(/^SKILL\.md There is no SKILL\.md/);
  });

  it("holds 10,000 files", async () => {
    open.skill();
    mkdirSync(open.at("own/weave/many"));
    for (let i = 0; i < 10_000; i++) writeFileSync(open.at(`own/weave/many/${i}.md`), "");
    expect(problemOf(await own())).toMatch(/^many It contains more than 1,000 files/);
  });

  it("is too deep, too large in one file, or in all", async () => {
    open.skill();
    open.write(`own/weave/${"a/".repeat(9)}b.md`, "x");
    expect(problemOf(await own())).toMatch(/deeper than 8 levels/);
    open.skill("heavy");
    open.write("own/heavy/one.bin", Buffer.alloc(9 * 1024 * 1024));
    expect(problemOf(await own("heavy"))).toMatch(/^one\.bin The file is larger/);
    open.skill("heavier");
    for (let i = 0; i < 5; i++) open.write(`own/heavier/${i}.bin`, Buffer.alloc(7 * 1024 * 1024));
    expect(problemOf(await own("heavier"))).toMatch(/larger than 32 MiB in total/);
  });

  it("leads out of its folder by a link, or is one", async () => {
    open.write("secret/key.txt", "not for anybody");
    open.skill();
    symlinkSync(open.at("secret/key.txt"), open.at("own/weave/key.md"));
    expect(problemOf(await own())).toMatch(/^key\.md It contains, or is itself, a link/);
    open.skill("folder");
    symlinkSync(open.at("secret"), open.at("own/folder/more"));
    expect(problemOf(await own("folder"))).toMatch(/^more It contains, or is itself, a link/);
    open.skill("nowhere");
    symlinkSync("missing", open.at("own/nowhere/gone.md"));
    expect(problemOf(await own("nowhere"))).toMatch(/^gone\.md It contains, or is itself, a link/);
    symlinkSync(open.at("own/weave"), open.at("own/whole"));
    expect(problemOf(await own("whole"))).toMatch(/It contains, or is itself, a link/);
    open.skill("within");
    symlinkSync("SKILL.md", open.at("own/within/README.md"));
    expect(problemOf(await own("within"))).toBeUndefined();
  });

  it("holds a pipe, which nobody waits for", async () => {
    open.skill();
    execFileSync("mkfifo", [open.at("own/weave/pipe.md")]);
    expect(problemOf(await own())).toMatch(
      /^pipe\.md It contains something that is neither a file/,
    );
  });

  it("holds names that no person can read", async () => {
    open.skill();
    open.write("own/weave/a\u202Egnp.exe", "x");
    expect(problemOf(await own())).toMatch(/^a\\u\{202e\}gnp\.exe A file name/);
  });
});

describe("two skills of one name", () => {
  it("of a person are both left out, and say each other's place", async () => {
    open.skill();
    const { makeZip } = await import("./make-zip.ts");
    open.write("own/other.zip", makeZip([{ name: "weave/SKILL.md", bytes: skillText("weave") }]));
    const found = await open.look();
    expect(found.map(problemOf)).toEqual([
      expect.stringMatching(/Another skill, weave, is also called “weave”/),
      expect.stringMatching(/Another skill, other\.zip, is also called “weave”/),
    ]);
    expect(found.map(({ name }) => name)).toEqual(["other.zip", "weave"]);
  });

  it("leave ours as it is, whatever a person's is called", async () => {
    open.write("ours/weave/SKILL.md", skillText("weave"));
    open.skill();
    const [ours, persons] = await open.look();
    expect(ours).toMatchObject({ kind: "loaded", source: "built_in" });
    expect(problemOf(persons)).toMatch(/Docent has a skill of its own called “weave”/);
  });
});

describe("what is no skill", () => {
  it("is passed over: plain files, hidden folders, a missing folder", async () => {
    open.write("own/README.md", "# Skills\n");
    open.write("own/.hidden/SKILL.md", skillText("hidden"));
    renameSync(open.at("ours"), open.at("gone"));
    open.skill();
    expect((await open.look()).map(({ name }) => name)).toEqual(["weave"]);
  });

  it("is not loaded without an end, and the list says how many are left", async () => {
    for (let i = 0; i < 203; i++) open.skill(`s${String(i).padStart(3, "0")}`);
    const found = await open.look();
    expect(found).toHaveLength(201);
    expect(problemOf(found.at(-1))).toMatch(/3 more skills in this folder are not loaded/);
  });
});
