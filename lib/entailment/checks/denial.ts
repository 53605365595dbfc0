import { heldBy, wordsHeld } from "../coverage.ts";
import { has, hitsOf } from "../facts/cues.ts";
import {
  bareText,
  markedPieces,
  piecesOf,
  withoutBrackets,
  withoutBracketsOf,
} from "../facts/pieces.ts";
import { singleWords, termsOf } from "../facts/single-words.ts";
import { entailmentLimits } from "../limits.ts";
import { denialsIn, negations, unlikeIn, withdraws, withoutNot } from "../negations.ts";
import type { Case, Check } from "./check.ts";

export const denial: Check = {
  name: "denial",
  point: "It denies what its lines affirm, or affirms what they deny.",
  ofCopies: false,
  withholds: "always",
  judge(one) {
    if (tellsWhatIsNotDone(one)) return "refuse";
    if (samePolarity(one, one.carrier.text)) return "pass";
    // What stands in brackets and is left out takes nothing back of what stands outside, but may say how far it holds.
    const told = withoutUntold(one.carrier.text, one.text);
    return told !== one.carrier.text && samePolarity(one, told) ? "doubt" : "refuse";
  },
};

/** A line without the brackets of whose own words a sentence tells none. */
function withoutUntold(line: string, sentence: string): string {
  const outside = new Set(termsOf(withoutBrackets(line)));
  const mine = new Set(termsOf(sentence));
  return withoutBracketsOf(line, (text) => {
    const own = termsOf(text).filter((term) => !outside.has(term));
    return own.length > 0 && !own.some((term) => mine.has(term));
  });
}

/** "A gap instead of guessing" told as "a gap and guesses". */
function tellsWhatIsNotDone({ text, carrier }: Case): boolean {
  if (has(text, "instead-joint") || negations(text) > 0) return false;
  const own = new Set(termsOf(text));
  return hitsOf(carrier.text, "instead-joint").some(({ end }) => {
    const other = termsOf(markedPieces(carrier.text.slice(end))[0] ?? "");
    return other.length > 0 && other.every((term) => own.has(term));
  });
}

/**
 * A sentence and the one that carries it both deny or both affirm; near copies deny equally often. What the carrier
 * denies in a clause, or a cell, that the sentence leaves out does not count.
 */
function samePolarity({ text, carrier, around }: Case, statement: string): boolean {
  const over = around.denials;
  const mine = new Set(singleWords(text));
  const parts = carrier.cells ?? clausesOf(statement);
  const line = carrier.cells === undefined ? toldOf(text, parts) : mostlyTold(parts, mine);
  // What stands under "Removed:" may be told as removed.
  const echoed = over > 0 && withdraws(text) ? 1 : 0;
  const said = denialsIn(text);
  const own = { least: said.least + echoed, most: said.most + echoed };
  const theirs = denialsIn(line);
  if (own.least > 0 && over + theirs.most === 0) return false;
  if (own.most === 0 && over + theirs.least > 0) return false;
  if (held(singleWords(statement), mine) < entailmentLimits.near_copy) return true;
  // A near copy denies as often, clause by clause.
  const whole = carrier.cells === undefined ? mostlyTold(parts, mine) : line;
  const gap = negations(text) + echoed - over - negations(whole);
  return gap === 0 || Math.abs(gap) <= Math.abs(unlikeIn(text) - unlikeIn(whole));
}

/** The clauses without which a word that the sentence tells would not stand in the line. */
function toldOf(sentence: string, parts: readonly string[]): string {
  // A clause that has but its "never" is not what the sentence tells.
  let lacks = [withoutNot(sentence)];
  // What is denied in a clause that the sentence has word for word ("all access, no access, or …") is told.
  const own = new Set(markedPieces(sentence).map(bareText));
  const stands = (part: string) =>
    part.trim().length <= entailmentLimits.short_clause ||
    (negations(part) > 0 && own.has(bareText(part)));
  const left = parts.filter((part) => !stands(part));
  const told = parts.filter(stands);
  // Who writes more clauses than anybody compares is read as a whole.
  if (left.length > entailmentLimits.clauses) return parts.join("\n");
  while (left.length > 0) {
    const rest = lacks.join("\n");
    const shares = left.map((part) => heldBy(rest, wordsHeld(part)).share);
    const most = Math.max(...shares);
    if (most <= 0) break;
    const [part = ""] = left.splice(shares.indexOf(most), 1);
    told.push(part);
    lacks = heldBy(rest, wordsHeld(part)).lacks;
    if (lacks.length === 0) break;
  }
  return (told.length === 0 ? parts : told).join("\n");
}

/** What shares little with the sentence is not told. */
function mostlyTold(parts: readonly string[], mine: ReadonlySet<string>): string {
  const shares = parts.map((part) => held(singleWords(part), mine));
  const told = parts.filter(
    (part, i) => part.trim().length <= entailmentLimits.short_clause || (shares[i] ?? 0) > 1 / 2,
  );
  return told.length > 0 ? told.join("\n") : (parts[shares.indexOf(Math.max(...shares))] ?? "");
}

/** "No," and "不会，" turn round what follows them. */
const clausesOf = (text: string): string[] =>
  piecesOf(text, "joint", "ground-joint", "instead-joint").map((piece) => piece.text);

function held(words: readonly string[], known: ReadonlySet<string>): number {
  const distinct = new Set(words);
  if (distinct.size === 0) return 0;
  return [...distinct].filter((word) => known.has(word)).length / distinct.size;
}
