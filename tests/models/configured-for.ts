import { ModelConfig } from "#lib/contracts/config";
import { systemClock } from "#lib/platform/clock";
import { type ConfiguredModel, createConfiguredModel } from "../../lib/models/configured.ts";
import type { ModelKeys } from "../../lib/models/endpoint.ts";
import type { WireFormat } from "./wire/wire-format.ts";

export const canary = "canary-8f4b2d6e1a9c7035-never-shown";
export const keys: ModelKeys = {
  ANTHROPIC_API_KEY: canary,
  OPENAI_API_KEY: canary,
  GOOGLE_GENERATIVE_AI_API_KEY: canary,
  DOCENT_MODEL_API_KEY: canary,
};

/** The configured model of a format, at this address, with a key; nothing waits unless the test makes it. */
export function configuredFor(
  format: WireFormat,
  base_url: string,
  more: {
    config?: Partial<ModelConfig>;
    deps?: Partial<Parameters<typeof createConfiguredModel>[0]>;
  } = {},
): Extract<ConfiguredModel, { kind: "ready" }> {
  const configured = createConfiguredModel({
    config: ModelConfig.parse({
      provider: format.provider,
      name: "test-model",
      base_url,
      ...more.config,
    }),
    keys,
    clock: systemClock,
    pause: unhurried,
    random: () => 0,
    ...more.deps,
  });
  if (configured.kind !== "ready") throw configured.error;
  return configured;
}

/** Short waits, such as before a second try, take no time; those that are limits never end, unless they are broken off. */
export function unhurried(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    if (ms <= 20_000) return resolve();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
