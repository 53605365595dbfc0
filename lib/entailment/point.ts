import type { Lang } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";
import { entailmentLimits } from "./limits.ts";

/** What the document says in the place of a sentence in doubt, as a sentence; all of the line stands below it. */
export function pointFrom(line: string, lang: Lang): string {
  const whole = line.split("\n").join(" ").trim();
  const { point_characters } = entailmentLimits;
  const told = whole.length <= point_characters ? whole : `${whole.slice(0, point_characters)}…`;
  return say(lang, "gate.point", { line: told });
}
