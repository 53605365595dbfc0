import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ModelQuestion } from "#lib/models/conversation";
import { ModelFailure } from "#lib/models/failure";
import type { Model } from "#lib/models/model";
import { numberOf, type Speech, speakingModel } from "../agents/model/speaking-model.ts";
import { startFlow } from "./flow-setup.ts";

/** A model that chooses what is searched for, and one that writes: the same, told apart by what it is told. */
const files = {
  "harbour.md": "# Harbour\n\nThe Tidewater daemon binds to port 4180.\n",
  "kitchen.md": "# Kitchen\n\nThe kitchen budget is 9,500 euros.\n",
};
const question = "Which socket does Tidewater occupy?";
type Script = (told: { turn: number; task: string; offered: string[]; said: string }) => Speech;
let searches: Script;
let writes: Script;
let heard: { searcher: boolean; asked: ModelQuestion }[];
const model: Model = {
  reply: (asked) => {
    const searcher = asked.instructions.startsWith("You look for passages");
    heard.push({ searcher, asked });
    const turn = heard.filter((one) => one.searcher === searcher).length;
    const script = searcher ? searches : writes;
    return speakingModel((told) => script({ ...told, turn })).model.reply(asked);
  },
};
let elsewhere: string;
let flow: Awaited<ReturnType<typeof startFlow>>;
beforeAll(async () => {
  elsewhere = mkdtempSync(path.join(os.tmpdir(), "elsewhere-"));
  writeFileSync(path.join(elsewhere, "x.md"), "# Elsewhere\n\nThe x of elsewhere.\n");
  flow = await startFlow({
    ...{ files, model, config: { retrieval: { strategy: "agentic" } } },
    command: (server) => [...server, "--root", elsewhere],
    roots: [
      { id: "notes", label: "notes" },
      { id: path.basename(elsewhere), label: "elsewhere" },
    ],
  });
  await flow.ready();
});
afterAll(async () => {
  await flow.close();
  rmSync(elsewhere, { recursive: true, force: true });
});
beforeEach(() => {
  flow.forget();
  heard = [];
  writes = ({ task }) => ({
    text: `The Tidewater daemon binds to port 4180 [${numberOf(task, "4180")}].`,
  });
});

const search = (query: string, more: object = {}) => ({
  calls: [{ name: "mcp_docs_docs_search", arguments: { query, ...more } }],
});
const once =
  (first: Speech): Script =>
  ({ turn }) =>
    turn === 1 ? first : { text: "Found." };
const task = () => flow.spans.find(({ kind }) => kind === "task");

