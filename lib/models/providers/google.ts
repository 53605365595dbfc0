import { createGoogle } from "@ai-sdk/google";
import { z } from "zod";
import type { ModelProvider } from "../provider.ts";

const Models = z.object({
  models: z.array(
    z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() }),
  ),
});

/** The models of which Google says that they do this; where it says nothing, all. */
export const catalogueOf = (does: string): ModelProvider["catalogue"] => ({
  path: "/models?pageSize=1000",
  headers: (key = "") => ({ "x-goog-api-key": key }),
  read: (body) =>
    Models.parse(body)
      .models.filter(({ supportedGenerationMethods: said }) => said?.includes(does) ?? true)
      .map(({ name }) => name.replace(/^models\//, "")),
});

/** Google, by the Gemini API. */
export const google: ModelProvider = {
  id: "google",
  key_variable: "GOOGLE_GENERATIVE_AI_API_KEY",
  key_needed: true,
  base_url: "https://generativelanguage.googleapis.com/v1beta",
  open: ({ base_url, key = "", fetch, name }) =>
    createGoogle({ baseURL: base_url, apiKey: key, fetch })(name),
  sees: true,
  catalogue: catalogueOf("generateContent"),
  // A key that it does not know is a bad request to it.
  judge: (status, body) =>
    status === 400 && /API_KEY_INVALID/.test(body) ? "refused_key" : undefined,
};
