import { describe, expect, it } from "vitest";
import { maskMark } from "#lib/contracts/mask-mark";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import type { ModelQuestion } from "#lib/models/conversation";
import { planted } from "../../fixtures/secrets/planted.ts";
import { type LoopLimits, runLoop } from "../../lib/agents/loop/run-loop.ts";
import { nameTools } from "../../lib/agents/loop/tool-names.ts";
import { type Says, scriptedModel } from "../models/scripted-model.ts";
import { toolResult } from "../tools/tool-result.ts";

const tool = (id: string): ToolInfo => ({
  id,
  provider_id: "test",
  name: id,
  description: `Does ${id}.`,
  input_schema: { type: "object", properties: { query: { type: "string" } } },
  capability_level: "L0",
  risk: "safe",
  side_effects: "none",
  requires_confirm: false,
  timeout_ms: 1000,
  definition_hash: "h",
  enabled: true,
});
const search = "mcp.docs.docs_search";
const searchName = "mcp_docs_docs_search";
const ask = (query: string): Says => ({ calls: [{ name: searchName, arguments: { query } }] });

async function loop(
  protocol: "native" | "json",
  script: Parameters<typeof scriptedModel>[1],
  more: {
    invoke?: (tool_id: string, args: unknown, step_id: string) => ToolResult;
    limits?: Partial<LoopLimits>;
    tokens_a_turn?: number;
    signal?: AbortSignal;
    /** How far the clock goes at each look. */
    tick?: number;
  } = {},
) {
  const { model, prompts } = scriptedModel(protocol, script, more);
  const called: [string, unknown, string][] = [];
  let now = 0;
  const outcome = await runLoop({
    model,
    instructions: "Look things up.",
    task: "What is the budget?",
    offered: [tool(search), tool("mcp.docs.docs_read")],
    known: [search, "mcp.docs.docs_read", "mcp.files.delete_everything"],
    invoke: async (tool_id, args, step_id) => {
      called.push([tool_id, args, step_id]);
      return (
        more.invoke?.(tool_id, args, step_id) ??
        toolResult(tool_id, { stdout: `told of ${JSON.stringify(args)}` })
      );
    },
    limits: { max_turns: 12, max_wall_time_ms: 600_000, max_tokens: 100_000, ...more.limits },
    clock: { now: () => new Date(0), monotonic: () => (now += more.tick ?? 0) },
    signal: more.signal ?? new AbortController().signal,
  });
  return { outcome, called, prompts };
}

