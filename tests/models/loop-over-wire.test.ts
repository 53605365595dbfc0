import { describe, expect, it } from "vitest";
import type { ToolInfo } from "#lib/contracts/tools";
import { runLoop } from "../../lib/agents/loop/run-loop.ts";
import { ModelFailure } from "../../lib/models/failure.ts";
import { toolResult } from "../tools/tool-result.ts";
import { configuredFor } from "./configured-for.ts";
import { eventsOf, openServers } from "./open-servers.ts";
import { formats } from "./wire/formats.ts";
import { signatureOf } from "./wire/google-generate.ts";
import { someTokens, type WireFormat } from "./wire/wire-format.ts";

const serve = openServers();

const write: ToolInfo = {
  id: "write",
  provider_id: "builtin",
  name: "write",
  description: "Writes a file.",
  input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  capability_level: "L1",
  risk: "guarded",
  side_effects: "declared",
  requires_confirm: false,
  timeout_ms: 1000,
  definition_hash: "h",
  enabled: true,
};

async function loopOver(format: WireFormat, base_url: string, max_turns = 6) {
  const written: unknown[] = [];
  const outcome = await runLoop({
    model: configuredFor(format, base_url).model,
    instructions: "Do what is asked.",
    task: "Write a.md.",
    offered: [write],
    known: ["write"],
    invoke: async (id, args) => {
      written.push(args);
      return toolResult(id, { stdout: `written, number ${written.length}` });
    },
    limits: { max_turns, max_wall_time_ms: 600_000, max_tokens: 1_000_000 },
    clock: { now: () => new Date(0), monotonic: () => 0 },
    signal: new AbortController().signal,
  });
  return { outcome, written };
}
const call = { name: "write", arguments: { path: "a.md" } };

describe.each(formats)("the loop over $provider", (format) => {
  it("runs a call once, hands its result back in the provider's own form, and ends with the answer", async () => {
    const server = await serve(format, ({ turn }) =>
      turn === 1 ? { text: "I write it.", calls: [call] } : { text: "It is written." },
    );
    const { outcome, written } = await loopOver(format, server.base_url);
    expect(outcome).toMatchObject({ end: { kind: "answered" }, text: "It is written.", turns: 2 });
    expect(outcome.tokens).toBe(2 * (someTokens.input + someTokens.output));
    expect(written).toEqual([{ path: "a.md" }]);
    const second = JSON.stringify(server.requests[1]?.body);
    expect(second).toContain("written, number 1");
    if (format.provider === "google") expect(second).toContain(signatureOf(1));
  });

  it("sends no message without words, whatever the model replied, and no two of ours in a row", async () => {
    const replies = [{ text: "" }, { text: " \n" }, { text: " ", calls: [call] }];
    const server = await serve(format, ({ turn }) => replies[turn - 1] ?? { text: "Written." });
    const { outcome } = await loopOver(format, server.base_url);
    expect(outcome).toMatchObject({ end: { kind: "answered" }, turns: 4 });
    for (const { body } of server.requests) {
      const said = messagesIn(body);
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter(isBlank)).toEqual([]);
      const roles = said.map(({ role }) => role);
      expect(roles.filter((role, i) => role === "user" && roles[i + 1] === "user")).toEqual([]);
    }
  });

  it("does not run again what has had an effect, when the next reply refuses, breaks or is half a call", async () => {
    const half = format.events({ calls: [call], turn: 2, tokens: someTokens }).slice(0, -4);
    for (const broken of [
      { status: 500, chunks: [format.refusal("Not now.", "none")] },
      { chunks: eventsOf(format, "It is being written").slice(0, -3) },
      { chunks: half },
    ]) {
      const server = await serve(format, ({ turn }) => (turn === 1 ? { calls: [call] } : broken));
      const { outcome, written } = await loopOver(format, server.base_url);
      expect(written).toHaveLength(1);
      if (outcome.end.kind !== "model") throw new Error(JSON.stringify(outcome));
      expect(outcome.end.cause).toBeInstanceOf(ModelFailure);
      expect(outcome.calls).toHaveLength(1);
    }
  });

  it("ends a model that never stops calling", async () => {
    const server = await serve(format, ({ turn }) => ({
      calls: [{ name: "write", arguments: { path: `${turn}.md` } }],
    }));
    const { outcome, written } = await loopOver(format, server.base_url, 4);
    expect(outcome.end).toEqual({ kind: "budget", limit: "max_turns" });
    expect(written).toHaveLength(4);
    expect(server.requests).toHaveLength(4);
  });
});

type Message = { role?: string; content?: unknown; parts?: unknown; tool_calls?: unknown };

function messagesIn(body: unknown): Message[] {
  const { messages, contents, input } = body as Record<string, Message[] | undefined>;
  return messages ?? contents ?? input ?? [];
}

/** Without anything, or with a piece of text that says nothing. */
function isBlank({ role, content, parts, tool_calls }: Message): boolean {
  if (role === undefined || tool_calls !== undefined) return false;
  const said = content ?? parts ?? "";
  const pieces = Array.isArray(said) ? (said as { text?: unknown }[]) : [{ text: said }];
  return (
    pieces.length === 0 || pieces.some(({ text }) => typeof text === "string" && text.trim() === "")
  );
}
