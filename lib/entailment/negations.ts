import { formsOf, has, hitsOf, without } from "./facts/cues.ts";

/**
 * How often a text denies. 不同, 非常, 特别 and the like hold a sign of denial and deny nothing; "neither A nor B" denies
 * once, as "not A or B" does; the no of "No. 5" not at all.
 */
export function negations(text: string): number {
  return deniedIn(text) + Math.max(hitsOf(text, "neither").length, hitsOf(text, "nor").length);
}

function deniedIn(text: string, halves: readonly { start: number; end: number }[] = []): number {
  return hitsOf(text, "negation").filter(
    ({ start, end }) =>
      !numbers(text, end) && !halves.some((half) => half.start <= start && half.end >= end),
  ).length;
}

/** "No. 5" */
const numbers = (text: string, end: number): boolean => {
  const behind = text.slice(end + 1).trimStart();
  return text[end] === "." && behind[0] !== undefined && behind[0] >= "0" && behind[0] < ":";
};

/** A text without the words that only deny, as far as each stands for itself: what is left says of what. */
export const withoutNot = (text: string): string => without(text, "bare-not");

/** How often a text denies at least and at most: "unable" and "fails" may count as a denial that others say with "not". */
export function denialsIn(text: string): { least: number; most: number } {
  const halves = hitsOf(text, "half-denial");
  const both = Math.max(hitsOf(text, "neither").length, hitsOf(text, "nor").length);
  const open = halves.length + unlikeIn(text);
  return { least: deniedIn(text, halves) + both, most: deniedIn(text) + both + open };
}

/** Words like "untouched" for "not touched". */
export const unlikeIn = (text: string): number =>
  formsOf(text).filter(
    ({ form, kind }) =>
      kind === "word" &&
      form.startsWith("un") &&
      !other.some((word) => form.startsWith(word)) &&
      endings.some((end) => form.endsWith(end)),
  ).length;

const other = ["under", "until", "unif", "unit", "uniq", "union", "unless"];
const endings = ["ed", "able", "known"];

/** Does a sentence say that something is no longer, or not, there? */
export const withdraws = (text: string): boolean => has(text, "withdrawn");
