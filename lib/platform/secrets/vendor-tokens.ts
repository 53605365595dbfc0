import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretLintRuleContext, SecretLintSourceCode } from "@secretlint/types";
import type { SecretSpan } from "./span.ts";

/**
 * Tokens that carry their maker's mark, such as "ghp_…" or "xoxb-…": secretlint's rules, called directly because its own
 * runner is asynchronous and writing to the database and the log is not.
 */
export function vendorTokens(text: string): SecretSpan[] {
  if (!longRun.test(text)) return [];
  const source = { content: text, filePath: "text", ext: "", contentType: "text" };
  found = [];
  for (const check of checks) void check(source as SecretLintSourceCode); // the rules used here read no more of it
  return found;
}

/** None of these tokens is shorter. */
const longRun = /[\w.+/=-]{20}/;

/**
 * Comments by which a document could switch the others off, a rule that opens files, and those whose range is not the
 * secret itself: what these look for, our own patterns find.
 */
const leftOut = /-(?:filter-comments|gcp|aws|basicauth|database-connection-string|privatekey)$/;

/** Where the rules report to. They are synchronous, so it belongs to the one call that made it. */
let found: SecretSpan[] = [];

const context: SecretLintRuleContext = {
  sharedOptions: {},
  createTranslator: () => () => ({ message: "", messageId: "", data: undefined }),
  report: ({ range: [start, end] }) => {
    found.push({ start, end });
  },
  ignore: () => undefined,
};

const checks = rules
  .filter(({ meta }) => !leftOut.test(meta.id))
  .flatMap((rule) => rule.create(context, {}).file ?? []);
