import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Approval, ApprovalList } from "#lib/contracts/approvals";
import { type ToolInfo, ToolList, type ToolResult } from "#lib/contracts/tools";
import { noCommands } from "../../tools/open-room.ts";
import { noSandboxHere } from "../../tools/open-shell.ts";
import { type Http, openHttp } from "./open-http.ts";

const without = await noSandboxHere();
const patient = { timeout: 240_000 };
let http: Http;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

async function bash(lang = "en"): Promise<ToolInfo | undefined> {
  const response = await http.get("/api/tools", { "accept-language": lang });
  return ToolList.parse(await response.json()).tools.find(({ id }) => id === "bash");
}
type Saved = { etag: string; config: { tools: { bash: { enabled: boolean } } } };
const config = async () => (await (await http.get("/api/config")).json()) as Saved;
async function save(enabled: boolean): Promise<void> {
  const { etag, config: now } = await config();
  const next = { ...now, tools: { ...now.tools, bash: { enabled } } };
  const saved = await http.send("PUT", "/api/config", next, { "if-match": etag });
  expect(saved.status).toBe(200);
}
async function invoke(cmd: string) {
  const response = await http.send("POST", "/api/tools/bash/invoke", { arguments: { cmd } });
  const body = (await response.json()) as { result?: ToolResult; approval_id?: string };
  return { status: response.status, ...body };
}
const list = async () => ApprovalList.parse(await (await http.get("/api/approvals")).json());
const decide = async (id: string, decision: string) =>
  Approval.parse(await (await http.send("POST", `/api/approvals/${id}`, { decision })).json());
async function question(): Promise<Approval> {
  const { approvals } = await list();
  expect(approvals).toHaveLength(1);
  return approvals[0] as Approval; // one was counted
}

test.skipIf(without !== undefined)(
  "commands are off until they are switched on and a person has allowed it, and off again when that is taken back",
  async () => {
    expect(await bash()).toMatchObject({
      capability_level: "L2",
      risk: "unsafe",
      enabled: false,
      off: { why: "setting" },
    });
    const refused = await invoke("echo > ran");
    expect(refused.result).toMatchObject({ ok: false, error: { code: "tool_not_granted" } });
    expect(refused.result?.error?.message).toMatch(/are off.*Settings/);
    expect((await invoke("rm -rf /")).result?.error?.code).toBe("tool_not_granted");
    expect((await list()).approvals).toEqual([]);

    await save(true);
    const asked = await question();
    expect(await bash()).toMatchObject({
      enabled: false,
      off: { why: "waiting", approval_id: asked.id },
    });
    expect((await bash("zh-CN"))?.off?.message).toMatch(/等你批准/);
    expect(asked).toMatchObject({
      choices: ["allow_always", "deny"],
      shows: {
        kind: "tool",
        tool: "bash",
        cwd: http.at("home/workspace"),
        env_names: ["PATH", "HOME", "LANG", "TERM"],
      },
    });
    expect(JSON.stringify(asked.shows)).toContain("--unshare-all");
    expect((await invoke("echo > ran")).result?.error?.code).toBe("tool_not_granted");

    await decide(asked.id, "deny");
    expect(await bash()).toMatchObject({ enabled: false, off: { why: "refused" } });
    expect((await list()).approvals).toEqual([]);
    await save(true);
    await decide((await question()).id, "allow_always");
    expect(await bash()).toMatchObject({ enabled: true });
    expect(await bash()).not.toHaveProperty("off");

    const called = await invoke("echo made > made.txt; pwd");
    expect(called.status).toBe(202);
    const shown = await question();
    expect(shown).toMatchObject({
      choices: ["allow_once", "deny"],
      shows: { kind: "command", command: "echo made > made.txt; pwd" },
    });
    await decide(shown.id, "allow_once");
    const done = await vi.waitFor(async () => {
      const now = Approval.parse(await (await http.get(`/api/approvals/${shown.id}`)).json());
      expect(now.state).toBe("done");
      return now;
    }, patient);
    expect(done.result).toMatchObject({ ok: true, stdout: `${http.at("home/workspace")}\n` });
    expect(readFileSync(http.at("home/workspace/made.txt"), "utf8")).toBe("made\n");

    const { permissions } = await list();
    expect(permissions).toMatchObject([{ tool_id: "bash", kind: "always" }]);
    const revoked = await http.call("DELETE", `/api/permissions/${permissions[0]?.id}`);
    expect(revoked.ok).toBe(true);
    expect(await bash()).toMatchObject({ enabled: false, off: { why: "refused" } });
  },
);

test.skipIf(without !== undefined)(
  "what a hand writes into the file asks too, a restart keeps the permission, and switching off ends it",
  async () => {
    await bash();
    const file = JSON.parse(readFileSync(http.at("config.json"), "utf8")) as object;
    const tools = (enabled: boolean) =>
      http.write("config.json", JSON.stringify({ ...file, tools: { bash: { enabled } } }));
    tools(true);
    expect(await bash()).toMatchObject({ enabled: false, off: { why: "waiting" } });
    await decide((await question()).id, "allow_always");
    expect((await bash())?.enabled).toBe(true);
    await http.restart();
    expect((await bash())?.enabled).toBe(true);

    tools(false);
    expect(await bash()).toMatchObject({ enabled: false, off: { why: "setting" } });
    expect((await list()).permissions).toEqual([]);
    tools(true);
    expect(await bash()).toMatchObject({ enabled: false, off: { why: "waiting" } });
    await save(true);
    expect((await list()).approvals).toHaveLength(1);

    // In another workspace it would be another thing that was allowed.
    await decide((await question()).id, "allow_always");
    http.write("other/a.txt", "");
    const moved = { workspace_root: http.at("other"), bash: { enabled: true } };
    http.write("config.json", JSON.stringify({ ...file, tools: moved }));
    expect(await bash()).toMatchObject({ enabled: false, off: { why: "waiting" } });
  },
);

test("where no sandbox can be made, commands stay off whatever was saved, and it is said why", async () => {
  await http.close();
  http = await openHttp({ commands: noCommands });
  await save(true);
  const told = await bash();
  expect(told).toMatchObject({ enabled: false, off: { why: "unavailable" } });
  expect(told?.off?.message).toMatch(/^Commands run only in a sandbox, and .*\.$/);
  expect((await invoke("echo > ran")).result?.error).toMatchObject({
    code: "tool_not_granted",
    message: told?.off?.message,
  });
  expect((await list()).approvals).toEqual([]);
});
