import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretLintRuleContext, SecretLintSourceCode } from "@secretlint/types";
import { charactersOf, hasRun, wordCharacters } from "./long-run.ts";
import type { SecretSpan } from "./span.ts";

/**
 * Tokens that carry their maker's mark, such as "ghp_…" or "xoxb-…": secretlint's rules, called directly because its own
 * runner is asynchronous and writing to the database and the log is not.
 */
export function vendorTokens(text: string): SecretSpan[] {
  if (!hasRun(text, inTokens, shortest) || !(marks.test(text) || webhook.test(text))) return [];
  const source = { content: text, filePath: "text", ext: "", contentType: "text" };
  found = [];
  for (const check of checks) void check(source as SecretLintSourceCode); // the rules used here read no more of it
  return found;
}

/** None of these tokens is shorter. */
const shortest = 20;
const inTokens = charactersOf(`${wordCharacters}.+/=-`);

/** Of what the rules look for some part stands in every token: to look for all of it once is quicker than rule by rule. */
const marks =
  /npm_|xox[abopr]-|xapp-|SG\.|shp(?:pa|ca|at|ss)_|[rs]k_(?:live|test)_|gh[oprsu]_|github_pat_|glpat-|glc_|glsa_|sk-|gsk_|hf_|lin_api_|ntn_|ops_|hv[bsr]\.|vc[aikpr]_|dapi|dckr_pat_|figd_|cfk_|cf[au]t_|tskey-/;
const webhook = /hooks\.slack\.com/i;

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

/** The rules whose tokens are looked for here. */
export const ownRules = ({ meta }: { meta: { id: string } }): boolean => !leftOut.test(meta.id);

const checks = rules.filter(ownRules).flatMap((rule) => rule.create(context, {}).file ?? []);
