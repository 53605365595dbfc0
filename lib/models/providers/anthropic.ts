import { createAnthropic } from "@ai-sdk/anthropic";
import { z } from "zod";
import type { ModelProvider } from "../provider.ts";

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Anthropic, by its Messages API. What begins a conversation and does not change is kept there from turn to turn. */
export const anthropic: ModelProvider = {
  id: "anthropic",
  key_variable: "ANTHROPIC_API_KEY",
  key_needed: true,
  base_url: "https://api.anthropic.com/v1",
  open: ({ base_url, key = "", fetch, name }) =>
    createAnthropic({ baseURL: base_url, apiKey: key, fetch })(name),
  keeps: { anthropic: { cacheControl: { type: "ephemeral" } } },
  // Arguments come as checked JSON, if a little later.
  options: { anthropic: { cacheControl: { type: "ephemeral" }, toolStreaming: false } },
  cites: { anthropic: { citations: { enabled: true } } },
  sees: true,
  catalogue: {
    path: "/models?limit=1000",
    headers: (key = "") => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    read: (body) => Models.parse(body).data.map(({ id }) => id),
  },
  judge: (status, body) => (status === 400 && /credit balance/i.test(body) ? "spend" : undefined),
};
