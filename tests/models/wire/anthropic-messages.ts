import { z } from "zod";
import { inPieces, sse, type WireFormat } from "./wire-format.ts";

/** Anthropic's Messages API. */
const cache_control = z.strictObject({ type: z.literal("ephemeral") }).optional();
const Text = z.strictObject({ type: z.literal("text"), text: z.string().min(1), cache_control });
const Document = z.strictObject({
  type: z.literal("document"),
  source: z.strictObject({
    type: z.literal("text"),
    media_type: z.literal("text/plain"),
    data: z.string().min(1),
  }),
  title: z.string().max(500),
  citations: z.strictObject({ enabled: z.literal(true) }),
  cache_control,
});
const Citation = z.strictObject({
  type: z.literal("char_location"),
  cited_text: z.string(),
  document_index: z.number().int().min(0),
  document_title: z.string().nullable(),
  start_char_index: z.number().int().min(0),
  end_char_index: z.number().int().min(0),
});

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
              Document,
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
              Text.extend({ citations: z.array(Citation).optional() }),
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
  events: ({ text, calls = [], parts, turn, tokens }) => {
    const event = (type: string, more: object = {}) => sse({ type, ...more }, type);
    const block = (index: number, content_block: object, deltas: readonly object[]) => [
      event("content_block_start", { index, content_block }),
      ...deltas.map((delta) => event("content_block_delta", { index, delta })),
      event("content_block_stop", { index }),
    ];
    const texts = parts ?? (text === undefined ? [] : [{ text, documents: [] }]);
    const said = texts.flatMap(({ text: words, documents }, index) =>
      block(index, { type: "text", text: "", ...(documents.length > 0 && { citations: [] }) }, [
        ...documents.map((document_index) => ({
          type: "citations_delta",
          citation: {
            type: "char_location",
            ...{ cited_text: words, document_index, document_title: null },
            ...{ start_char_index: 0, end_char_index: words.length },
          },
        })),
        ...inPieces(words).map((piece) => ({ type: "text_delta", text: piece })),
      ]),
    );
    const first = texts.length;
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
