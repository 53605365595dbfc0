import type { PathRule } from "#lib/contracts/errors";
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
  /** True when the only reason is that no such file stands in the root. */
  missing: boolean;
};

export type Verdict = Allowed | Refused;

/** A refusal in the rule's own sentence, or in the one given. */
export function refuse(rule: PathRule, message: string = say("en", `rule.${rule}`)): Refused {
  return { kind: "refused", rule, message, missing: false };
}

export function refuseMissing(): Refused {
  return {
    kind: "refused",
    rule: "unreadable",
    message: say("en", "access.missing"),
    missing: true,
  };
}
