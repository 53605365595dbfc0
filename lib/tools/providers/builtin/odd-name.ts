import type { AppError } from "#lib/contracts/errors";
import { saidError } from "#lib/platform/said-error";

/**
 * Names that nobody means who asks for a file to be written, though the system would take them. What is read may be called
 * anything; what is written is seen by a person first, and is found again on other systems.
 *
 * `names` lead from the root to the file; `made` are those at their end that are yet to be made.
 */
export function oddName(names: readonly string[], made: readonly string[]): AppError | undefined {
  if (names.some((name) => name.includes("\\"))) {
    return saidError("invalid_path", "tool_write.name.backslash");
  }
  if (names.some((name) => control.test(name))) {
    return saidError("invalid_path", "tool_write.name.control");
  }
  if (made.some((name) => unseen.test(name))) {
    return saidError("invalid_path", "tool_write.name.unseen");
  }
  const [first] = made;
  if (made.length === names.length && first !== undefined && place.test(first)) {
    return saidError("invalid_path", "tool_write.name.place", { name: first });
  }
  return undefined;
}

/** They would break the line in which the name is shown, or write into a terminal. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** White space at either end, and what turns the order of letters around: the name reads like another one. */
const unseen = /^\s|\s$|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A home folder or a drive, which no name below the workspace stands for. */
const place = /^(?:~|[a-z]:)$/i;
