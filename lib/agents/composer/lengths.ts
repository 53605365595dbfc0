import type { Unit } from "#lib/markdown/units";
import { ownText } from "./unit-signs.ts";

/** How long an answer may be, in characters. A procedure is kept whole, so it has a bound of its own. */
export const answerBudget = 900;
export const procedureBudget = 1600;
/** A sentence, row or code block longer than this is no answer: it is never chosen. */
export const longestUnit = 2000;
/** The opening of a section that answers as a whole, without and with its first code. */
export const sectionBudget = 420;
export const sectionWithCodeBudget = 840;
/** A reason and what follows from it: the words that answer still stand near the front. */
export const reasonBudget = 280;

/**
 * How much of a unit there is to read, in characters: a row without the header it shares, its padding, tags, and where its
 * links lead. A table whose columns are lined up, or whose rows carry anchors, is several times as long in its file.
 */
export function readLength(unit: Unit): number {
  const known = lengths.get(unit);
  if (known !== undefined) return known;
  const length = lengthToRead(unit.kind, ownText(unit));
  lengths.set(unit, length);
  return length;
}
const lengths = new WeakMap<Unit, number>();

/** … and of the words of a claim. */
export function lengthToRead(kind: Unit["kind"], text: string): number {
  if (kind === "code") return text.length;
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/\]\([^()\s]*\)/g, "]")
    .replace(/[ \t]{2,}|-{4,}/g, " ").length;
}

/** It is too long to be quoted: to read, or in its file, where a picture may stand in the line itself. */
export const isTooLong = (unit: Unit): boolean =>
  readLength(unit) > longestUnit || ownText(unit).length > longestUnit * 4;
