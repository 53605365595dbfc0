import { AppError } from "#lib/contracts/errors";

/** It failed for a reason that passes by itself, and nothing of it was done: the same may be tried again in a moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof AppError && error.details?.passing === true;
}