describe("searches that a model chooses", () => {
  it("bring evidence that the question's own words do not, and are told as what was searched for", async () => {
    searches = once(search("Tidewater daemon port"));
    const { answer } = await flow.ask(question, { mode: "model" });
    expect(answer).toMatchObject({ status: "answered", mode: "model", notices: [] });
    expect(answer.citations.map(({ relative_path }) => relative_path)).toEqual(["harbour.md"]);
    expect(answer.searched).toEqual([question, "Tidewater daemon port"]);
    expect(answer.steps?.find(({ kind }) => kind === "search")?.queries).toEqual([
      "Tidewater daemon port",
    ]);
    expect(task()).toMatchObject({
      agent_id: "doc_retrieval",
      attributes: { strategy: "agentic" },
    });
    const turns = flow.spans.filter(({ kind }) => kind === "model");
    expect(turns.filter(({ agent_id }) => agent_id === "doc_retrieval")).toHaveLength(2);
    expect(turns[0]?.parent_span_id).toBe(task()?.span_id);
    expect(answer.metrics.model).toMatchObject({ sub_agent_tokens: 60 });
    expect(heard.filter(({ searcher }) => !searcher)).toHaveLength(1);
  });

  it("are the agent's own where the answer's model searches again", async () => {
    searches = ({ turn }) =>
      turn % 2 === 1
        ? search(turn === 1 ? "Tidewater port" : "kitchen budget")
        : { text: "Found." };
    writes = ({ turn, said }) => {
      if (turn === 1)
        return {
          calls: [
            { name: "agent_doc_retrieval", arguments: { query: "What does the kitchen cost?" } },
          ],
        };
      const number = /\[(\d+)\] "[^"]*kitchen\.md/.exec(said.replaceAll("\\", ""))?.[1];
      return { text: `The kitchen budget is 9,500 euros [${number}].` };
    };
    const { answer } = await flow.ask(question, { mode: "model" });
    expect(answer.claims.map(({ text }) => text)).toContain("The kitchen budget is 9,500 euros.");
    expect(answer.searched).toEqual(
      expect.arrayContaining(["What does the kitchen cost?", "kitchen budget"]),
    );
  });

  it("S49: end after four rounds, and sooner where they go round in circles", async () => {
    searches = ({ turn }) => search(`Tidewater port ${"again ".repeat(turn)}`);
    const { answer } = await flow.ask("Which port does Tidewater bind to?", { mode: "model" });
    expect(heard.filter(({ searcher }) => searcher)).toHaveLength(4);
    expect(answer.claims).toHaveLength(1);
    heard = [];
    searches = () => search("Tidewater port");
    await flow.ask("Which port does Tidewater bind to?", { mode: "model" });
    expect(heard.filter(({ searcher }) => searcher)).toHaveLength(3);
  });

  it("stay within the folders that were asked for", async () => {
    searches = ({ turn }) => {
      if (turn > 1) return { text: "Found." };
      const read = {
        name: "mcp_docs_docs_read",
        arguments: { path: "x.md", root: path.basename(elsewhere) },
      };
      const { calls } = search("Tidewater port");
      return {
        calls: [...search("x", { roots: [path.basename(elsewhere)] }).calls, read, ...calls],
      };
    };
    const { answer } = await flow.ask(question, { mode: "model", roots: ["notes"] });
    expect(answer.status).toBe("answered");
    const outside = flow.spans.filter(({ deny_reason }) => deny_reason === "outside_scope");
    expect(outside.map(({ tool_id }) => tool_id)).toEqual([
      "mcp.docs.docs_search",
      "mcp.docs.docs_read",
    ]);
    expect(flow.reads.filter(({ rule }) => rule === "outside_scope")).toHaveLength(2);
  });

  it.each([
    // a name, a number, a thing that is asked about, a name in a question of another language
    ["Which port does Redis bind to?", "Tidewater daemon port"],
    ["What was the kitchen budget in 1998?", "What is the kitchen budget?"],
    ["Who is the mayor?", "What is the kitchen budget?"],
    ["What does a licence of Tidewater cost?", "Tidewater daemon port"],
    ["Redis 绑定哪个端口？", "Tidewater daemon port"],
    ["镇长是谁？", "What is the kitchen budget?"],
  ])(
    "answer no other question: “%s”, looked for as “%s”, is not answered with quotations",
    async (asked, query) => {
      searches = once(search(query));
      for (const speech of [
        { text: "Something that nobody wrote [1]." },
        { fails: new ModelFailure("cut", { host: "x" }) },
      ]) {
        heard = [];
        writes = () => speech;
        const { answer } = await flow.ask(asked, { mode: "model" });
        expect(answer).toMatchObject({ status: "no_evidence", claims: [] });
        expect(answer.searched).toContain(query);
      }
    },
  );

  it("bring a model that writes no lines about something else than what the question names", async () => {
    searches = once(search("Tidewater daemon port"));
    writes = () => ({ text: "It binds to port 4180 [1]." });
    const { answer } = await flow.ask("Which port does Redis bind to?", { mode: "model" });
    expect(answer).toMatchObject({ status: "no_evidence", claims: [] });
    expect(heard.filter(({ searcher }) => !searcher)).toEqual([]);
  });

  it("are quoted where they hold all that is asked about", async () => {
    searches = once(search("Tidewater daemon port"));
    writes = () => ({ fails: new ModelFailure("cut", { host: "x" }) });
    const { answer } = await flow.ask("What port might our Tidewater daemon be squatting upon?", {
      mode: "model",
    });
    expect(answer).toMatchObject({ status: "answered", mode: "quote" });
    expect(answer.claims[0]?.text).toBe("The Tidewater daemon binds to port 4180.");
  });

  it("give way to the question's own words where the model fails, with one notice", async () => {
    const port = "Which port does Tidewater bind to?";
    for (const fails of [new ModelFailure("cut", { host: "x" }), new Error("anything")]) {
      flow.forget();
      searches = ({ turn }) => (turn === 1 ? search("kitchen") : { fails });
      const { answer } = await flow.ask(port, { mode: "model" });
      expect(answer).toMatchObject({ status: "answered", mode: "model" });
      expect(answer.notices.map(({ code }) => code)).toEqual(["sub_agent_fallback"]);
      expect(task()?.attributes).toMatchObject({ strategy: "direct", model_failed: true });
      expect(answer.citations.map(({ relative_path }) => relative_path)).toEqual(["harbour.md"]);
    }
  });

  it("are not looked for where the answer is made of quotations: then nothing is sent to a model", async () => {
    const { answer } = await flow.ask("Which port does Tidewater bind to?", { mode: "quote" });
    expect(answer.status).toBe("answered");
    expect(task()?.attributes).toMatchObject({ strategy: "direct" });
    expect(heard).toEqual([]);
  });
});
