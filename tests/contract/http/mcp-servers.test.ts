import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Approval, ApprovalList, InvokeReply } from "#lib/contracts/approvals";
import { ConfigDocument, McpStatus, McpTools } from "#lib/contracts/http";
import { realServer } from "../../tools/real-server.ts";
import { type Http, openHttp } from "./open-http.ts";

const patient = { timeout: 240_000, interval: 20 };
const everything = realServer("@modelcontextprotocol/server-everything", "stdio");

let http: Http;
beforeAll(async () => {
  const env = { MCP_SERVERS_JSON: JSON.stringify([{ name: "everything", cmd: everything }]) };
  http = await openHttp({ env });
  http.assembly.warm();
});
afterAll(() => http.close());

const servers = async () => {
  const { servers } = McpStatus.parse(await (await http.get("/api/mcp/status")).json());
  return new Map(servers.map((server) => [server.name, server]));
};
const ready = (name: string) =>
  vi.waitFor(async () => {
    const server = (await servers()).get(name);
    expect(server).toMatchObject({ state: "ready" });
    return server;
  }, patient);
const toolsOf = async (name: string) => {
  const { tools } = McpTools.parse(await (await http.get("/api/mcp/tools")).json());
  return tools.filter((tool) => tool.server === name).map((tool) => tool.id);
};
const approvals = async () =>
  ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;
const decide = async (id: string, decision: string) =>
  Approval.parse(await (await http.send("POST", `/api/approvals/${id}`, { decision })).json());

async function save(mcp_servers: unknown[]): Promise<void> {
  const document = ConfigDocument.parse(await (await http.get("/api/config")).json());
  const next = { ...document.config, mcp_servers };
  const saved = await http.send("PUT", "/api/config", next, { "if-match": document.etag });
  expect(saved.status).toBe(200);
}

describe("a server that somebody else wrote", () => {
  it("is listed beside ours, killed, restarted, and called once a person allows the call", async () => {
    const { pid = 0 } = (await ready("everything")) ?? {};
    expect([...(await servers()).keys()]).toEqual(["docs", "everything"]);
    expect(await toolsOf("everything")).toContain("mcp.everything.echo");
    process.kill(pid, "SIGKILL");
    await vi.waitFor(
      async () => expect((await servers()).get("everything")?.pid ?? pid).not.toBe(pid),
      patient,
    );
    const restarted = await http.send("POST", "/api/mcp/everything/restart", {});
    const { servers: after } = McpStatus.parse(await restarted.json());
    expect(after[1]).toMatchObject({ name: "everything", state: "ready", restarts: 2 });

    const asked = await http.send("POST", "/api/tools/mcp.everything.echo/invoke", {
      arguments: { message: "hello" },
    });
    expect(asked.status).toBe(202);
    const reply = InvokeReply.parse(await asked.json());
    const id = "approval_id" in reply ? reply.approval_id : "";
    await decide(id, "allow_once");
    await vi.waitFor(async () => {
      const approval = Approval.parse(await (await http.get(`/api/approvals/${id}`)).json());
      expect(approval).toMatchObject({
        state: "done",
        result: { ok: true, stdout: "Echo: hello" },
      });
    }, patient);
  });
});

describe("a server that is saved over HTTP", () => {
  const saved = { name: "saved", cmd: everything, cwd: ".", env_from: ["HOME"] };

  it("starts once a person has allowed exactly it, also after a restart, and ends when that is taken back", async () => {
    await save([saved]);
    const [approval] = await approvals();
    expect(approval).toMatchObject({
      shows: { kind: "server", server: "saved", command: everything, env_names: ["HOME"] },
      choices: ["allow_always", "deny"],
    });
    expect((await servers()).get("saved")).toMatchObject({
      state: "waiting",
      approval_id: approval?.id,
    });
    await decide(approval?.id ?? "", "allow_always");
    await ready("saved");
    expect(await toolsOf("saved")).toContain("mcp.saved.echo");

    await http.restart();
    http.assembly.warm();
    await ready("saved");
    const list = ApprovalList.parse(await (await http.get("/api/approvals")).json());
    const permission = list.permissions.find(({ tool_id }) => tool_id === "mcp.saved");
    await http.call("DELETE", `/api/permissions/${permission?.id}`);
    expect((await servers()).get("saved")?.state).toBe("waiting");
    expect(await toolsOf("saved")).toEqual([]);
  });

  it("that is refused does not start, and asks again when a person restarts it", async () => {
    await save([{ ...saved, name: "refused" }]);
    const [first] = await approvals();
    await decide(first?.id ?? "", "deny");
    expect((await servers()).get("refused")).toMatchObject({ state: "waiting", tools: 0 });
    expect(await approvals()).toEqual([]);
    await http.send("POST", "/api/mcp/refused/restart", {});
    expect(await approvals()).toHaveLength(1);
    await save([]);
  });
});
