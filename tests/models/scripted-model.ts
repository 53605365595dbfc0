import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { createModel, type Model, type ToolProtocol } from "#lib/models/model";

export type Says = {
  text?: string;
  calls?: { name: string; arguments: unknown }[];
  /** In place of a text, where the format has citations of its own: parts, and the documents that each rests on, from 0. */
  parts?: { text: string; documents: number[] }[];
};

type Asked = Parameters<MockLanguageModelV4["doStream"]>[0];
type Reply = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>;
type Part = Reply["stream"] extends ReadableStream<infer P> ? P : never;

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
    doStream: async (asked: Asked): Promise<Reply> => {
      asked.abortSignal?.throwIfAborted();
      const prompt = JSON.stringify(asked.prompt);
      prompts.push(prompt);
      const offered = (asked.tools ?? []).map(({ name }) => name);
      const said = script({ turn: prompts.length, prompt, offered });
      if (said instanceof Error) throw said;
      const parts =
        typeof said === "string"
          ? pieces(said)
          : protocol === "native"
            ? native(said, prompts.length)
            : pieces(
                JSON.stringify({ tool_calls: said.calls ?? [], final_answer: said.text ?? "" }),
              );
      const chunks: Part[] = [
        { type: "stream-start", warnings: [] },
        ...parts,
        {
          type: "finish",
          finishReason: { unified: "stop", raw: "stop" },
          usage: tokens(options.tokens_a_turn),
        },
      ];
      return { stream: simulateReadableStream({ chunks, chunkDelayInMs: null }) };
    },
  });
  return { model: createModel({ model, protocol }), prompts };
}

/** In pieces of a few letters, as models say things. */
function pieces(text: string): Part[] {
  const said = text.match(/[\s\S]{1,7}/g) ?? [];
  return [
    { type: "text-start", id: "t" },
    ...said.map((delta) => ({ type: "text-delta" as const, id: "t", delta })),
    { type: "text-end", id: "t" },
  ];
}

function native({ text, calls = [] }: Says, turn: number): Part[] {
  return [
    ...(text === undefined ? [] : pieces(text)),
    ...calls.map((call, i) => ({
      type: "tool-call" as const,
      toolCallId: `call_${turn}_${i}`,
      toolName: call.name,
      input: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    })),
  ];
}
