import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { extractReasoningMiddleware, wrapLanguageModel } from "ai";
import { z } from "zod";
import type { ModelProvider } from "../provider.ts";

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Whatever answers as OpenAI's Chat Completions do: Ollama, llama.cpp, vLLM, LM Studio, hosted ones. Some models there write
 * their thoughts into the text, between marks; those are taken out.
 */
export const compatible: ModelProvider = {
  id: "compatible",
  key_variable: "DOCENT_MODEL_API_KEY",
  key_needed: false,
  base_url: null,
  open: ({ base_url, key, fetch, name }) => {
    const provider = createOpenAICompatible({
      name: "compatible",
      baseURL: base_url,
      ...(key === undefined ? {} : { apiKey: key }),
      fetch,
      includeUsage: true,
    });
    const middleware = extractReasoningMiddleware({ tagName: "think" });
    return wrapLanguageModel({ model: provider.chatModel(name), middleware });
  },
  catalogue: {
    path: "/models",
    headers: (key): Record<string, string> =>
      key === undefined ? {} : { authorization: `Bearer ${key}` },
    read: (body) => Models.parse(body).data.map(({ id }) => id),
  },
};
