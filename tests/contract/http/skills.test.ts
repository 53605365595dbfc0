import { rmSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InvokeReply } from "#lib/contracts/approvals";
import { ErrorBody } from "#lib/contracts/errors";
import { ConfigDocument } from "#lib/contracts/http";
import { SkillDetail, SkillInfo, SkillList } from "#lib/contracts/skills";
import { makeZip } from "../../skills/make-zip.ts";
import { skillText } from "../../skills/open-shelf.ts";
import { readsOf } from "./audit-reads.ts";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const list = async (lang = "en") => {
  const response = await http.get("/api/skills", { "accept-language": lang });
  expect(response.status).toBe(200);
  return SkillList.parse(await response.json());
};
const named = async (name: string) => (await list()).skills.find((skill) => skill.name === name);
const show = async (name: string, query = "") =>
  SkillDetail.parse(await (await http.get(`/api/skills/${name}${query}`)).json());
const patch = (name: string, body: unknown) => http.send("PATCH", `/api/skills/${name}`, body);
const code = async (response: Response) => {
  const { error } = ErrorBody.parse(await response.json());
  return [response.status, error.code];
};
const put = (name: string, more = "", body = "Do it.\n") =>
  http.write(`home/skills/${name}/SKILL.md`, skillText(name, more, body));
const rescan = async () =>
  SkillList.parse(await (await http.send("POST", "/api/skills/rescan", {})).json());
const state = (name: string, is: string | undefined) =>
  vi.waitFor(async () => expect((await named(name))?.state).toBe(is), {
    timeout: 60_000,
    interval: 20,
  });

