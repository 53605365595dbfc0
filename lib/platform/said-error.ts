import type { Lang } from "#lib/contracts/answer";
import { AppError, type ErrorCode } from "#lib/contracts/errors";
import { type MessageKey, say } from "./say.ts";

type Said = { key: MessageKey; params: Record<string, string | number> };

/**
 * An AppError whose sentence comes from the catalogue: English as its `message` (logs, terminals), and again in the
 * reader's language by `errorSentence`. Used where the place that fails does not know who reads.
 */
export function saidError(
  code: ErrorCode,
  key: MessageKey,
  params: Record<string, string | number> = {},
  options: {
    retryable?: boolean;
    cause?: unknown;
    setting?: string;
    details?: Record<string, unknown>;
  } = {},
): AppError {
  const said: Said = { key, params };
  return new AppError(code, say("en", key, params), {
    ...options,
    details: { ...options.details, said },
  });
}

export function errorSentence(error: AppError, lang: Lang): string {
  // Only `saidError` writes `said`, and it writes a Said.
  const said = error.details?.said as Said | undefined;
  return said ? say(lang, said.key, said.params) : error.message;
}
