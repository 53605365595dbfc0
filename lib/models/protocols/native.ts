import { generateText, jsonSchema, type LanguageModel, type ModelMessage, tool } from "ai";
import type { ModelQuestion, ModelReply, Turn } from "../conversation.ts";
import { tokensOf } from "./tokens.ts";

/** The model's own tool calls. A call that names no offered tool, or whose arguments are no JSON, comes back as it is. */
export async function replyNatively(
  model: LanguageModel,
  { instructions, turns, tools, signal }: ModelQuestion,
): Promise<ModelReply> {
  const offered = tools.map(({ name, description, input_schema }) => [
    name,
    // Without a check of its own: arguments are judged once, where the tool is run.
    tool({ description, inputSchema: jsonSchema(input_schema) }),
  ]);
  const result = await generateText({
    model,
    instructions,
    messages: turns.map(messageOf),
    tools: Object.fromEntries(offered),
    abortSignal: signal,
    maxRetries: 0,
  });
  const calls = result.toolCalls.map(({ toolCallId, toolName, input }) => ({
    id: toolCallId,
    name: toolName,
    arguments: input as unknown,
  }));
  const { text } = result;
  return {
    text,
    calls,
    tokens: tokensOf(result.usage, instructions, turns, text, calls),
    ...(text.trim() === "" && calls.length === 0 ? { problem: "The reply was empty." } : {}),
  };
}

function messageOf(turn: Turn): ModelMessage {
  switch (turn.from) {
    case "agent":
      return { role: "user", content: turn.text };
    case "model":
      return {
        role: "assistant",
        content: [
          ...(turn.text === "" ? [] : [{ type: "text" as const, text: turn.text }]),
          ...turn.calls.map((call) => ({
            type: "tool-call" as const,
            toolCallId: call.id,
            toolName: call.name,
            input: call.arguments,
          })),
        ],
      };
    case "tools":
      return {
        role: "tool",
        content: turn.results.map(({ id, name, value }) => ({
          type: "tool-result" as const,
          toolCallId: id,
          toolName: name,
          output: { type: "text" as const, value: JSON.stringify(value) },
        })),
      };
  }
}
