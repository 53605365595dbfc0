import type { Unit } from "#lib/markdown/units";
import { LONGEST_UNIT, LONGEST_WRITTEN_UNIT } from "./limits.ts";

/** A row's own cells, without the header that is shown with it; the text of any other unit. */
export function ownText(unit: Unit): string {
  return unit.kind === "table" ? (unit.text.split("\n").at(-1) ?? "") : unit.text;
}

/** The header of a table row; empty where it has none. */
export function headerOf(unit: Unit): string {
  return hasHeader(unit) ? (unit.text.split("\n")[0] ?? "") : "";
}

/** A row comes with two lines of its header, where that is at hand. */
export const hasHeader = (unit: Unit): boolean => unit.kind === "table" && unit.spans.length > 2;

/** What a reader reads of it: without the targets of links and padding. Code is read as it is. */
export function readText(unit: Unit): string {
  const known = texts.get(unit);
  if (known !== undefined) return known;
  const own = ownText(unit);
  const text =
    unit.kind === "code"
      ? own
      : own.replace(linkTarget, "]").replace(address, " ").replace(padding, " ");
  texts.set(unit, text);
  return text;
}
/** An answer asks several times for that of each of its units. */
const texts = new WeakMap<Unit, string>();
const linkTarget = /\]\([^()\s]*(?:\s[^()]*)?\)/g;
const address = /https?:\/\/[^\s)|]+/g;
const padding = /<\/?[a-z][^<>]*>|[ \t]{2,}|-{4,}/gi;

/** The first cell of a row, or what an item opens with in bold, code or a link: what it is an entry of. */
export function entryOf(unit: Unit): string {
  if (unit.kind === "table")
    return (
      ownText(unit)
        .split("|")
        .find((cell) => cell.trim() !== "") ?? ""
    );
  if (unit.kind === "list_item") return markedOpening.exec(unit.text)?.[1] ?? "";
  return "";
}
const markedOpening = /^(?:\*\*|__|`|\[)([^*_`\]]+)(?:\*\*|__|`|\])/;

/** It is short enough to be quoted: to read, and in its file, where a picture may stand in the line itself. */
export const isQuotable = (unit: Unit): boolean =>
  ownText(unit).length <= LONGEST_WRITTEN_UNIT && readText(unit).length <= LONGEST_UNIT;
