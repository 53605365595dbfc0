import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { TraceDetail } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { ApprovalList } from "#lib/contracts/approvals";
import { ErrorBody } from "#lib/contracts/errors";
import { ConfigDocument, Thread, ThreadList } from "#lib/contracts/http";
import type { TraceNode } from "#lib/contracts/records";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { toolSpec } from "../../tools/open-desk.ts";
import { type Http, openHttp } from "./open-http.ts";
import { partsIn, partsOf } from "./read-stream.ts";

/** Model mode through the routes, with a model that speaks over the wire as a provider of Chat Completions does. */
const key = "sk-test-0123456789abcdefghijklmnop";
const question = "When is the signing key rotated?";
const sentence = "The signing key is rotated every ninety days";
type Script = Parameters<typeof scriptedServer>[1];
let script: Script;
let server: Awaited<ReturnType<typeof scriptedServer>>;
let http: Http;
const written: unknown[] = [];

beforeAll(async () => {
  server = await scriptedServer(openaiChat, (told) => script(told));
  http = await openHttp({
    env: { DOCENT_MODEL_API_KEY: key },
    providers: [
      {
        id: "notebook",
        ours: true,
        listTools: async () => [toolSpec("keep_note", { provider_id: "notebook" })],
        invoke: async (_tool, args) => {
          written.push(args);
          return { is_error: false, text: "The note is kept." };
        },
        close: async () => {},
      },
    ],
  });
  http.write("notes/keys.md", `# Keys\n\n${sentence}.\n`);
  const config = {
    doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
    answer: { mode: "model" },
    model: {
      ...{ provider: "compatible", name: "test-model", base_url: server.base_url },
      models: ["other-model"],
      prices: { input: 1, output: 1 },
    },
    agents: [{ id: "primary", kind: "primary", permission: "L1", tools: ["keep_note"] }],
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
  await http.ready();
});
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
const turnOf = (body: unknown) =>
  (body as { messages: unknown[] }).messages.filter((m) => (m as { role: string }).role === "tool")
    .length + 1;

describe("a question in model mode", () => {
  it("is answered in the model's words, with what it cost, as a tree in the trace", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const answer = await ask();
    expect(answer).toMatchObject({ status: "answered", mode: "model", notices: [] });
    expect(answer.claims.map(({ text }) => text)).toEqual([`${sentence}.`]);
    expect(answer.metrics.model).toMatchObject({
      ...{ provider: "compatible", name: "test-model", turns: 1 },
      ...{ input_tokens: 1200, cached_tokens: 1000, output_tokens: 34 },
    });
    const tree = TraceDetail.parse(await (await http.get(`/api/traces/${answer.trace_id}`)).json());
    const kinds = (nodes: readonly TraceNode[], above: string): string[] =>
      nodes.flatMap((node) => {
        const here = `${above}/${node.kind}`;
        return [here, ...kinds(node.children, here)];
      });
    const paths = kinds(tree.roots, "");
    expect(paths).toContain("/request/agent/compose/model");
    expect(paths).toContain("/request/agent/compose/tool_call");
    expect(paths).toContain("/request/agent/task/tool_call");
    // The sentences that were shown stand at its end; what was read and done says nothing of them.
    expect(JSON.stringify({ ...tree, outcome: undefined })).not.toContain("ninety");
  });

  it("goes on from what was shown before in its conversation, which begins every question alike", async () => {
    const isZeppelin = (body: unknown) =>
      JSON.stringify(body).includes("The question: Which zeppelin crossed Antarctica?");
    // Of the question before it evidence is found for this one too, which does not say it.
    script = ({ body }) =>
      isZeppelin(body)
        ? { text: "It was a red zeppelin [1]." }
        : { text: `${sentence} [1]. It rusts.` };
    const { thread_id } = await ask();
    await ask({ thread_id, question: "Which zeppelin crossed Antarctica?" });
    for (const asked of ["When is the key rotated?", "When is the signing key rotated again?"])
      await ask({ thread_id, question: asked });
    const prompts = server.requests
      .map(({ body }) => (body as { messages: { role: string; content: string }[] }).messages)
      .filter(([system]) => !system?.content.startsWith("You prepare the search"))
      .filter(([system]) => !system?.content.startsWith("Sentences of an answer"))
      .filter(([system]) => !system?.content.startsWith("Each line is a question"))
      .filter((messages) => messages.length === 2); // the first turn of each question
    expect(prompts.length).toBe(4);
    expect(new Set(prompts.map(([system]) => system?.content)).size).toBe(1);
    const [, , second = "", third = ""] = prompts.map(([, user]) => user?.content);
    expect(second).toContain(`Asked: ${question}`);
    expect(second).toContain(`- ${sentence}. (notes/keys.md, lines 3-3)`);
    expect(second).toContain("Asked: Which zeppelin crossed Antarctica?\nShown:\n- nothing");
    expect(second).not.toContain("rusts");
    const told = second.slice(0, second.indexOf("Evidence:"));
    expect(told.length).toBeGreaterThan(300);
    expect(third.startsWith(told)).toBe(true);
    expect(third.slice(told.length)).toContain("Asked: When is the key rotated?");
  });

  it("is put to the documents alone where it asks for quotations", async () => {
    const answer = await ask({ mode: "quote" });
    expect(answer).toMatchObject({ mode: "quote", notices: [] });
    expect(server.requests).toEqual([]);
  });

  it("R15: is answered with quotations after one refusal, and the key is nowhere", async () => {
    script = () => ({ status: 401, chunks: [openaiChat.refusal(`Bad key ${key}`, "invalid")] });
    const answer = await ask();
    expect(answer).toMatchObject({ status: "answered", mode: "quote" });
    expect(answer.notices.map(({ code }) => code)).toEqual(["model_fallback"]);
    expect(server.requests.length).toBe(1);
    expect(JSON.stringify(answer)).not.toContain("sk-test");
  });

  it("R16: keeps what was shown before the stream was cut, says that it is not whole, and asks no second time", async () => {
    script = () => {
      const events = openaiChat.events({
        ...{ text: `${sentence} [1]. And then nobody knows what`, turn: 1 },
        tokens: { input: 1, cached: 0, output: 1 },
      });
      return { chunks: events.slice(0, -3), end: "reset" };
    };
    const answer = await ask();
    expect(answer).toMatchObject({ status: "partial", mode: "model" });
    expect(answer.claims.map(({ text }) => text)).toEqual([`${sentence}.`]);
    expect(answer.gaps.map(({ cause }) => cause)).toEqual(["error"]);
    expect(server.requests.length).toBe(1);
  });

  it("R18: stopped by the person, it ends at the provider too", async () => {
    const [head = ""] = openaiChat.events({
      ...{ text: "x", turn: 1 },
      tokens: { input: 1, cached: 0, output: 1 },
    });
    script = () => ({ chunks: [head], end: "hang" });
    const response = await http.send("POST", "/api/chat", { question });
    const reader = response.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    const { thread_id } = z
      .object({ messageMetadata: z.object({ thread_id: z.string() }) })
      .parse(partsIn(first)[0]).messageMetadata;
    await expect.poll(() => server.requests.length).toBe(1);
    await http.send("POST", `/api/chat/${thread_id}/stop`, {});
    await server.left(1);
    await reader?.cancel();
  });
});

