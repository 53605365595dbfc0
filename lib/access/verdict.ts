import { type PathRule, ruleSettings } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import type { HealthyRoot } from "./resolve-root.ts";

/** The file may be read: under this root, by this relative path (names joined by `/`), at this real path. */
export type Allowed = {
  kind: "allowed";
  root: HealthyRoot;
  relative_path: string;
  real_path: string;
};

export type Refused = {
  kind: "refused";
  rule: PathRule;
  /** One English sentence. It never holds an absolute path or says what exists outside the roots. */
  message: string;
  /** The setting that governs the rule, where one does. */
  setting?: string;
  /** True when the only reason is that no such file stands in the root. */
  missing: boolean;
};

export type Verdict = Allowed | Refused;

/** A refusal in the rule's own sentence and by the setting that governs it, or by those given. */
export function refuse(
  rule: PathRule,
  message: string = say("en", `rule.${rule}`),
  setting: string | undefined = ruleSettings[rule],
): Refused {
  return {
    kind: "refused",
    rule,
    message,
    ...(setting === undefined ? {} : { setting }),
    missing: false,
  };
}

export function refuseMissing(): Refused {
  return { ...refuse("unreadable", say("en", "access.missing")), missing: true };
}
