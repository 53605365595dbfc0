import { createGoogle } from "@ai-sdk/google";
import { catalogueOf, google as chat } from "../providers/google.ts";
import type { EmbeddingProvider } from "./provider.ts";

/** Google, by the Gemini API. Its replies number nothing: they come in the order of the texts. */
export const google: EmbeddingProvider = {
  id: "google",
  key_variable: chat.key_variable,
  key_needed: chat.key_needed,
  base_url: chat.base_url,
  open: ({ base_url, key = "", fetch, name }) =>
    createGoogle({ baseURL: base_url, apiKey: key, fetch }).embeddingModel(name),
  catalogue: catalogueOf("embedContent"),
  ...(chat.judge === undefined ? {} : { judge: chat.judge }),
};