describe("a question that names its model", () => {
  const other = { model: "other-model" };
  const refusedBy = async (route: string, more: object) => {
    const response = await http.send("POST", route, { question, ...more });
    const { code, message } = ErrorBody.parse(await response.json()).error;
    return `${response.status} ${code}: ${message}`;
  };
  const threads = async () => ThreadList.parse(await (await http.get("/api/threads")).json()).total;

  it("is planned, searched for, answered and delegated by that one, which answer, trace and export name", async () => {
    const { config, etag } = ConfigDocument.parse(await (await http.get("/api/config")).json());
    const save = (change: object, tag: string) =>
      http.send("PUT", "/api/config", { ...config, ...change }, { "if-match": tag });
    const saved = await save(
      {
        answer: { ...config.answer, mode: "quote" },
        retrieval: { ...config.retrieval, strategy: "agentic" },
        agents: [...config.agents, { id: "translate", kind: "call", description: "Translates." }],
      },
      etag,
    );
    const { etag: changed } = ConfigDocument.parse(await saved.json());
    const { thread_id } = await ask();
    expect(server.requests).toEqual([]); // of quotations, as the configuration says
    const asked: string[] = [];
    const searching = "mcp_docs_docs_search";
    script = ({ body, offered }) => {
      const told = JSON.stringify(body);
      const kind = told.includes("You prepare the search")
        ? "plan"
        : offered.includes(searching)
          ? "search"
          : offered.includes("agent_translate") || offered.includes("tool_more")
            ? "answer"
            : "delegated";
      asked.push(kind);
      if (kind === "plan") return { text: `Q1: ${question}` };
      if (kind === "search" && turnOf(body) === 1)
        return { calls: [{ name: searching, arguments: { query: "signing key" } }] };
      if (kind === "answer" && !offered.includes("agent_translate"))
        return { calls: [{ name: "tool_more", arguments: {} }] };
      if (kind === "answer" && !told.includes("Translate: key"))
        return { calls: [{ name: "agent_translate", arguments: { task: "Translate: key" } }] };
      return { text: kind === "answer" ? `${sentence} [1].` : "Done." };
    };
    const answer = await ask({ ...other, thread_id, question: "When is it rotated?" });
    await save({}, changed);
    expect(new Set(asked)).toEqual(new Set(["plan", "search", "answer", "delegated"]));
    const names = server.requests.map(({ body }) => (body as { model: string }).model);
    expect(new Set(names)).toEqual(new Set(["other-model"]));
    expect(answer).toMatchObject({ mode: "model", metrics: { model: { name: "other-model" } } });
    expect(answer.metrics.model?.cost).toBeUndefined(); // the prices are those of the first
    expect(answer.steps?.find(({ model }) => model !== undefined)).toMatchObject(other);
    const tree = await (await http.get(`/api/traces/${answer.trace_id}`)).text();
    expect(tree).toContain('"name":"other-model"');
    expect(tree).not.toContain("test-model");
    const file = await (await http.get(`/api/threads/${thread_id}/export`)).text();
    expect(file).toContain("Written by the model `other-model`.");
    const signal = new AbortController().signal;
    const reader = { trace_id: "trace_1", lang: "en" as const, signal };
    expect(await http.assembly.verifyExport(file, reader)).toMatchObject({ holds: true });
  });

  it("is refused by a sentence where no such model is set up, and nothing of it is kept", async () => {
    const before = await threads();
    const said =
      "404 not_found: The model “gone” is not set up. Use one of test-model, other-model, or add it";
    for (const route of ["/api/ask", "/api/chat"])
      expect(await refusedBy(route, { model: "gone" })).toContain(said);
    expect(await refusedBy("/api/ask", { ...other, mode: "quote" })).toContain("400 validation");
    expect(await refusedBy("/api/ask", { model: " " })).toContain("400 validation: model:");
    expect(server.requests).toEqual([]);
    expect(await threads()).toBe(before);
  });

  it("is another question than the same one put to another model, under one key", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const headers = { "idempotency-key": "named-1" };
    const first = await http.send("POST", "/api/ask", { question, ...other }, headers);
    const again = await http.send("POST", "/api/ask", { question, ...other }, headers);
    expect(await again.json()).toEqual(await first.json());
    expect(server.requests.length).toBe(1);
    const another = await http.send("POST", "/api/ask", { question }, headers);
    expect(ErrorBody.parse(await another.json()).error.code).toBe("idempotency_mismatch");
  });
});

