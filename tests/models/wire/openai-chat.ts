import { z } from "zod";
import { inPieces, sse, type WireFormat } from "./wire-format.ts";

/** Chat Completions, as OpenAI publishes them and as Ollama, llama.cpp, vLLM and LM Studio speak them. */
const ToolCall = z.strictObject({
  id: z.string(),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});

const Message = z.union([
  z.strictObject({ role: z.enum(["system", "developer"]), content: z.string() }),
  z.strictObject({
    role: z.literal("user"),
    content: z.union([
      z.string(),
      z.array(
        z.union([
          z.strictObject({ type: z.literal("text"), text: z.string() }),
          z.strictObject({
            type: z.literal("image_url"),
            image_url: z.strictObject({
              url: z.string().regex(/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/),
            }),
          }),
        ]),
      ),
    ]),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string().nullable(),
    tool_calls: z.array(ToolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string(), content: z.string() }),
]);

const Request = z.strictObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  max_tokens: z.number().int(),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.boolean() }),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        function: z.strictObject({
          name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
          description: z.string(),
          parameters: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .optional(),
  tool_choice: z.literal("auto").optional(),
});

export const openaiChat: WireFormat = {
  provider: "compatible",
  base: "/v1",
  path: "/chat/completions",
  Request,
  events: ({ text = "", calls = [], turn, tokens }) => {
    const chunk = (delta: unknown, finish_reason: string | null = null) =>
      sse({ ...head, choices: [{ index: 0, delta, finish_reason }] });
    const head = {
      id: `chatcmpl-${turn}`,
      object: "chat.completion.chunk",
      created: 1_790_000_000,
      model: "test-model",
    };
    return [
      chunk({ role: "assistant", content: "" }),
      ...inPieces(text).map((content) => chunk({ content })),
      ...calls.flatMap((call, index) => [
        chunk({
          tool_calls: [
            {
              index,
              id: `call_${turn}_${index}`,
              type: "function",
              function: { name: call.name, arguments: "" },
            },
          ],
        }),
        ...inPieces(JSON.stringify(call.arguments)).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ]),
      chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      sse({
        ...head,
        choices: [],
        usage: {
          prompt_tokens: tokens.input,
          completion_tokens: tokens.output,
          total_tokens: tokens.input + tokens.output,
          prompt_tokens_details: { cached_tokens: tokens.cached },
        },
      }),
      "data: [DONE]\n\n",
    ];
  },
  offered: (body) => (Request.parse(body).tools ?? []).map(({ function: { name } }) => name),
  failure: sse({ error: { message: "The engine ran out of memory.", type: "server_error" } }),
  refusal: (message, code) =>
    JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code } }),
  models: {
    body: { object: "list", data: [{ id: "llama" }, { id: "qwen" }] },
    names: ["llama", "qwen"],
  },
};