describe.each(["native", "json"] as const)("the loop over a model that speaks %s", (protocol) => {
  it("runs what the model asks for, hands the results back, and ends with its answer", async () => {
    const { outcome, called, prompts } = await loop(protocol, ({ turn }) =>
      turn === 1 ? { text: "", ...ask("budget") } : { text: "It is 9,500." },
    );
    expect(called).toEqual([[search, { query: "budget" }, "turn_1"]]);
    expect(outcome).toMatchObject({ end: { kind: "answered" }, text: "It is 9,500.", turns: 2 });
    expect(prompts[1]).toContain("told of");
    expect(prompts[0]).toContain("What is the budget?");
  });

  it("offers what the grant holds and nothing else, and hands on what is asked for beyond it", async () => {
    const refused = toolResult("x", {
      error: {
        code: "tool_not_granted",
        message: "Not yours.",
        retryable: false,
        rule: "tool_not_granted",
      },
    });
    const { called, prompts, outcome } = await loop(
      protocol,
      ({ turn }) =>
        turn === 1
          ? {
              calls: [
                { name: "mcp_files_delete_everything", arguments: {} },
                { name: "no_such_tool", arguments: { a: 1 } },
              ],
            }
          : { text: "I may not." },
      { invoke: () => refused },
    );
    expect(prompts[0]).not.toContain("delete_everything");
    expect(called.map(([id]) => id)).toEqual(["mcp.files.delete_everything", "no_such_tool"]);
    expect(prompts[1]).toContain("tool_not_granted");
    expect(outcome.text).toBe("I may not.");
  });

  it("S49: ends at the limit of turns with what was said until then", async () => {
    const { outcome, called } = await loop(
      protocol,
      ({ turn }) => ({ text: `So far ${turn}.`, ...ask(`try ${turn}`) }),
      { limits: { max_turns: 5 } },
    );
    expect(outcome.end).toEqual({ kind: "budget", limit: "max_turns" });
    expect(outcome).toMatchObject({ text: "So far 5.", turns: 5 });
    expect(called).toHaveLength(5);
  });

  it("S49: ends at the limit of tokens, and of time", async () => {
    const never = ({ turn }: { turn: number }) => ({ text: "More.", ...ask(`try ${turn}`) });
    const dear = await loop(protocol, never, { tokens_a_turn: 400, limits: { max_tokens: 1000 } });
    expect(dear.outcome.end).toEqual({ kind: "budget", limit: "max_tokens" });
    expect(dear.outcome).toMatchObject({ text: "More.", turns: 3, tokens: 1200 });
    const slow = await loop(protocol, never, { tick: 1000, limits: { max_wall_time_ms: 20_000 } });
    expect(slow.outcome.end).toEqual({ kind: "budget", limit: "max_wall_time_ms" });
    expect(slow.outcome.text).toBe("More.");
  });

  it("does not count the time that a person takes to decide", async () => {
    const waited = (id: string) =>
      toolResult(id, { meta: { ...toolResult(id).meta, waited_ms: 600_000 } });
    const { outcome } = await loop(
      protocol,
      ({ turn }) => (turn < 4 ? ask(`try ${turn}`) : { text: "Done." }),
      { invoke: waited, tick: 1000, limits: { max_wall_time_ms: 10_000 } },
    );
    expect(outcome.end).toEqual({ kind: "answered" });
  });

  it("counts tokens by what is said where the model counts none", async () => {
    const { outcome } = await loop(protocol, ({ turn }) => ask(`try ${turn}`), {
      limits: { max_tokens: 1000 },
    });
    expect(outcome.end).toEqual({ kind: "budget", limit: "max_tokens" });
  });

  it("ends when the same call brings the same for the third time", async () => {
    const { outcome, called } = await loop(protocol, () => ({ text: "Again.", ...ask("budget") }));
    expect(outcome).toMatchObject({ end: { kind: "repeated", tool_id: search }, text: "Again." });
    expect(called).toHaveLength(3);
  });

  it("is not misled by a cursor that is new each time, nor by arguments that have no canonical form", async () => {
    let n = 0;
    const half: Says = { calls: [{ name: searchName, arguments: { query: "\ud800" } }] };
    const { outcome } = await loop(protocol, () => half, {
      invoke: (id) => {
        n += 1;
        return toolResult(id, { stdout: "the same", next_page_cursor: `page_${n}` });
      },
    });
    expect(outcome).toMatchObject({ end: { kind: "repeated" }, turns: 3 });
  });

  it("goes on when the same call brings something new", async () => {
    let n = 0;
    const news = (id: string) => {
      n += 1;
      return toolResult(id, { stdout: `news ${n}` });
    };
    const { outcome } = await loop(
      protocol,
      ({ turn }) => (turn <= 5 ? ask("news") : { text: "Done." }),
      {
        invoke: news,
      },
    );
    expect(outcome.end).toEqual({ kind: "answered" });
  });

  it("tells the model once to plan another way, then leaves it to a person", async () => {
    const failing = (id: string) =>
      toolResult(id, { error: { code: "tool_exec", message: "It broke.", retryable: false } });
    const { outcome, prompts } = await loop(
      protocol,
      ({ turn }) => ({ text: "Trying.", ...ask(`${turn}`) }),
      {
        invoke: failing,
      },
    );
    expect(outcome).toMatchObject({
      end: { kind: "stuck", tool_id: search },
      turns: 3,
      text: "Trying.",
    });
    expect(prompts[1]).not.toContain("Plan another way");
    expect(prompts[2]).toContain("Plan another way");
  });

  it("keeps what was said when the model fails, and throws when the task is cancelled", async () => {
    const broken = new Error("the provider is gone");
    const { outcome } = await loop(protocol, ({ turn }) =>
      turn === 1 ? { text: "A first word.", ...ask("budget") } : broken,
    );
    expect(outcome.end).toMatchObject({ kind: "model" });
    expect(outcome.text).toBe("A first word.");
    const gone = loop(protocol, () => ask("budget"), { signal: AbortSignal.abort() });
    await expect(gone).rejects.toMatchObject({ code: "cancelled" });
  });

  it("tells the model no secret, of the task or of a result", async () => {
    const [{ line = "", secret = "" } = {}] = planted;
    const { prompts } = await loop(
      protocol,
      ({ turn }) => (turn === 1 ? ask("robot") : { text: "Done." }),
      {
        invoke: (id) =>
          toolResult(id, { structured: { hits: [{ text: line }, { text: secret }] } }),
      },
    );
    expect(prompts.join("")).not.toContain(secret);
    expect(prompts[1]).toContain(maskMark);
  });

  it("runs no more than sixteen calls of one turn, and says so of the others", async () => {
    const calls = Array.from({ length: 20 }, (_, i) => ({
      name: searchName,
      arguments: { query: `${i}` },
    }));
    const { called, prompts } = await loop(protocol, ({ turn }) =>
      turn === 1 ? { calls } : { text: "Done." },
    );
    expect(called).toHaveLength(16);
    expect(prompts[1]).toContain("at most 16 calls");
  });
});

