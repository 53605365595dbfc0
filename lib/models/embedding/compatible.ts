import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { compatible as chat } from "../providers/compatible.ts";
import { placesByIndex } from "./indexed.ts";
import type { EmbeddingProvider } from "./provider.ts";

/**
 * Whatever answers as OpenAI's Embeddings do: Ollama, llama.cpp, vLLM, LM Studio, hosted ones. Its key is a variable of its
 * own, so that the key of a language model is never sent to another host.
 */
export const compatible: EmbeddingProvider = {
  id: "compatible",
  key_variable: "DOCENT_EMBEDDING_API_KEY",
  key_needed: false,
  base_url: null,
  open: ({ base_url, key, fetch, name }) =>
    createOpenAICompatible({
      name: "compatible",
      baseURL: base_url,
      ...(key === undefined ? {} : { apiKey: key }),
      fetch,
    }).embeddingModel(name),
  placesIn: placesByIndex,
  catalogue: chat.catalogue,
};