describe("a tool that asks, called by a model", () => {
  const writes: Script = ({ body }) =>
    turnOf(body) === 1
      ? { calls: [{ name: "keep_note", arguments: { path: "a", text: "b" } }] }
      : { text: `${sentence} [1].` };
  const pending = async () =>
    ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;

  it("waits in the chat for a person, and runs once it is allowed", async () => {
    script = writes;
    const response = await http.send("POST", "/api/chat", { question });
    const told = response.text();
    await expect.poll(async () => (await pending()).length).toBe(1);
    expect(written).toEqual([]);
    const [asked] = await pending();
    expect(asked).toMatchObject({ tool_id: "keep_note", agent_id: "primary" });
    await http.send("POST", `/api/approvals/${asked?.id}`, { decision: "allow_once" });
    const parts = partsIn(await told);
    const states = parts.filter(({ type }) => type === "data-approval").map(({ data }) => data);
    expect(states).toMatchObject([
      { approval_id: asked?.id, tool_id: "keep_note", state: "pending" },
      { approval_id: asked?.id, state: "over" },
    ]);
    expect(written).toEqual([{ path: "a", text: "b" }]);
    const answer = Answer.parse(parts.find(({ type }) => type === "data-answer")?.data);
    expect(answer.actions).toMatchObject([{ outcome: "done", output: "The note is kept." }]);
    expect(answer.claims.length).toBe(1);
  });

  it("stays told where the answer is stopped after it, and is not made again under the same key", async () => {
    const headers = { "idempotency-key": "stopped-1" };
    script = ({ body }) =>
      turnOf(body) === 1
        ? { calls: [{ name: "keep_note", arguments: { path: "a", text: "b" } }] }
        : { chunks: [], end: "hang" };
    const response = await http.send("POST", "/api/chat", { question }, headers);
    const told = response.text();
    await expect.poll(async () => (await pending()).length).toBe(1);
    const [asked] = await pending();
    await http.send("POST", `/api/approvals/${asked?.id}`, { decision: "allow_once" });
    await expect.poll(() => server.requests.length).toBe(2);
    await http.send("POST", `/api/chat/${asked?.thread_id}/stop`, {});
    const answer = Answer.parse(
      partsIn(await told).find(({ type }) => type === "data-answer")?.data,
    );
    expect(answer).toMatchObject({
      ...{ status: "partial", mode: "model", claims: [] },
      actions: [{ outcome: "done", output: "The note is kept." }],
      gaps: [{ cause: "error", message: expect.stringContaining("You stopped") }],
    });
    expect(answer.interrupted).toBeUndefined();
    const thread = await (await http.get(`/api/threads/${asked?.thread_id}`)).json();
    expect(Thread.parse(thread).messages).toEqual([answer]);
    const again = await http.send("POST", "/api/ask", { question }, headers);
    expect(Answer.parse(await again.json())).toEqual(answer);
    expect(written.length).toBe(1);
    expect(server.requests.length).toBe(2);
  });

  it("holds up no other question while it waits", async () => {
    script = writes;
    const waiting = Array.from({ length: 5 }, async () => {
      const response = await http.send("POST", "/api/chat", { question });
      return response.text();
    });
    await expect.poll(async () => (await pending()).length).toBe(5);
    expect((await ask({ mode: "quote" })).status).toBe("answered");
    for (const { id } of await pending()) {
      await http.send("POST", `/api/approvals/${id}`, { decision: "deny" });
    }
    for (const told of waiting) {
      const answer = Answer.parse(
        partsIn(await told).find(({ type }) => type === "data-answer")?.data,
      );
      expect(answer.actions).toMatchObject([{ outcome: "refused", rule: "approval_denied" }]);
      expect(answer.status).toBe("partial");
    }
    expect(written).toEqual([]);
  });

  it("is refused where nobody is there, which becomes a gap", async () => {
    script = writes;
    const answer = await ask();
    expect(answer.gaps).toMatchObject([{ cause: "approval_required" }]);
    expect(answer.actions).toMatchObject([{ outcome: "refused" }]);
    expect(written).toEqual([]);
    expect(await pending()).toEqual([]);
    const thread = await http.get(`/api/threads/${answer.thread_id}`);
    expect(thread.status).toBe(200);
    expect(await partsOf(await http.send("POST", "/api/chat", { question: "hello" }))).toBeTruthy();
  });
});