describe("the protocol of one JSON object", () => {
  it.each([
    ["prose", "The budget is 9,500."],
    ["neither", '{"tool_calls": [], "final_answer": " "}'],
    ["half an object", '{"tool_calls": [{"name": "mcp_docs_docs_sea'],
    ["a call without a name", '{"tool_calls": [{"arguments": {}}]}'],
  ])(
    "says what is wrong with %s, runs nothing of it, and takes the next reply",
    async (_, text) => {
      const second = '```json\n{"final_answer": "It is 9,500."}\n```';
      const { model, prompts } = scriptedModel("json", ({ turn }) => (turn === 1 ? text : second));
      let calls = 0;
      const outcome = await runLoop({
        model,
        instructions: "",
        task: "?",
        offered: [tool(search)],
        known: [],
        invoke: async (id) => {
          calls += 1;
          return toolResult(id);
        },
        limits: { max_turns: 4, max_wall_time_ms: 600_000, max_tokens: 100_000 },
        clock: { now: () => new Date(0), monotonic: () => 0 },
        signal: new AbortController().signal,
      });
      expect(calls).toBe(0);
      expect(outcome).toMatchObject({ end: { kind: "answered" }, text: "It is 9,500.", turns: 2 });
      expect(prompts[1]).toMatch(/Reply with one|Fill one of them/);
    },
  );
});

describe("names of tools", () => {
  it("are what every provider takes, differ, and lead back", () => {
    const ids = [
      "mcp.a.b_c",
      "mcp.a_b.c",
      "mcp.a.b.c",
      `mcp.${"x".repeat(80)}.one`,
      `mcp.${"x".repeat(80)}.two`,
      "bash",
    ];
    const names = nameTools(ids);
    const given = ids.map((id) => names.of(id));
    expect(new Set(given).size).toBe(ids.length);
    for (const name of given) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(given.map((name) => names.toolOf(name))).toEqual(ids);
    expect(names.toolOf("unheard_of")).toBe("unheard_of");
  });
});

it("tells a model what was wrong with its reply beside the evidence it was given, not in its place", async () => {
  const heard: ModelQuestion[] = [];
  const documents = [{ number: 1, name: "[1] notes/a.md", text: "The budget is 9,500." }];
  await runLoop({
    model: {
      reply: async (asked) => {
        heard.push({ ...asked, turns: [...asked.turns] });
        const empty = heard.length === 1;
        return {
          ...{ text: empty ? "" : "It is 9,500.", calls: [], tokens: 1 },
          usage: { input: 1, cached: 0, output: 0, counted: true },
          ...(empty ? { problem: "The reply was empty." } : {}),
        };
      },
    },
    ...{ instructions: "Answer.", task: "What is it?", lead: "Before that: a budget. ", documents },
    ...{ offered: [], known: [], invoke: async (id) => toolResult(id, {}) },
    limits: { max_turns: 3, max_wall_time_ms: 600_000, max_tokens: 100_000 },
    clock: { now: () => new Date(0), monotonic: () => 0 },
    signal: new AbortController().signal,
  });
  expect(heard[1]?.turns).toEqual([
    {
      from: "agent",
      lead: "Before that: a budget. ",
      text: "What is it?\n\nThe reply was empty.",
      documents,
    },
  ]);
});
