import { columnsOf } from "#lib/markdown/table-rows";
import { heldBy, wordsHeld } from "../coverage.ts";
import { has, isWhole } from "../facts/cues.ts";
import { numberFacts } from "../facts/numbers.ts";
import { denialsIn } from "../negations.ts";
import { type Check, refuseIf } from "./check.ts";

export const cells: Check = {
  name: "cells",
  point: "It tells a cell of the row otherwise than it stands.",
  ofCopies: true,
  withholds: "always",
  judge: ({ text, carrier }) =>
    refuseIf(carrier.cells !== undefined && turnsCell(text, carrier.unit.text)),
};

/**
 * Does a sentence tell a cell of a row otherwise than it stands? What a column that the sentence names has in the row is
 * said, not what another one has: an empty or denying cell is not affirmed, "never" is not "always", and the number of
 * one column is not given to another.
 */
function turnsCell(sentence: string, row: string): boolean {
  const columns = columnsOf(row);
  const mine = wordsHeld(sentence);
  const named = columns.filter(({ header }) => header !== "" && heldBy(header, mine).share >= 1);
  const about = columns[0];
  if (named.some((one) => one !== about && affirms(sentence, one))) return true;
  const told = named.length > 0 ? named : columns;
  const stands = (state: string) => told.some(({ cell }) => isWhole(cell, `cell-${state}`));
  const turned = exclusive.some(
    ([says, other]) =>
      has(sentence, `said-${says}`) &&
      !has(sentence, `said-${other}`) &&
      stands(other) &&
      !stands(says),
  );
  return turned || crossesNumbers(sentence, columns, named);
}

type Column = { header: string; cell: string };

const exclusive = [
  ["on", "off"],
  ["off", "on"],
  ["always", "never"],
  ["never", "always"],
] as const;

function affirms(sentence: string, { header, cell }: Column): boolean {
  if ((cell !== "" && !isWhole(cell, "cell-no")) || has(header, "default")) return false;
  if (cell !== "" && sentence.toLowerCase().includes(cell.toLowerCase())) return false;
  if (has(header, "column-required") && has(sentence, "optional")) return false;
  return denialsIn(sentence).most === 0;
}

/** "The minimum is 16" of a row that has 4 under "Min" and 16 under "Max". */
function crossesNumbers(
  sentence: string,
  columns: readonly Column[],
  named: readonly Column[],
): boolean {
  const own = named.flatMap(({ cell }) => figuresIn(cell));
  const others = columns
    .filter((one) => !named.includes(one))
    .flatMap(({ cell }) => figuresIn(cell));
  const said = figuresIn(sentence);
  if (own.length === 0 || said.some((number) => own.includes(number))) return false;
  return said.some((number) => others.includes(number));
}

const figuresIn = (text: string): string[] =>
  numberFacts(text).flatMap(({ kind, value }) => (kind === "number" ? [value] : []));
