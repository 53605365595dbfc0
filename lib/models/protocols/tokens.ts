import type { LanguageModelUsage } from "ai";
import type { ModelUsage } from "../conversation.ts";
import { countTokens } from "../count-tokens.ts";

/** What the provider counted; where it counts nothing, a guess from what was said, so that no limit is without effect. */
export function usageOf(
  counts: LanguageModelUsage,
  heard: readonly unknown[],
  said: readonly unknown[],
): ModelUsage {
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = counts;
  if (inputTokens + outputTokens > 0) {
    const cached = Math.min(inputTokenDetails.cacheReadTokens ?? 0, inputTokens);
    return { input: inputTokens, cached, output: outputTokens, counted: true };
  }
  return { input: guess(heard), cached: 0, output: guess(said), counted: false };
}

function guess(words: readonly unknown[]): number {
  return countTokens(JSON.stringify(words));
}
