import { readFileSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TraceDetail } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { ApprovalList } from "#lib/contracts/approvals";
import { AgentList, Thread } from "#lib/contracts/http";
import { CallsPage, type TraceNode } from "#lib/contracts/records";
import { ToolList } from "#lib/contracts/tools";
import type { Says } from "../../models/scripted-model.ts";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { toolSpec } from "../../tools/open-desk.ts";
import { type Http, openHttp } from "./open-http.ts";
import { partsIn } from "./read-stream.ts";

/** Sub-agents through the routes: real docs server, real database, and a model over the wire that plays all of them. */
const question = "When is the signing key rotated?";
const sentence = "The signing key is rotated every ninety days";
const translated = "签名密钥每九十天轮换一次。";
type Told = { body: unknown; turn: number; prompt: string; offered: string[] };
type Part = (told: Told) => Says;
let parts: Record<string, Part> = {};
let server: Awaited<ReturnType<typeof scriptedServer>>;
let http: Http;
const written: unknown[] = [];

const messages = (body: unknown) =>
  (body as { messages: { role: string; content: unknown }[] }).messages;
/** Whom the model plays: the sub-agent that its instructions name, else the primary agent. */
const playing = (body: unknown) =>
  /You are the agent \\?"(\w+)/.exec(JSON.stringify(messages(body)[0]))?.[1] ?? "primary";

beforeAll(async () => {
  server = await scriptedServer(openaiChat, ({ body, offered }) => {
    const turn = messages(body).filter(
      ({ role }) => role === "tool" || role === "assistant",
    ).length;
    const part = parts[playing(body)];
    if (part === undefined) throw new Error(`Nobody plays ${playing(body)}.`);
    return part({
      body,
      offered,
      turn: turn === 0 ? 1 : 2,
      prompt: JSON.stringify(messages(body)),
    });
  });
  http = await openHttp({
    env: { DOCENT_MODEL_API_KEY: "sk-test-0123456789abcdefghijklmnop" },
    providers: [
      {
        id: "notebook",
        ours: true,
        listTools: async () =>
          ["keep_note", "erase_notes"].map((name) => toolSpec(name, { provider_id: "notebook" })),
        invoke: async (tool, args) => {
          written.push([tool.name, args]);
          return { is_error: false, text: "The note is kept." };
        },
        close: async () => {},
      },
    ],
  });
  http.write("notes/keys.md", `# Keys\n\n${sentence}.\n`);
  http.write("other/keys.md", "# Other keys\n\nThe spare key hangs in the boat house.\n");
  await readingIn(["notes", "other"]);
});

