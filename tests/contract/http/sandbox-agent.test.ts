import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { ApprovalList } from "#lib/contracts/approvals";
import { CallsPage } from "#lib/contracts/records";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { type Http, openHttp } from "./open-http.ts";
import { partsIn } from "./read-stream.ts";

const sentence = "The router sits in the cellar";
const code = `const { hits } = await tools.docs_search({ query: "router" });
files.write("count.txt", String(hits.length));
console.log("pages: " + hits.length);`;
let permission: "L0" | "L2" = "L2";
let asked: Record<string, unknown>;
let http: Http;
let server: Awaited<ReturnType<typeof scriptedServer>>;
beforeEach(() => {
  server.requests.length = 0; // each asking is a script of its own
});
beforeAll(async () => {
  asked = { language: "javascript", code, host_tools: ["mcp.docs.docs_search"] };
  server = await scriptedServer(openaiChat, ({ body }) =>
    !JSON.stringify(body).includes('"role":"tool"')
      ? { calls: [{ name: "sandbox_exec", arguments: asked }] }
      : { text: `${sentence} [1].` },
  );
  http = await openHttp();
  http.write("notes/router.md", `# Router\n\n${sentence}.\n`);
});
afterAll(async () => {
  await http.close();
  await server.close();
});

async function withPermission(level: typeof permission): Promise<void> {
  permission = level;
  const config = {
    doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
    answer: { mode: "model" },
    model: { provider: "compatible", name: "test-model", base_url: server.base_url },
    agents: [{ id: "primary", kind: "primary", permission }],
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
  await http.ready();
}
const pending = async () =>
  ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;
const question = "Where does the router sit?";

test("a model's code is seen whole in the conversation, allowed once, and its result stands in what was done", async () => {
  await withPermission("L2");
  const response = await http.send("POST", "/api/chat", { question });
  const told = response.text();
  await expect.poll(async () => (await pending()).length, { timeout: 240_000 }).toBe(1);
  const [approval] = await pending();
  expect(approval).toMatchObject({
    ...{ tool_id: "sandbox.exec", agent_id: "primary", choices: ["allow_once", "deny"] },
    shows: { kind: "code", code, backend: "wasm", host_tools: ["mcp.docs.docs_search"] },
  });
  await http.send("POST", `/api/approvals/${approval?.id}`, { decision: "allow_once" });
  const answer = Answer.parse(partsIn(await told).find(({ type }) => type === "data-answer")?.data);
  expect(answer.actions).toMatchObject([
    { tool_id: "sandbox.exec", outcome: "done", exit_code: 0, output: "pages: 1\n" },
  ]);
  const { rows } = CallsPage.parse(await (await http.get("/api/audit/calls")).json());
  const searched = rows.find(
    (row) => row.tool_id === "mcp.docs.docs_search" && row.agent_id === "primary",
  );
  const ran = rows.find((row) => row.tool_id === "sandbox.exec");
  expect(searched).toMatchObject({
    status: "ok",
    trace_id: ran?.trace_id,
    granted: { level: "L0" },
  });
});

test("what the code may not call is refused before the person is asked", async () => {
  asked = { language: "javascript", code: "1", host_tools: ["write", "agent.helper"] };
  const answer = Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
  expect(answer.actions).toMatchObject([
    { tool_id: "sandbox.exec", outcome: "refused", rule: "tool_not_granted" },
  ]);
  expect(await pending()).toEqual([]);
});

test("an agent without the level has no such tool, whatever its model says", async () => {
  asked = { language: "javascript", code: "console.log(1)" };
  await withPermission("L0");
  const answer = Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain("sandbox_exec");
  expect(answer.actions).toMatchObject([{ outcome: "refused" }]);
  expect(await pending()).toEqual([]);
});
