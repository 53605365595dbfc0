import { bounds } from "./checks/bounds.ts";
import { cells } from "./checks/cells.ts";
import type { Case, Check, Verdict } from "./checks/check.ts";
import { clauses } from "./checks/clauses.ts";
import { condition } from "./checks/condition.ts";
import { denial } from "./checks/denial.ts";
import { exchanges } from "./checks/exchanges.ts";
import { factsStand } from "./checks/facts-stand.ts";
import { force } from "./checks/force.ts";
import { opposites } from "./checks/opposites.ts";
import { order } from "./checks/order.ts";
import { roles } from "./checks/roles.ts";
import { bareText } from "./facts/pieces.ts";

/**
 * What a sentence may not do with the line it stands on, one check a file. They judge words, not meaning: each says `pass`
 * where it has nothing to say.
 */
export const checks: readonly Check[] = [
  denial,
  opposites,
  cells,
  force,
  roles,
  order,
  factsStand,
  bounds,
  clauses,
  exchanges,
  condition,
];

/** What a line as it stands may still be held against: what stands over it may deny or restrict it. */
const unlessSame = new Set([denial, factsStand, condition]);

/** The hardest of the verdicts, and the points of the checks that gave it. */
export function judgeCase(
  one: Case,
  list: readonly Check[] = checks,
): { verdict: Verdict; points: string[] } {
  const same = bareText(one.text) === bareText(one.carrier.text);
  const asked = same ? list.filter((check) => unlessSame.has(check)) : list;
  let verdict: Verdict = "pass";
  let points: string[] = [];
  for (const { judge, point } of asked) {
    const found = judge(one);
    if (found === "refuse") return { verdict: found, points: [point] };
    if (found === "doubt") {
      verdict = found;
      points = [...points, point];
    }
  }
  return { verdict, points };
}
