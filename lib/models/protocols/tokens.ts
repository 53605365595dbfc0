import type { LanguageModelUsage } from "ai";

/** About so many letters are a token; a guess on the dear side for Chinese as well. */
const lettersPerToken = 3;

/** What the provider counted; where it counts nothing, a guess from what was said, so that no limit is without effect. */
export function tokensOf(usage: LanguageModelUsage, ...said: unknown[]): number {
  const { totalTokens, inputTokens = 0, outputTokens = 0 } = usage;
  const counted = totalTokens ?? inputTokens + outputTokens;
  return counted > 0 ? counted : Math.ceil(JSON.stringify(said).length / lettersPerToken);
}
