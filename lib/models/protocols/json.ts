import type { LanguageModel, ModelMessage } from "ai";
import { z } from "zod";
import type { ModelQuestion, ModelReply, Turn } from "../conversation.ts";
import { watchAnswer } from "./json-answer.ts";
import { type ModelSettings, streamTurn } from "./stream-turn.ts";
import { usageOf } from "./tokens.ts";

/**
 * One JSON object a turn, `{ "tool_calls": [{ "name", "arguments" }], "final_answer": "" }`, for models without tool calls
 * of their own. Calls go before an answer; a reply with neither, or that is no such object, is said to be one.
 */
export async function replyInJson(
  model: LanguageModel,
  { instructions, turns, tools, signal, onSign, onText }: ModelQuestion,
  settings: ModelSettings,
): Promise<ModelReply> {
  const offered = tools.map(({ name, description, input_schema }) =>
    JSON.stringify({ name, description, input_schema }),
  );
  const protocol = [instructions, rules, "The tools, one a line:", ...offered].join("\n\n");
  const messages = turns.map(messageOf);
  const heard = { instructions: protocol, messages, signal, ...(onSign && { onSign }) };
  const { text, counts, stopped } = await streamTurn(
    model,
    { ...heard, ...(onText && { onText: watchAnswer(onText) }) },
    settings,
  );
  const usage = usageOf(counts, [protocol, turns], [text]);
  const reply = { usage, tokens: usage.input + usage.output, ...stopped };
  const read = Reply.safeParse(jsonIn(text));
  if (!read.success) {
    return { text: "", calls: [], ...reply, problem: stopped.stopped ? tooLong : noObject };
  }
  const { tool_calls, final_answer } = read.data;
  const turn = turns.length;
  const calls = tool_calls.map((call, i) => ({ id: `call_${turn}_${i + 1}`, ...call }));
  const empty = calls.length === 0 && final_answer.trim() === "";
  return { text: final_answer, calls, ...reply, ...(empty ? { problem: neither } : {}) };
}

const rules =
  'Reply with one JSON object and nothing else: {"tool_calls": [{"name": "…", "arguments": {…}}], "final_answer": ""}. ' +
  'To use tools, fill "tool_calls"; their results come in the next message, as text. ' +
  'To answer, leave "tool_calls" empty and put the whole answer into "final_answer".';
const noObject =
  'The reply was not one JSON object with "tool_calls" and "final_answer". Reply with one.';
const tooLong =
  "The reply was cut off before its JSON object was whole, so nothing of it was used. Reply with a shorter one.";
const neither = 'Both "tool_calls" and "final_answer" were empty. Fill one of them.';

const Reply = z.object({
  tool_calls: z
    .array(z.object({ name: z.string().min(1).max(200), arguments: z.unknown() }))
    .max(32)
    .default([]),
  final_answer: z.string().default(""),
});

/** The text as JSON, alone or as the only fenced block that a model puts around it. */
function jsonIn(text: string): unknown {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*)\n\s*```\s*$/.exec(text)?.[1];
  try {
    return JSON.parse(fenced ?? text);
  } catch {
    return undefined;
  }
}

function messageOf(turn: Turn): ModelMessage {
  switch (turn.from) {
    case "agent":
      return { role: "user", content: `${turn.lead ?? ""}${turn.text}` };
    case "model": {
      const tool_calls = turn.calls.map(({ name, arguments: given }) => ({
        name,
        arguments: given,
      }));
      const said = { tool_calls, final_answer: turn.text };
      return { role: "assistant", content: JSON.stringify(said) };
    }
    case "tools": {
      const results = turn.results.map(({ name, text }) => `Result of ${name}:\n${text}`);
      return { role: "user", content: results.join("\n\n") };
    }
  }
}
