import { createOpenAI } from "@ai-sdk/openai";
import { openai as chat } from "../providers/openai.ts";
import { placesByIndex } from "./indexed.ts";
import type { EmbeddingProvider } from "./provider.ts";

/** OpenAI, by its Embeddings API. */
export const openai: EmbeddingProvider = {
  id: "openai",
  key_variable: chat.key_variable,
  key_needed: chat.key_needed,
  base_url: chat.base_url,
  open: ({ base_url, key = "", fetch, name }) =>
    createOpenAI({ baseURL: base_url, apiKey: key, fetch }).embeddingModel(name),
  placesIn: placesByIndex,
  catalogue: chat.catalogue,
};
