import { anthropicMessages } from "./anthropic-messages.ts";
import { googleGenerate } from "./google-generate.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { WireFormat } from "./wire-format.ts";

export const formats: readonly WireFormat[] = [
  anthropicMessages,
  openaiResponses,
  googleGenerate,
  openaiChat,
];
