import { z } from "zod";
import { inPieces, sse, type WireFormat } from "./wire-format.ts";

/** OpenAI's Responses API. */
const Item = z.union([
  z.strictObject({ role: z.enum(["system", "developer"]), content: z.string() }),
  z.strictObject({
    role: z.literal("user"),
    content: z.array(z.strictObject({ type: z.literal("input_text"), text: z.string() })),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    id: z.string().optional(),
    content: z.union([
      z.string(),
      z.array(z.strictObject({ type: z.literal("output_text"), text: z.string() })),
    ]),
  }),
  z.strictObject({
    type: z.literal("function_call"),
    id: z.string().optional(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.strictObject({
    type: z.literal("function_call_output"),
    call_id: z.string(),
    output: z.string(),
  }),
]);

const Request = z.strictObject({
  model: z.string(),
  input: z.array(Item).min(1),
  max_output_tokens: z.number().int().min(16),
  store: z.literal(false),
  stream: z.literal(true),
  include: z.array(z.string()).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        description: z.string(),
        parameters: z.record(z.string(), z.unknown()),
        strict: z.boolean().optional(),
      }),
    )
    .optional(),
  tool_choice: z.literal("auto").optional(),
});

export const openaiResponses: WireFormat = {
  provider: "openai",
  base: "/v1",
  path: "/responses",
  Request,
  events: ({ text, calls = [], turn, tokens }) => {
    let sequence_number = 0;
    const event = (type: string, more: object) =>
      sse({ type, sequence_number: sequence_number++, ...more }, type);
    const response = {
      id: `resp_${turn}`,
      object: "response",
      created_at: 1_790_000_000,
      model: "test-model",
      output: [],
    };
    const message = text === undefined ? [] : saying(event, text, `msg_${turn}`);
    const first = message.length === 0 ? 0 : 1;
    return [
      event("response.created", { response: { ...response, status: "in_progress" } }),
      event("response.in_progress", { response: { ...response, status: "in_progress" } }),
      ...message,
      ...calls.flatMap((call, index) => {
        const output_index = first + index;
        const written = JSON.stringify(call.arguments);
        const item = {
          type: "function_call",
          id: `fc_${turn}_${index}`,
          call_id: `call_${turn}_${index}`,
          name: call.name,
        };
        const at = { item_id: item.id, output_index };
        return [
          event("response.output_item.added", {
            output_index,
            item: { ...item, status: "in_progress", arguments: "" },
          }),
          ...inPieces(written).map((delta) =>
            event("response.function_call_arguments.delta", { ...at, delta }),
          ),
          event("response.function_call_arguments.done", { ...at, arguments: written }),
          event("response.output_item.done", {
            output_index,
            item: { ...item, status: "completed", arguments: written },
          }),
        ];
      }),
      event("response.completed", {
        response: {
          ...response,
          status: "completed",
          usage: {
            input_tokens: tokens.input,
            input_tokens_details: { cached_tokens: tokens.cached },
            output_tokens: tokens.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: tokens.input + tokens.output,
          },
        },
      }),
    ];
  },
  offered: (body) => (Request.parse(body).tools ?? []).map(({ name }) => name),
  failure: sse(
    {
      type: "error",
      sequence_number: 9,
      code: "server_error",
      message: "The server had an error.",
      param: null,
    },
    "error",
  ),
  refusal: (message, code) =>
    JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code } }),
  models: {
    body: { object: "list", data: [{ id: "gpt-one", object: "model" }, { id: "gpt-two" }] },
    names: ["gpt-one", "gpt-two"],
  },
};

function saying(event: (type: string, more: object) => string, text: string, id: string): string[] {
  const at = { item_id: id, output_index: 0, content_index: 0 };
  const item = { id, type: "message", role: "assistant" };
  const part = (said: string) => ({
    type: "output_text",
    text: said,
    annotations: [],
    logprobs: [],
  });
  return [
    event("response.output_item.added", {
      output_index: 0,
      item: { ...item, status: "in_progress", content: [] },
    }),
    event("response.content_part.added", { ...at, part: part("") }),
    ...inPieces(text).map((delta) =>
      event("response.output_text.delta", { ...at, delta, logprobs: [] }),
    ),
    event("response.output_text.done", { ...at, text, logprobs: [] }),
    event("response.content_part.done", { ...at, part: part(text) }),
    event("response.output_item.done", {
      output_index: 0,
      item: { ...item, status: "completed", content: [part(text)] },
    }),
  ];
}
