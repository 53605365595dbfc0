import { decisionFeatures } from "../../lib/answering/decision.ts";
import { features } from "../../lib/answering/features.ts";
import type { Matrix } from "./matrix.ts";

/**
 * The matrix as it would be without the table of word meanings: every feature that is read from it is 0. Which unit a decision
 * is about stays the one that was chosen with it.
 */
export function withoutMeaning(matrix: Matrix): Matrix {
  const places = (all: readonly { meaning?: true }[]) =>
    all.flatMap(({ meaning }, i) => (meaning === true ? [i] : []));
  const [ofUnit, ofDecision] = [places(features), places(decisionFeatures)];
  const zeroed = (rows: Uint8Array, width: number, columns: readonly number[]) => {
    const other = Uint8Array.from(rows);
    for (let at = 0; at < other.length; at += width)
      for (const column of columns) other[at + column] = 0;
    return other;
  };
  return {
    ...matrix,
    choices: matrix.choices.map((one) => ({
      ...one,
      rows: zeroed(one.rows, features.length, ofUnit),
    })),
    decisions: matrix.decisions.map((one) => ({
      ...one,
      row: zeroed(one.row, decisionFeatures.length, ofDecision),
    })),
  };
}
