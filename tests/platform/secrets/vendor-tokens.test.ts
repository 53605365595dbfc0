import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretLintRuleContext, SecretLintSourceCode } from "@secretlint/types";
import { describe, expect, it } from "vitest";
import { ownRules, vendorTokens } from "../../../lib/platform/secrets/vendor-tokens.ts";

const run = (length: number, of = "a1B2") =>
  of.repeat(Math.ceil(length / of.length)).slice(0, length);
const digits = (length: number) => run(length, "1234567890");
const hex = (length: number) => run(length, "0a1b");

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** One for each pattern that the rules look for; none is anybody's. */
const samples = [
  `npm_${run(36)}`,
  `xoxb-1-${run(12)}-${run(24)}`,
  `https://Hooks.Slack.com/services/T${run(9)}/B${run(9)}/${run(24)}`,
  `SG.${run(22)}.${run(43)}`,
  `shpat_${run(32)}`,
  `sk_live_${run(24)}`,
  `ghp_${run(36)}`,
  `github_pat_${run(82)}`,
  `ghs_${digits(6)}_${run(20)}.${run(60)}.${run(40)}`,
  `glpat-${run(20)}`,
  `glc_${run(32)}`,
  `glsa_${run(32)}_${hex(8)}`,
  `sk-${run(20)}T3BlbkFJ${run(20)}`,
  `sk-ant-api03-${run(93)}AA`,
  `gsk_${run(52)}`,
  `hf_${run(34, "aBcD")}`,
  `lin_api_${run(40)}`,
  `ntn_${digits(11)}${run(35)}`,
  `ops_${base64(`{"a":"${run(86)}"}`)}`,
  `hvs.${run(95)}`,
  `hvb.${run(150)}`,
  `hvr.${run(95)}`,
  `vcp_${run(24)}`,
  `dapi${hex(32)}`,
  `dckr_pat_${run(27)}`,
  `figd_${run(43)}`,
  `cfut_${run(40)}${hex(8)}`,
  `tskey-auth-${run(12)}-${run(32)}`,
];

describe("tokens that carry their maker's mark", () => {
  it.each(samples)("finds %s in a sentence", (sample) => {
    const before = "Set it to ";
    const found = vendorTokens(`${before}${sample} and start again.`);
    expect(found).toContainEqual({ start: before.length, end: before.length + sample.length });
  });

  it("knows a token of every pattern that the rules look for, so that none is passed over unread", () => {
    for (const { source, flags } of patternsOf("text")) {
      const sample = samples.find((one) => new RegExp(`^(?:${source})$`, flags).test(one));
      expect(sample, `a sample of ${source}`).toBeDefined();
    }
  });
});

/** The patterns that are looked for in a text, as the rules ask for them. */
function patternsOf(content: string): RegExp[] {
  const asked: RegExp[] = [];
  // The rules look with `matchAll` alone, and see a text as anything that has it.
  const text = {
    matchAll(pattern: RegExp) {
      asked.push(pattern);
      return content.matchAll(pattern);
    },
  };
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    createTranslator: () => () => ({ message: "", messageId: "", data: undefined }),
    report: () => undefined,
    ignore: () => undefined,
  };
  const source = { content: text, filePath: "text", ext: "", contentType: "text" };
  for (const rule of rules.filter(ownRules)) {
    for (const check of [rule.create(context, {}).file ?? []].flat())
      void check(source as unknown as SecretLintSourceCode); // it reads no more of it
  }
  return asked;
}
