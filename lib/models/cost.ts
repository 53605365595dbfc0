import type { ModelConfig } from "#lib/contracts/config";
import type { ModelUsage } from "./conversation.ts";

/** What a reply cost by the prices of the configuration, in their currency; undefined where none are given. */
export function costOf(model: ModelConfig, usage: ModelUsage): number | undefined {
  if (model.prices === null) return undefined;
  const { input, cached_input = input, output } = model.prices;
  const read = (usage.input - usage.cached) * input + usage.cached * cached_input;
  return (read + usage.output * output) / 1_000_000;
}
