import { jsonSchema, type LanguageModel, type ModelMessage, tool } from "ai";
import type { ModelQuestion, ModelReply, OwnWords, Turn } from "../conversation.ts";
import { type ModelSettings, streamTurn } from "./stream-turn.ts";
import { usageOf } from "./tokens.ts";

/**
 * The model's own tool calls. A call that names no offered tool comes back as it is; where the arguments of one are no whole
 * JSON, none of the turn's calls comes back, and the model is told.
 */
export async function replyNatively(
  model: LanguageModel,
  { instructions, turns, tools, ...asked }: ModelQuestion,
  settings: ModelSettings,
  cites?: ModelSettings["providerOptions"],
): Promise<ModelReply> {
  const offered = tools.map(({ name, description, input_schema }) => [
    name,
    // Without a check of its own: arguments are judged once, where the tool is run.
    tool({ description, inputSchema: jsonSchema(input_schema) }),
  ]);
  const messages = turns.map((turn) => messageOf(turn, { cites, keeps: settings.keeps }));
  const documents =
    cites === undefined
      ? []
      : turns.flatMap((turn) => (turn.from === "agent" ? (turn.documents ?? []) : []));
  const { text, calls, own, counts, stopped } = await streamTurn(
    model,
    {
      instructions,
      messages,
      documents,
      ...(offered.length === 0 ? {} : { tools: Object.fromEntries(offered) }),
      ...asked,
    },
    settings,
  );
  const usage = usageOf(counts, [instructions, turns, tools], [text, calls]);
  const reply = { text, usage, tokens: usage.input + usage.output, ...stopped };
  const half = calls.find(({ whole }) => !whole);
  if (half !== undefined) return { ...reply, calls: [], problem: notWhole(half.name) };
  if (text.trim() === "" && calls.length === 0) return { ...reply, calls: [], problem: empty };
  return {
    ...reply,
    calls: calls.map(({ whole: _, ...call }) => call),
    ...(own === undefined ? {} : { own }),
  };
}

const empty = "The reply was empty.";
const notWhole = (name: string): string =>
  `The arguments of ${name} were no whole JSON, so nothing was run. Make the call again, whole.`;

/** A piece of text without words is refused by some; Google hangs a signature on it, and wants that back. */
const says = (part: OwnWords[number]): boolean =>
  part.type !== "text" ||
  part.text.trim() !== "" ||
  part.providerOptions?.google?.thoughtSignature !== undefined;

type Apart = Record<"cites" | "keeps", ModelSettings["keeps"]>;

function messageOf(turn: Turn, { cites, keeps }: Apart): ModelMessage {
  switch (turn.from) {
    case "agent": {
      const { lead = "", text, documents = [], pictures = [] } = turn;
      const led = keeps !== undefined && lead !== "";
      const files = cites === undefined ? [] : documents;
      if (!led && files.length === 0 && pictures.length === 0)
        return { role: "user", content: lead + text };
      return {
        role: "user",
        content: [
          // What is told again with the next question stands first, for caches.
          ...(led ? [{ type: "text" as const, text: lead, providerOptions: keeps }] : []),
          { type: "text" as const, text: led ? text : lead + text },
          ...files.map(({ name, text }) => ({
            type: "file" as const,
            data: { type: "text" as const, text },
            mediaType: "text/plain",
            filename: name,
            ...(cites === undefined ? {} : { providerOptions: cites }),
          })),
          ...pictures.flatMap(({ number, media_type, base64 }) => [
            { type: "text" as const, text: `Picture [${number}]:` },
            {
              type: "file" as const,
              data: { type: "data" as const, data: base64 },
              mediaType: media_type,
            },
          ]),
        ],
      };
    }
    case "model":
      return {
        role: "assistant",
        content: turn.own?.filter(says) ?? [
          ...[{ type: "text" as const, text: turn.text }].filter(says),
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
        content: turn.results.map(({ id, name, text }) => ({
          type: "tool-result" as const,
          toolCallId: id,
          toolName: name,
          output: { type: "text" as const, value: text },
        })),
      };
  }
}
