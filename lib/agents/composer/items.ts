import type { Unit } from "#lib/markdown/units";

/** Where the item begins that a unit is a later sentence of; the unit's own place for any other. */
export function headOfItem(units: readonly Unit[], index: number): number {
  const head = units.findIndex((u) => u.block === units[index]?.block);
  return isItem(units[head]) ? head : index;
}

/** Words that run on: a sentence, or one of a quotation. */
export const isText = (u: Unit | undefined): u is Unit & { kind: "sentence" | "quote" } =>
  u?.kind === "sentence" || u?.kind === "quote";

/** It stands for itself among others like it. */
export const isRow = (u: Unit | undefined): boolean => u?.kind === "table" || u?.row === true;

export const isItem = (u: Unit | undefined): boolean =>
  u?.kind === "list_item" || u?.kind === "step";
