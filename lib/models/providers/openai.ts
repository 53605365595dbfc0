import { createOpenAI } from "@ai-sdk/openai";
import { z } from "zod";
import type { ModelProvider } from "../provider.ts";

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** OpenAI, by its Responses API, and with nothing of the conversation stored there. */
export const openai: ModelProvider = {
  id: "openai",
  key_variable: "OPENAI_API_KEY",
  key_needed: true,
  base_url: "https://api.openai.com/v1",
  open: ({ base_url, key = "", fetch, name }) =>
    createOpenAI({ baseURL: base_url, apiKey: key, fetch }).responses(name),
  options: { openai: { store: false } },
  sees: true,
  catalogue: {
    path: "/models",
    headers: (key = "") => ({ authorization: `Bearer ${key}` }),
    read: (body) => Models.parse(body).data.map(({ id }) => id),
  },
};
