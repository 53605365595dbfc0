import { RE2JS, RE2JSException } from "re2js";
import { AppError } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import { inTime } from "../../in-time.ts";

/**
 * A regular expression in the syntax of RE2, asked of one line at a time. It is matched in time proportional to the line,
 * whatever it holds: a pattern comes from a model, and JavaScript's own engine can be kept busy for good by ten
 * characters of one.
 */
export type LineExpression = {
  /** False for a line so long that even that takes too long. */
  matches(line: string): boolean;
  /** Where the first match begins. */
  startIn(line: string): number;
};

/** States of the machine that the expression is made into; time goes with it. */
const largest = 2000;
const longLine = 10_000;
const longestMs = 1000;

/** Throws AppError `validation` with the reason. */
export function lineExpression(pattern: string): LineExpression {
  const compiled = compile(pattern);
  if (compiled.programSize() > largest) {
    throw new AppError("validation", say("en", "tool_note.pattern_large"));
  }
  const matches = (line: string) => compiled.test(line);
  return {
    matches: (line) =>
      line.length > longLine
        ? (inTime(longestMs, () => matches(line))?.value ?? false)
        : matches(line),
    startIn: (line) =>
      inTime(longestMs, () => {
        const matcher = compiled.matcher(line);
        return matcher.find() ? matcher.start() : 0;
      })?.value ?? 0,
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "");
    throw new AppError("validation", say("en", "tool_note.bad_pattern", { reason }), {
      cause: error,
    });
  }
}
