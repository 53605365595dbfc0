import { Approval, ApprovalList, type DecideBody, InvokeReply } from "#lib/contracts/approvals";
import { Deleted, McpStatus } from "#lib/contracts/http";
import { ToolList } from "#lib/contracts/tools";
import { call, get, post } from "./call.ts";
import { createRemote } from "./remote.ts";

/** Tools, approvals and permissions: a client of its own, so that only a page that shows them loads it. */
export const toolsApi = {
  /** Runs the tool, or asks a person first: then the reply holds the approval that it waits for. */
  invoke: (id: string, args: Record<string, unknown>, signal: AbortSignal) =>
    post(InvokeReply, `/api/tools/${encodeURIComponent(id)}/invoke`, { arguments: args }, signal),
  approval: (id: string) => get(Approval, `/api/approvals/${encodeURIComponent(id)}`),
  decide: (id: string, body: DecideBody) =>
    post(Approval, `/api/approvals/${encodeURIComponent(id)}`, body),
  revoke: (id: string) =>
    call(Deleted, `/api/permissions/${encodeURIComponent(id)}`, { method: "DELETE" }),
  /** Answers once the server is there again. */
  restartServer: (name: string) =>
    post(McpStatus, `/api/mcp/${encodeURIComponent(name)}/restart`, {}),
};

/** Every tool, and the MCP servers with their state: a server that is down has no tools, and is shown all the same. */
export const toolsRemote = createRemote(async () => {
  const [{ servers }, { tools, built_in }] = await Promise.all([
    get(McpStatus, "/api/mcp/status"),
    get(ToolList, "/api/tools"),
  ]);
  return { servers, tools, built_in };
});

/** What waits for a person, and what a person allowed for longer than once. */
export const approvalsRemote = createRemote(() => get(ApprovalList, "/api/approvals"));
