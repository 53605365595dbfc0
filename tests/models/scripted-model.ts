import { MockLanguageModelV4 } from "ai/test";
import { createModel, type Model, type ToolProtocol } from "#lib/models/model";

export type Says = { text?: string; calls?: { name: string; arguments: unknown }[] };

type Asked = Parameters<MockLanguageModelV4["doGenerate"]>[0];
type Reply = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

const tokens = (total: number | undefined) => ({
  inputTokens: { total, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: undefined, reasoning: undefined },
});

/**
 * A model that says what a script tells it, in either protocol; a string is said letter by letter. The script gets what the
 * model was told, turn by turn, and the names of the tools it was offered.
 */
export function scriptedModel(
  protocol: ToolProtocol,
  script: (told: { turn: number; prompt: string; offered: string[] }) => Says | string | Error,
  options: { tokens_a_turn?: number } = {},
): { model: Model; prompts: string[] } {
  const prompts: string[] = [];
  const model = new MockLanguageModelV4({
    doGenerate: async (asked: Asked): Promise<Reply> => {
      asked.abortSignal?.throwIfAborted();
      const prompt = JSON.stringify(asked.prompt);
      prompts.push(prompt);
      const offered = (asked.tools ?? []).map(({ name }) => name);
      const said = script({ turn: prompts.length, prompt, offered });
      if (said instanceof Error) throw said;
      return {
        content:
          typeof said === "string"
            ? [{ type: "text", text: said }]
            : protocol === "native"
              ? native(said, prompts.length)
              : inJson(said),
        finishReason: { unified: "stop", raw: undefined },
        usage: tokens(options.tokens_a_turn),
        warnings: [],
      };
    },
  });
  return { model: createModel({ model, protocol }), prompts };
}

function native({ text, calls = [] }: Says, turn: number): Reply["content"] {
  return [
    ...(text === undefined ? [] : [{ type: "text" as const, text }]),
    ...calls.map((call, i) => ({
      type: "tool-call" as const,
      toolCallId: `call_${turn}_${i}`,
      toolName: call.name,
      input: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    })),
  ];
}

function inJson({ text = "", calls = [] }: Says): Reply["content"] {
  const said = JSON.stringify({ tool_calls: calls, final_answer: text });
  return [{ type: "text", text: said }];
}
