import {
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  streamText,
  type ToolSet,
} from "ai";
import type { ModelReply, NumberedDocument, OwnWords } from "../conversation.ts";
import { StreamCut } from "../failure.ts";
import { markCitations } from "./cite-markers.ts";

/** One request of the AI SDK, read to its end. Its retries, its log and its tool runner are left out. */
export type StreamedTurn = {
  text: string;
  /** `whole`: the arguments were JSON from end to end. */
  calls: { id: string; name: string; arguments: unknown; whole: boolean }[];
  own: OwnWords | undefined;
  counts: LanguageModelUsage;
  stopped: Pick<ModelReply, "stopped">;
};

/** What goes with every request to a model. */
export type ModelSettings = Pick<
  Parameters<typeof streamText>[0],
  "maxOutputTokens" | "providerOptions"
> & {
  /** Goes with what begins alike from question to question. */
  keeps?: NonNullable<Parameters<typeof streamText>[0]["providerOptions"]>;
};

// Else it writes to the console what a provider does not support.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Throws what the provider throws, `StreamCut` when the reply ends without having been brought to an end, and the signal's
 * reason once it fires. Whatever ends it, the connection is closed.
 */
export async function streamTurn(
  model: LanguageModel,
  asked: {
    instructions: string;
    messages: ModelMessage[];
    /** Those among the messages, where the reply names what it rests on. */
    documents?: readonly NumberedDocument[];
    tools?: ToolSet;
    signal: AbortSignal;
    onText?: (piece: string) => void;
    onSign?: () => void;
  },
  settings: ModelSettings,
): Promise<StreamedTurn> {
  const { instructions, messages, documents = [], tools, signal, onText, onSign } = asked;
  const { keeps, ...sent } = settings;
  const over = new AbortController();
  signal.throwIfAborted();
  try {
    const result = streamText({
      model,
      instructions:
        keeps === undefined
          ? instructions
          : { role: "system", content: instructions, providerOptions: keeps },
      messages,
      ...(tools === undefined ? {} : { tools }),
      ...sent,
      abortSignal: AbortSignal.any([signal, over.signal]),
      maxRetries: 0,
      onError: () => {}, // it comes as a part as well
    });
    const calls: StreamedTurn["calls"] = [];
    let text = "";
    const hear = (piece: string): void => {
      text += piece;
      onText?.(piece);
    };
    const marked = documents.length === 0 ? undefined : markCitations(documents, hear);
    for await (const part of result.fullStream) {
      switch (part.type) {
        case "start":
        case "start-step":
          continue; // ours, and said before anything was sent
        case "text-delta":
          onSign?.();
          (marked?.text ?? hear)(part.text);
          continue;
        case "text-end":
          marked?.part(part.citations ?? []);
          break;
        case "tool-call": {
          const { toolCallId: id, toolName: name, input } = part;
          // What cannot be read as JSON is handed on as the letters that came.
          const whole = !(part.invalid === true && typeof input === "string");
          calls.push({ id, name, arguments: input, whole });
          break;
        }
        case "error":
          signal.throwIfAborted();
          throw part.error;
        case "abort":
          signal.throwIfAborted();
          throw new StreamCut();
        case "finish": {
          const { finishReason, rawFinishReason, totalUsage } = part;
          if (endless(finishReason, rawFinishReason)) throw new StreamCut();
          marked?.end();
          return {
            text,
            calls,
            own: ownWords(await result.responseMessages),
            counts: totalUsage,
            stopped: stoppedBy[finishReason] ?? {},
          };
        }
      }
      onSign?.();
    }
    throw new StreamCut();
  } finally {
    over.abort();
  }
}

/** The provider did not say that it was done. */
function endless(reason: string, raw: string | undefined): boolean {
  return (
    reason === "error" || reason === "interrupted" || (reason === "other" && raw === undefined)
  );
}

const stoppedBy: Record<string, Pick<ModelReply, "stopped">> = {
  length: { stopped: "length" },
  "content-filter": { stopped: "filtered" },
};

function ownWords(messages: readonly ModelMessage[]): OwnWords | undefined {
  const content = messages.find(({ role }) => role === "assistant")?.content;
  // Of an assistant's message, and there it is such a list or a string.
  return Array.isArray(content) ? (content as OwnWords) : undefined;
}
