import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SkillDetail, SkillList } from "#lib/contracts/skills";
import { toolSpec } from "../tools/open-desk.ts";
import { openDesk } from "./open-desk.ts";
import { skillText } from "./open-shelf.ts";

let open: ReturnType<typeof openDesk>;
beforeEach(async () => {
  open = openDesk();
  open.write("ours/check/SKILL.md", skillText("check"));
  open.write(
    "ours/check/docent.yaml",
    "task_types: [check_docs]\nrequired_tools: [mcp.docs.docs_list]\n",
  );
  open.skill();
  open.write("own/weave/docent.yaml", "task_types: [weave_docs, check_docs]\n");
  open.write("own/weave/references/more.md", "More.\n");
  await open.desk.begin();
});
afterEach(() => open.close());

const stateOf = (name: string) =>
  open.desk.catalogue.list().find((skill) => skill.name === name)?.state;

describe("a person's review", () => {
  it("stands before a skill of theirs says anything to a model; ours needs none", async () => {
    expect([stateOf("check"), stateOf("weave")]).toEqual(["ready", "new"]);
    expect((await open.desk.ready.list()).map(({ name }) => name)).toEqual(["check"]);
    for (const file of [undefined, "SKILL.md", "references/more.md"]) {
      await expect(open.desk.ready.read("weave", file)).rejects.toMatchObject({
        code: "skill_invalid",
      });
    }
    await open.accept("weave");
    expect(stateOf("weave")).toBe("ready");
    expect((await open.desk.ready.read("weave")).text).toBe("Do it well.\n");
    expect((await open.desk.ready.read("weave", "references/more.md")).text).toBe("More.\n");
  });

  it("shows the text of every file before it is given", async () => {
    const shown = async (file?: string) =>
      SkillDetail.parse(await open.desk.show("weave", file, open.reader)).shown;
    expect(await shown()).toEqual({ file: "SKILL.md", text: skillText("weave") });
    expect(await shown("references/more.md")).toEqual({
      file: "references/more.md",
      text: "More.\n",
    });
    await expect(open.desk.show("weave", "../secret", open.reader)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is of these very bytes: any other ask again, and the old ones are known when they come back", async () => {
    await open.accept("weave");
    open.write("own/weave/references/more.md", "More!\n");
    await open.shelf.rescan();
    expect(stateOf("weave")).toBe("changed");
    await expect(open.desk.ready.read("weave")).rejects.toMatchObject({ code: "skill_invalid" });
    open.write("own/weave/references/more.md", "More.\n");
    await open.shelf.rescan();
    expect(stateOf("weave")).toBe("ready");
  });

  it("is refused for a hash that is no longer the one, without a rescan in between", async () => {
    const { hash } = await open.desk.show("weave", undefined, open.reader);
    open.write("own/weave/SKILL.md", skillText("weave", "", "Do something else.\n"));
    await expect(open.desk.change("weave", { accept: hash }, open.reader)).rejects.toMatchObject({
      code: "approval_mismatch",
    });
    expect(stateOf("weave")).toBe("new");
    expect(await open.store.skills.accepted()).toEqual([]);
    expect(open.acts.at(-1)).toMatchObject({
      ...{ tool_id: "http.skills.accept", agent_id: "person", relative_path: "weave" },
      ...{ rule: "approval_mismatch", sha256: hash },
    });
  });

  it("is kept: another program that opens the state knows it", async () => {
    await open.accept("weave");
    expect(await open.store.skills.accepted()).toMatchObject([{ name: "weave" }]);
    const [, weave] = open.desk.catalogue.list();
    expect((await open.store.skills.accepted())[0]).toEqual({
      ...{ name: "weave", hash: weave?.hash, accepted_at: weave?.accepted_at },
    });
  });

  it("is of no skill that cannot be loaded, and of none that is not there", async () => {
    open.write("own/weave/SKILL.md", "nothing");
    const accept = "0".repeat(64);
    await expect(open.desk.change("weave", { accept }, open.reader)).rejects.toMatchObject({
      code: "skill_invalid",
    });
    await expect(open.desk.change("none", { accept }, open.reader)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a switch", () => {
  it("takes a skill from models and from tasks at once, and is audited", async () => {
    await open.desk.change("check", { enabled: false }, open.reader);
    expect(stateOf("check")).toBe("disabled");
    expect(await open.desk.ready.list()).toEqual([]);
    await expect(open.desk.ready.read("check")).rejects.toMatchObject({ code: "skill_disabled" });
    expect(open.desk.catalogue.ofTaskType("check_docs")).toMatchObject({
      ...{ kind: "disabled", skill: { name: "check" } },
    });
    await open.desk.change("check", { enabled: true }, open.reader);
    expect(open.desk.catalogue.ofTaskType("check_docs")?.kind).toBe("ready");
    expect(open.acts.map(({ tool_id }) => tool_id)).toEqual([
      "http.skills.disable",
      "http.skills.enable",
    ]);
  });

  it("takes one thing at a time", async () => {
    for (const body of [{}, { enabled: true, accept: "0".repeat(64) }]) {
      await expect(open.desk.change("check", body, open.reader)).rejects.toMatchObject({
        code: "validation",
      });
    }
  });
});

describe("a task type", () => {
  it("is its skill's; ours cannot be taken over, and an unknown one is nobody's", async () => {
    await open.accept("weave");
    expect(open.desk.catalogue.ofTaskType("check_docs")?.skill.name).toBe("check");
    expect(open.desk.catalogue.ofTaskType("weave_docs")).toMatchObject({ kind: "ready" });
    expect(open.desk.catalogue.ofTaskType("none")).toBeUndefined();
    open.write("own/weave/SKILL.md", skillText("weave", "", "Changed.\n"));
    await open.shelf.rescan();
    expect(open.desk.catalogue.ofTaskType("weave_docs")).toMatchObject({ kind: "not_ready" });
  });
});

describe("whoever listens", () => {
  it("is told of what is added, accepted, changed, switched and removed, by the page or by hand", async () => {
    const told = (change: () => unknown, is: () => boolean) =>
      new Promise<void>((resolve) => {
        const end = open.desk.catalogue.onChange(() => {
          if (!is()) return;
          end();
          resolve();
        });
        void change();
      });
    await told(
      () => open.skill("loom"),
      () => stateOf("loom") === "new",
    );
    await told(
      () => open.accept("loom"),
      () => stateOf("loom") === "ready",
    );
    await told(
      () => open.write("own/loom/a.md", "a"),
      () => stateOf("loom") === "changed",
    );
    await told(
      () => open.disableByHand("loom"),
      () => stateOf("loom") === "disabled",
    );
    await told(
      () => rmSync(open.at("own/loom"), { recursive: true }),
      () => stateOf("loom") === undefined,
    );
  });
});

describe("the list", () => {
  it("holds no tool for gone whose server is merely away", async () => {
    const tool = { ...toolSpec("mcp.docs.docs_list"), provider_id: "mcp.docs" };
    const there = [{ ...tool, definition_hash: "h", enabled: true }];
    const state = () => open.desk.catalogue.list()[0]?.required_tools[0]?.state;
    open.desk.noteTools([], ["mcp.docs"]);
    expect(state()).toBe("here"); // nobody knows better yet
    open.desk.noteTools(there);
    open.desk.noteTools([], ["mcp.docs"]);
    expect(state()).toBe("here");
    open.desk.noteTools([]);
    expect(state()).toBe("missing");
  });

  it("has every skill, whole or not, with the tools that are missing, in the reader's language", async () => {
    open.write("own/broken/SKILL.md", "nothing");
    open.desk.noteTools([]);
    await open.shelf.rescan();
    const { skills } = SkillList.parse(await open.desk.list({ lang: "zh-CN" }));
    expect(skills.map(({ name, state }) => [name, state])).toEqual([
      ["check", "ready"],
      ["broken", "invalid"],
      ["weave", "new"],
    ]);
    expect(skills[0]?.required_tools).toEqual([{ id: "mcp.docs.docs_list", state: "missing" }]);
    expect(skills[1]?.error).toEqual({
      ...{ file: "SKILL.md", line: 1, message: expect.stringMatching(/开头没有前置信息/) },
    });
  });
});
