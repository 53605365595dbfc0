import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { DocsRefusal } from "#lib/contracts/docs-tools";
import { AppError, PathRule, SkipRule } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";

/** A refused or failed call is a result with `isError`, so that a model can read why; never a protocol error. */
export function refusalResult(refusal: DocsRefusal): CallToolResult {
  return {
    isError: true,
    structuredContent: refusal,
    content: [{ type: "text", text: refusal.message }],
  };
}

/** Undefined for anything that is no refusal but a fault of the program. */
export function refusalOf(error: unknown): DocsRefusal | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { message } = error;
  const setting = error.setting === undefined ? {} : { setting: error.setting };
  const path = PathRule.safeParse(error.code);
  if (path.success) return { status: "denied", rule: path.data, message, ...setting };
  const skip = SkipRule.safeParse(error.code);
  if (skip.success) return { status: "error", rule: skip.data, message, ...setting };
  if (error.code === "validation") {
    return { status: "error", rule: "validation", message };
  }
  return { status: error.code === "timeout" ? "timeout" : "error", message };
}

/** The refusal with the path the caller gave, unchanged, so that it need not remember what it asked for. */
export function withPath(refusal: DocsRefusal, args: unknown): DocsRefusal {
  const given = z.object({ path: z.string() }).safeParse(args);
  const { rule } = refusal;
  if (rule === undefined || rule === "validation" || !given.success) return refusal;
  return { ...refusal, path: given.data.path };
}

/** Arguments that do not fit the schema; a path of the wrong form is refused like any other path. */
export function refusalOfArguments(tool: string, issues: readonly z.core.$ZodIssue[]): DocsRefusal {
  const issue = issues[0];
  const field = issue?.path[0];
  if (field === "path" || field === "prefix") {
    return { status: "denied", rule: "invalid_path", message: say("en", "rule.invalid_path") };
  }
  const where = issue === undefined || issue.path.length === 0 ? "arguments" : issue.path.join(".");
  const message = say("en", "docs.bad_arguments", {
    tool,
    field: where,
    reason: issue?.message ?? "invalid",
  });
  return { status: "error", rule: "validation", message };
}