describe("GET /api/skills", () => {
  it("has ours, ready, with tools, task types and a hash, and says where a person puts theirs", async () => {
    const { skills, folders } = await list();
    expect(folders).toEqual({ built_in: "skills", person: http.at("home/skills") });
    const ours = skills.filter(({ source }) => source === "built_in");
    expect(ours.map(({ name, state, task_types }) => [name, state, task_types])).toEqual([
      ["check-docs", "ready", ["check_docs"]],
      ["edit-docs", "ready", ["edit_docs"]],
      ["research-report", "ready", ["research_report"]],
      ["run-code-snippet", "ready", ["run_code_snippet"]],
    ]);
    expect(ours[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(ours[0]?.allowed_tools).toContain("mcp.docs.docs_read");
    expect(ours[0]?.required_tools).toEqual([
      { id: "mcp.docs.docs_list", state: "here" },
      { id: "mcp.docs.docs_read", state: "here" },
    ]);
    expect(ours[0]?.inputs).toMatchObject({ type: "object" });
  });

  it("has a person's beside them, in the reader's language what is wrong with one", async () => {
    http.write("home/skills/broken/SKILL.md", "no front matter");
    put("weave", "allowed-tools: grep, Bash(git:*)\n");
    await rescan();
    const { skills } = await list("zh-CN");
    expect(skills.slice(4)).toMatchObject([
      { name: "broken", state: "invalid", error: { file: "SKILL.md", line: 1 } },
      { name: "weave", state: "new", allowed_tools: ["grep"], not_here: ["Bash(git:*)"] },
    ]);
    expect(skills[4]?.error?.message).toMatch(/前置信息/);
  });

  it("sees what is added, changed and removed while it runs", async () => {
    await list();
    put("weave");
    await state("weave", "new");
    const { hash } = await show("weave");
    expect((await patch("weave", { accept: hash })).status).toBe(200);
    await state("weave", "ready");
    put("weave", "", "Do it otherwise.\n");
    await state("weave", "changed");
    rmSync(http.at("home/skills/weave"), { recursive: true });
    await state("weave", undefined);
    http.write(
      "home/skills/loom.zip",
      makeZip([{ name: "loom/SKILL.md", bytes: skillText("loom") }]),
    );
    await state("loom", "new");
  });
});

describe("GET /api/skills/:name", () => {
  it("shows the text of SKILL.md, or of another file, before anybody has accepted it", async () => {
    put("weave");
    http.write("home/skills/weave/references/a b.md", "More.\n");
    http.write("home/skills/weave/picture.png", Buffer.from([0x89, 0x50, 0, 1]));
    await rescan();
    expect((await show("weave")).shown).toEqual({
      file: "SKILL.md",
      text: skillText("weave", "", "Do it.\n"),
    });
    const more = await show("weave", `?file=${encodeURIComponent("references/a b.md")}`);
    expect(more.shown?.text).toBe("More.\n");
    expect((await show("weave", "?file=picture.png")).unshown).toMatchObject({
      file: "picture.png",
    });
  });

  it("refuses what is not listed, and what it does not know", async () => {
    put("weave");
    http.write("home/skills/secret.txt", "secret");
    await rescan();
    for (const file of ["../secret.txt", "..%2Fsecret.txt", "/etc/passwd", "none.md"]) {
      const answer = await http.get(`/api/skills/weave?file=${encodeURIComponent(file)}`);
      expect(await code(answer)).toEqual([404, "not_found"]);
    }
    for (const name of ["none", "..", "%2e%2e%2fsecret", "__proto__"]) {
      expect(await code(await http.get(`/api/skills/${name}`))).toEqual([404, "not_found"]);
    }
    expect(await code(await http.get("/api/skills/weave?fil=a"))).toEqual([400, "validation"]);
  });

  it("says why one cannot be loaded, and shows of it what may be shown", async () => {
    http.write("outside.txt", "not for anybody");
    put("weave");
    symlinkSync(http.at("outside.txt"), http.at("home/skills/weave/key.md"));
    await rescan();
    const shown = await show("weave");
    expect(shown).toMatchObject({ state: "invalid", error: { file: "key.md" } });
    expect(JSON.stringify(shown)).not.toContain("not for anybody");
    expect(await code(await http.get("/api/skills/weave?file=key.md"))).toEqual([404, "not_found"]);
  });
});

describe("PATCH /api/skills/:name", () => {
  it("accepts what was shown, keeps it over a restart, and writes it down", async () => {
    put("weave");
    await rescan();
    const { hash } = await show("weave");
    const accepted = SkillInfo.parse(await (await patch("weave", { accept: hash })).json());
    expect(accepted).toMatchObject({ state: "ready", hash });
    await http.restart();
    expect(await named("weave")).toMatchObject({
      state: "ready",
      accepted_at: accepted.accepted_at,
    });
    const { rows } = await readsOf(http);
    expect(rows.find(({ tool_id }) => tool_id === "http.skills.accept")).toMatchObject({
      ...{ agent_id: "person", relative_path: "weave", sha256: hash },
    });
  });

  it("refuses a hash that is another by now, a skill that cannot be loaded, one that is not there, two things at once", async () => {
    put("weave");
    http.write("home/skills/broken/SKILL.md", "nothing");
    await rescan();
    const { hash } = await show("weave");
    put("weave", "", "Do something else.\n");
    expect(await code(await patch("weave", { accept: hash }))).toEqual([409, "approval_mismatch"]);
    expect(await code(await patch("broken", { accept: hash }))).toEqual([422, "skill_invalid"]);
    expect(await code(await patch("none", { accept: hash }))).toEqual([404, "not_found"]);
    expect(await code(await patch("none", { enabled: true }))).toEqual([404, "not_found"]);
    expect(await code(await patch("weave", {}))).toEqual([400, "validation"]);
    expect(await code(await patch("weave", { enabled: true, accept: hash }))).toEqual([
      400,
      "validation",
    ]);
    expect(await code(await patch("weave", { accept: "short" }))).toEqual([400, "validation"]);
    expect(await code(await patch("weave", { enabled: "yes" }))).toEqual([400, "validation"]);
    expect(await code(await patch("weave", "{"))).toEqual([400, "validation"]);
  });

  it("switches a skill in the configuration, which says so to whoever reads it", async () => {
    const off = SkillInfo.parse(await (await patch("check-docs", { enabled: false })).json());
    expect(off.state).toBe("disabled");
    const { config, etag } = ConfigDocument.parse(await (await http.get("/api/config")).json());
    expect(config.skills.disabled).toEqual(["check-docs"]);
    await patch("check-docs", { enabled: false });
    expect(ConfigDocument.parse(await (await http.get("/api/config")).json()).etag).toBe(etag);
    expect((await named("edit-docs"))?.state).toBe("ready");
    await patch("check-docs", { enabled: true });
    expect((await named("check-docs"))?.state).toBe("ready");
  });

  it("is a person's act at this server's own page: not from another origin", async () => {
    const headers = { origin: "https://evil.example" };
    const answer = await http.send("PATCH", "/api/skills/check-docs", { enabled: false }, headers);
    expect(await code(answer)).toEqual([403, "origin_not_allowed"]);
    expect((await named("check-docs"))?.state).toBe("ready");
  });
});

describe("the tool skill.read", () => {
  const invoke = async (args: object) => {
    const answer = await http.send("POST", "/api/tools/skill.read/invoke", { arguments: args });
    const reply = InvokeReply.parse(await answer.json());
    if (!("result" in reply)) throw new Error("it asked");
    return reply.result;
  };

  it("reads ours, and a person's once it is accepted", async () => {
    expect((await invoke({ name: "check-docs" })).stdout).toMatch(/^# Check documents/);
    put("weave");
    await rescan();
    expect((await invoke({ name: "weave" })).error).toMatchObject({ code: "skill_invalid" });
    await patch("weave", { accept: (await show("weave")).hash });
    expect((await invoke({ name: "weave" })).stdout).toBe("Do it.\n");
    await patch("weave", { enabled: false });
    expect((await invoke({ name: "weave" })).error).toMatchObject({
      ...{ code: "skill_disabled", rule: "skill_disabled" },
    });
    await patch("check-docs", { enabled: true });
  });
});
