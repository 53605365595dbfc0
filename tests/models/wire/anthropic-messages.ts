import { z } from "zod";
import { inPieces, sse, type WireFormat } from "./wire-format.ts";

/** Anthropic's Messages API. */
const cache_control = z.strictObject({ type: z.literal("ephemeral") }).optional();
const Text = z.strictObject({ type: z.literal("text"), text: z.string().min(1), cache_control });

const Request = z.strictObject({
  model: z.string(),
  max_tokens: z.number().int().min(1),
  stream: z.literal(true),
  cache_control,
  system: z.array(Text).optional(),
  messages: z
    .array(
      z.union([
        z.strictObject({
          role: z.literal("user"),
          content: z.array(
            z.union([
              Text,
              z.strictObject({
                type: z.literal("tool_result"),
                tool_use_id: z.string(),
                content: z.union([z.string(), z.array(Text)]),
                is_error: z.boolean().optional(),
                cache_control,
              }),
            ]),
          ),
        }),
        z.strictObject({
          role: z.literal("assistant"),
          content: z.array(
            z.union([
              Text,
              z.strictObject({
                type: z.literal("tool_use"),
                id: z.string().regex(/^[A-Za-z0-9_-]+$/),
                name: z.string(),
                input: z.record(z.string(), z.unknown()),
                cache_control,
              }),
            ]),
          ),
        }),
      ]),
    )
    .min(1),
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        description: z.string(),
        input_schema: z.looseObject({ type: z.literal("object") }),
        cache_control,
      }),
    )
    .optional(),
  tool_choice: z.strictObject({ type: z.literal("auto") }).optional(),
});

export const anthropicMessages: WireFormat = {
  provider: "anthropic",
  base: "/v1",
  path: "/messages",
  Request,
  events: ({ text, calls = [], turn, tokens }) => {
    const event = (type: string, more: object = {}) => sse({ type, ...more }, type);
    const block = (index: number, content_block: object, deltas: readonly object[]) => [
      event("content_block_start", { index, content_block }),
      ...deltas.map((delta) => event("content_block_delta", { index, delta })),
      event("content_block_stop", { index }),
    ];
    const said =
      text === undefined
        ? []
        : block(
            0,
            { type: "text", text: "" },
            inPieces(text).map((piece) => ({ type: "text_delta", text: piece })),
          );
    const first = said.length === 0 ? 0 : 1;
    return [
      event("message_start", {
        message: {
          id: `msg_${turn}`,
          type: "message",
          role: "assistant",
          model: "test-model",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: tokens.input - tokens.cached,
            cache_read_input_tokens: tokens.cached,
            cache_creation_input_tokens: 0,
            output_tokens: 1,
          },
        },
      }),
      event("ping"),
      ...said,
      ...calls.flatMap((call, index) =>
        block(
          first + index,
          { type: "tool_use", id: `toolu_${turn}_${index}`, name: call.name, input: {} },
          inPieces(JSON.stringify(call.arguments)).map((piece) => ({
            type: "input_json_delta",
            partial_json: piece,
          })),
        ),
      ),
      event("message_delta", {
        delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: tokens.output },
      }),
      event("message_stop"),
    ];
  },
  offered: (body) => (Request.parse(body).tools ?? []).map(({ name }) => name),
  failure: sse(
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    "error",
  ),
  refusal: (message, type) => JSON.stringify({ type: "error", error: { type, message } }),
  models: {
    body: {
      data: [{ type: "model", id: "claude-one", display_name: "Claude One" }],
      has_more: false,
      first_id: "claude-one",
      last_id: "claude-one",
    },
    names: ["claude-one"],
  },
};