/** Starts anew over these folders, without the files that are denied. */
async function readingIn(folders: readonly string[], deny: readonly string[] = []) {
  const docs = ["mcp.docs.docs_search", "mcp.docs.docs_read"];
  const config = {
    doc_access: {
      roots: folders.map((id) => ({ id, label: id, path: http.at(id) })),
      deny,
    },
    answer: { mode: "model" },
    model: { provider: "compatible", name: "test-model", base_url: server.base_url },
    agents: [
      { id: "primary", kind: "primary", permission: "L1", tools: ["keep_note"] },
      { id: "translate", kind: "call", description: "Translates a text into Chinese." },
      { id: "researcher", kind: "full", tools: [...docs, "erase_notes", "agent.translate"] },
      { id: "deep", kind: "full", tools: ["agent.translate"], limits: { max_depth: 2 } },
      { id: "clerk", kind: "full", permission: "L1", tools: ["keep_note"] },
      { id: "janitor", kind: "full", permission: "L2", tools: ["bash"] },
    ],
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
  await http.ready();
}

afterEach(() => {
  server.requests.length = 0;
  written.length = 0;
});
afterAll(async () => {
  await http.close();
  await server.close();
});

const ask = async (more: object = {}) =>
  Answer.parse(await (await http.send("POST", "/api/ask", { question, ...more })).json());
const call = (name: string, task: string) => ({ calls: [{ name, arguments: { task } }] });
/** Starts one agent, then answers from the documents. */
const starts =
  (name: string, task = "Look for the rotation."): Part =>
  ({ turn }) =>
    turn === 1 ? call(name, task) : { text: `${sentence} [1].` };

type Placed = TraceNode & { above: readonly TraceNode[] };
async function traceOf({ trace_id }: Answer): Promise<Placed[]> {
  const tree = TraceDetail.parse(await (await http.get(`/api/traces/${trace_id}`)).json());
  const placed = (nodes: readonly TraceNode[], above: readonly TraceNode[]): Placed[] =>
    nodes.flatMap((node) => [{ ...node, above }, ...placed(node.children, [...above, node])]);
  return placed(tree.roots, []);
}
const agentIn = (nodes: readonly Placed[], id: string) => {
  const found = nodes.find(({ kind, agent_id }) => kind === "agent" && agent_id === id);
  if (found === undefined) throw new Error(`The trace has no agent ${id}.`);
  return found;
};
const threadOf = async ({ thread_id }: Answer) =>
  Thread.parse(await (await http.get(`/api/threads/${thread_id}`)).json());

describe("a sub-agent of one call", () => {
  it("is a tool to the primary agent, and what it says is shown as its own and bears out nothing", async () => {
    parts = {
      primary: ({ turn, offered, prompt }) => {
        // A question that documents answer gets the other tools when it asks for them.
        if (turn === 1) return { text: "", calls: [{ name: "tool_more", arguments: {} }] };
        expect(offered).toEqual(expect.arrayContaining(["agent_translate", "agent_researcher"]));
        // It goes as far as commands, which the primary agent may not.
        expect(offered).not.toContain("agent_janitor");
        if (!prompt.includes(translated)) return call("agent_translate", `Translate: ${sentence}.`);
        expect(prompt).toContain(translated);
        return {
          text: `${sentence} [1]. ${translated.replace("。", " [1]。")} ${translated.replace("。", " [2]。")}`,
        };
      },
      translate: ({ offered, prompt }) => {
        expect(offered).toEqual([]);
        expect(prompt).toContain("Translates a text into Chinese.");
        return { text: translated };
      },
    };
    const answer = await ask();
    expect(answer.claims.map(({ text }) => text)).toEqual([`${sentence}.`]);
    expect(answer.report ?? []).toEqual([]);
    expect(answer.actions).toMatchObject([
      { number: 1, tool_id: "agent.translate", outcome: "done", output: translated },
    ]);
    expect(answer.markdown).toContain(`> ${translated}`);
    const nodes = await traceOf(answer);
    const agent = agentIn(nodes, "translate");
    expect(agent.above.map(({ kind }) => kind)).toEqual([
      "request",
      "agent",
      "compose",
      "tool_call",
    ]);
    expect(agent).toMatchObject({
      parent_run_id: answer.run_id,
      attributes: { depth: 1, end: "answered" },
    });
    expect(agent.run_id).not.toBe(answer.run_id);
    expect(agent.children).toMatchObject([
      { kind: "model", agent_id: "translate", run_id: agent.run_id },
    ]);
    expect(JSON.stringify(nodes)).not.toContain("签名");
    expect((await threadOf(answer)).agent_turns).toBeUndefined();
  });

  it("stands for an answer where the documents have none, and for nothing else", async () => {
    parts = {
      primary: ({ turn }) =>
        turn === 1 ? call("agent_translate", "Translate: good morning") : { text: "NO_ANSWER" },
      translate: () => ({ text: "早上好" }),
    };
    const answer = await ask({ question: "Translate “good morning” for me" });
    expect(answer).toMatchObject({ status: "answered", mode: "model", claims: [], citations: [] });
    expect(answer.actions).toMatchObject([{ outcome: "done", output: "早上好" }]);
  });

  it("has one turn and no tool, whatever it calls", async () => {
    parts = {
      primary: starts("agent_translate"),
      translate: () => ({ calls: [{ name: "keep_note", arguments: { path: "a" } }] }),
    };
    const answer = await ask();
    expect(answer.actions).toMatchObject([
      { agent: "translate", tool_id: "keep_note", outcome: "refused" },
      { tool_id: "agent.translate", outcome: "failed", rule: "budget" },
    ]);
    expect(written).toEqual([]);
    const refused = (await traceOf(answer)).filter(({ tool_id }) => tool_id === "keep_note");
    expect(refused).toMatchObject([{ agent_id: "translate", deny_reason: "tool_not_granted" }]);
  });
});

describe("a sub-agent with a loop of its own", () => {
  it("S49: has the tools that it and its parent both hold, and is refused every other one under its rule", async () => {
    parts = {
      primary: starts("agent_researcher"),
      researcher: ({ turn, offered, prompt }) => {
        expect(offered.sort()).toEqual([
          "agent_translate",
          "mcp_docs_docs_read",
          "mcp_docs_docs_search",
        ]);
        if (turn === 1) {
          const search = { name: "mcp_docs_docs_search", arguments: { query: "signing key" } };
          const others = ["erase_notes", "keep_note", "bash"].map((name) => ({
            name,
            arguments: {},
          }));
          return { calls: [search, ...others] };
        }
        expect(prompt).toContain("ninety days");
        return { text: "It is every ninety days, says keys.md." };
      },
    };
    const answer = await ask();
    expect(answer.claims.map(({ text }) => text)).toEqual([`${sentence}.`]);
    expect(written).toEqual([]);
    const nodes = await traceOf(answer);
    const agent = agentIn(nodes, "researcher");
    const calls = nodes.filter(
      ({ kind, run_id }) => kind === "tool_call" && run_id === agent.run_id,
    );
    expect(calls.map((one) => [one.tool_id, one.status, one.deny_reason])).toEqual([
      ["mcp.docs.docs_search", "ok", undefined],
      // The agent was given it, and whoever started it has none to give.
      ["erase_notes", "denied", "tool_not_granted"],
      ["keep_note", "denied", "tool_not_granted"],
      ["bash", "denied", "tool_not_granted"],
    ]);
    expect(new Set(calls.map(({ parent_run_id }) => parent_run_id))).toEqual(
      new Set([answer.run_id]),
    );
    expect(calls.every(({ above }) => above.at(-1)?.span_id === agent.span_id)).toBe(true);
    const audited = CallsPage.parse(
      await (await http.get(`/api/audit/calls?trace=${answer.trace_id}&agent=researcher`)).json(),
    );
    expect(audited.rows.length).toBe(4);
    for (const row of audited.rows) {
      expect(row).toMatchObject({ run_id: agent.run_id, parent_run_id: answer.run_id });
    }
    // Its reads are its own in the record of reads as well.
    const reads = await (
      await http.get(`/api/audit?agent=researcher&trace=${answer.trace_id}`)
    ).text();
    expect(reads).toContain("keys.md");
  });

  it("reads the conversation it works for and writes its own thread alone", async () => {
    const prompts: string[] = [];
    parts = {
      primary: starts("agent_researcher", "Look for the rotation."),
      researcher: ({ prompt }) => {
        // Asked once more for what has no source, it leaves it out.
        if (prompt.includes("were held back")) return { text: "S1: -" };
        prompts.push(prompt);
        return { text: `Found it, number ${prompts.length}.` };
      },
    };
    const first = await ask();
    const { thread_id } = first;
    const second = await ask({ thread_id });
    expect(prompts[0]).not.toContain("Earlier in this conversation");
    expect(prompts[1]).toContain(`- ${sentence}. (notes/keys.md, lines 3-3)`);
    expect(prompts[1]).toContain("Found it, number 1.");
    const { messages: told, agent_turns = [] } = await threadOf(first);
    expect(JSON.stringify(told.map(({ claims }) => claims))).not.toContain("Found it");
    expect(agent_turns).toMatchObject([
      { ...{ parent_thread_id: thread_id, parent_run_id: first.run_id, trace_id: first.trace_id } },
      {
        ...{
          parent_thread_id: thread_id,
          parent_run_id: second.run_id,
          reply: "Found it, number 2.",
        },
      },
    ]);
    const own = new Set(agent_turns.map((turn) => turn.thread_id));
    expect(own.size).toBe(1);
    expect(own.has(thread_id)).toBe(false);
    await ask({ store: false });
    await http.call("DELETE", `/api/threads/${thread_id}`);
    expect(rowsOf(thread_id)).toBe(0);
  });

  it("leaves no word where nothing of a question is kept", async () => {
    parts = { primary: starts("agent_researcher"), researcher: () => ({ text: "Only once." }) };
    const answer = await ask({ store: false });
    expect(answer.actions).toMatchObject([{ output: "Only once." }]);
    expect(rowsOf(answer.thread_id)).toBe(0);
  });

  it("starts no further agent, except where its limits say so", async () => {
    const passesOn: Part = ({ turn }) =>
      turn === 1 ? call("agent_translate", "Translate: good morning") : { text: "Done." };
    parts = { primary: starts("agent_researcher"), researcher: passesOn };
    const refused = (await traceOf(await ask())).find(
      ({ tool_id, agent_id }) => tool_id === "agent.translate" && agent_id === "researcher",
    );
    expect(refused).toMatchObject({ status: "denied", deny_reason: "tool_not_granted" });
    parts = {
      primary: starts("agent_deep"),
      deep: passesOn,
      translate: () => ({ text: "早上好" }),
    };
    const answer = await ask();
    const nodes = await traceOf(answer);
    const [deep, below] = [agentIn(nodes, "deep"), agentIn(nodes, "translate")];
    expect(below.attributes).toMatchObject({ depth: 2 });
    expect(below.parent_run_id).toBe(deep.run_id);
    expect(deep.parent_run_id).toBe(answer.run_id);
  });

  it("is asked about before it is started where it may change something, and again for each change", async () => {
    parts = {
      primary: starts("agent_clerk", "Note the rotation."),
      clerk: ({ turn }) =>
        turn === 1
          ? { calls: [{ name: "keep_note", arguments: { path: "a", text: "b" } }] }
          : { text: "Noted." },
    };
    const unattended = await ask();
    expect(unattended.actions).toMatchObject([{ outcome: "refused", rule: "approval_required" }]);
    const told = http.send("POST", "/api/chat", { question }).then((response) => response.text());
    const asked: string[] = [];
    const decide = async (agent_id: string, decision: string) => {
      const waiting = async () =>
        ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;
      await expect.poll(async () => (await waiting())[0]?.agent_id).toBe(agent_id);
      const [approval] = await waiting();
      asked.push(approval?.tool_id ?? "");
      await http.send("POST", `/api/approvals/${approval?.id}`, { decision });
    };
    await decide("primary", "allow_once");
    expect(written).toEqual([]);
    await decide("clerk", "deny");
    const answer = Answer.parse(
      partsIn(await told).find(({ type }) => type === "data-answer")?.data,
    );
    expect(asked).toEqual(["agent.clerk", "keep_note"]);
    expect(written).toEqual([]);
    expect(answer.actions).toMatchObject([
      { tool_id: "keep_note", agent: "clerk", outcome: "refused", rule: "approval_denied" },
      { tool_id: "agent.clerk", outcome: "done", output: "Noted." },
    ]);
    expect(answer.markdown).toContain("1. `clerk: keep_note a`: not called (approval_denied)");
  });

  it("is asked about itself, whatever the agent that starts it is allowed for good", async () => {
    const keeps: Part = ({ turn }) =>
      turn === 1
        ? { calls: [{ name: "keep_note", arguments: { path: "a", text: "b" } }] }
        : { text: "Noted." };
    const asked: string[] = [];
    /** Allows, or refuses the clerk, until the answer is there. */
    const chat = async (primary: Part, decision: string) => {
      parts = { primary, clerk: keeps };
      let over = false;
      const told = http
        .send("POST", "/api/chat", { question, roots: ["notes"] })
        .then((response) => response.text())
        .finally(() => {
          over = true;
        });
      await expect
        .poll(async () => {
          const list = ApprovalList.parse(await (await http.get("/api/approvals")).json());
          for (const { id, agent_id, tool_id } of list.approvals) {
            asked.push(`${agent_id}: ${tool_id}`);
            const said = agent_id === "clerk" ? "deny" : decision;
            await http.send("POST", `/api/approvals/${id}`, { decision: said });
          }
          return over;
        })
        .toBe(true);
      await told;
    };
    await chat(keeps, "allow_always");
    expect(written.length).toBe(1);
    await chat(keeps, "deny"); // its own is covered
    expect([asked.splice(0), written.length]).toEqual([["primary: keep_note"], 2]);
    await chat(starts("agent_clerk"), "allow_once");
    expect(asked).toEqual(["primary: agent.clerk", "clerk: keep_note"]);
    expect(written.length).toBe(2);
    const { permissions } = ApprovalList.parse(await (await http.get("/api/approvals")).json());
    expect(permissions).toMatchObject([{ tool_id: "keep_note", agent_id: "primary" }]);
    for (const { id } of permissions) await http.send("DELETE", `/api/permissions/${id}`, {});
  });

  it("is not started for a question that ended with the server, whatever is allowed afterwards", async () => {
    const waiting = async () =>
      ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;
    const allow = (id = "", decision = "allow_once") =>
      http.send("POST", `/api/approvals/${id}`, { decision });
    const asks: Part = () => ({
      calls: [{ name: "keep_note", arguments: { path: "a", text: "b" } }],
    });
    let started = 0;
    const clerk: Part = (told) => {
      started += 1;
      return asks(told);
    };
    /** Asks with the primary agent playing so, and ends the server once `agent_id` waits for a person. */
    const endedWhile = async (primary: Part, agent_id: string) => {
      parts = { primary, clerk };
      const told = http.send("POST", "/api/chat", { question, roots: ["notes"] });
      const read = told.then((response) => response.text()).catch(() => "");
      await expect.poll(async () => (await waiting()).length).toBe(1);
      if ((await waiting())[0]?.agent_id !== agent_id) {
        await allow((await waiting())[0]?.id);
        await expect.poll(async () => (await waiting())[0]?.agent_id).toBe(agent_id);
      }
      const [asked] = await waiting();
      await http.restart();
      await read;
      return asked?.id;
    };
    for (const by of ["primary", "clerk"]) {
      const id = await endedWhile(starts("agent_clerk"), by);
      started = 0;
      const refused = await allow(id, "allow_always");
      expect(refused.status).toBe(410);
      expect(await refused.json()).toMatchObject({
        error: { code: "approval_expired", message: expect.stringContaining("has ended") },
      });
      expect(await waiting()).toEqual([]);
      expect([started, written]).toEqual([0, []]);
      const { permissions } = ApprovalList.parse(await (await http.get("/api/approvals")).json());
      expect(permissions).toEqual([]);
    }
    // A call of the primary agent's own holds all that it needs.
    await allow(await endedWhile(asks, "primary"));
    await expect.poll(() => written.length).toBe(1);
  });

  it("reads in the folders that the question is put to, and in no other", async () => {
    const outside = { name: "mcp_docs_docs_search", arguments: { query: "key", roots: ["other"] } };
    const inside = { name: "mcp_docs_docs_search", arguments: { query: "signing key" } };
    parts = {
      primary: starts("agent_researcher"),
      researcher: ({ turn }) => (turn === 1 ? { calls: [outside, inside] } : { text: "Found." }),
    };
    const answer = await ask({ roots: ["notes"] });
    const calls = (await traceOf(answer)).filter(
      ({ kind, agent_id }) => kind === "tool_call" && agent_id === "researcher",
    );
    expect(calls.map(({ status, deny_reason }) => [status, deny_reason])).toEqual([
      ["denied", "outside_scope"],
      ["ok", undefined],
    ]);
  });

  it("counts into what its question may spend", async () => {
    parts = { primary: starts("agent_researcher"), researcher: () => ({ text: "So much." }) };
    const answer = await ask();
    const { model } = answer.metrics;
    expect(model?.sub_agent_tokens).toBe(1234);
    expect(answer.metrics.tokens).toBe(1234 * 3);
  });
});

it("agents are listed with their rights, and their tools where there is a model for them", async () => {
  const { agents } = AgentList.parse(await (await http.get("/api/agents")).json());
  expect(agents.find(({ id }) => id === "primary")?.tools).toContain("agent.translate");
  const { tools } = ToolList.parse(await (await http.get("/api/tools")).json());
  const levels = tools
    .filter(({ provider_id }) => provider_id === "agents")
    .map(({ id, capability_level, risk }) => [id, capability_level, risk]);
  expect(levels).toEqual([
    ["agent.clerk", "L1", "guarded"],
    ["agent.deep", "L0", "safe"],
    ["agent.janitor", "L2", "guarded"],
    ["agent.researcher", "L0", "safe"],
    ["agent.translate", "L0", "safe"],
  ]);
});

it("nothing that was shown or said before reaches a model once its file may not be read for the question", async () => {
  const heard: string[] = [];
  const replies = ["It hangs in the boat house, says a note."];
  const hears =
    (part: Part): Part =>
    (told) => {
      heard.push(told.prompt);
      return part(told);
    };
  const spare = "The spare key hangs in the boat house";
  parts = {
    primary: ({ turn }) =>
      turn === 1
        ? call("agent_researcher", "Look for it.")
        : { text: `${spare} [1]. ${spare} [2].` },
    researcher: () => ({ text: replies.shift() ?? "Nothing." }),
  };
  const { thread_id, claims } = await ask({ question: "Where does the spare key hang?" });
  expect(claims.map(({ text }) => text)).toContain(`${spare}.`);
  parts = {
    primary: hears(starts("agent_researcher")),
    researcher: hears(() => ({ text: "Nothing." })),
  };
  const told = async (more: object = {}) => {
    heard.length = 0;
    await ask({ thread_id, ...more });
    const reminded = heard.filter((prompt) => prompt.includes("Earlier in this conversation"));
    // The last words of each agent have no source and are asked for once more, apart from the conversation.
    expect(reminded.length).toBeGreaterThanOrEqual(2);
    return reminded;
  };
  const [primary, researcher] = await told();
  for (const prompt of [primary, researcher]) {
    expect(prompt).toContain(`- ${spare}. (other/keys.md, lines 3-3)`);
  }
  expect(researcher).toContain("It hangs in the boat house");

  const silent = async (more?: object) => {
    for (const prompt of await told(more)) expect(prompt).not.toContain("boat house");
  };
  await silent({ roots: ["notes"] });
  const text = readFileSync(http.at("other/keys.md"), "utf8");
  http.write("other/keys.md", text.replace("boat house", "attic"));
  await silent();
  rmSync(http.at("other/keys.md"));
  await silent();
  http.write("other/keys.md", text);
  await readingIn(["notes", "other"], [http.at("other/keys.md")]);
  await silent();
  await readingIn(["notes"]);
  await silent();
});

function rowsOf(parent_thread_id: string): unknown {
  const db = new Database(http.at("home", "docent.db"), { readonly: true });
  try {
    return db
      .prepare("SELECT count(*) FROM agent_turns WHERE parent_thread_id = ?")
      .pluck()
      .get(parent_thread_id);
  } finally {
    db.close();
  }
}
