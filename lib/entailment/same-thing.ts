import { turnsRound } from "./checks/opposites.ts";
import { heldBy, wordsHeld } from "./coverage.ts";
import { hitsOf, opening, without } from "./facts/cues.ts";
import { markedPieces } from "./facts/pieces.ts";
import { subjectOf } from "./facts/subject.ts";
import { entailmentLimits } from "./limits.ts";
import { negations } from "./negations.ts";

/**
 * Do two sentences speak of the same thing in the same circumstances, as far as words show it? Not when each names a thing or a
 * place that the other does not, nor when one opens with a circumstance of its own:
 *
 *   "The client waits." / "The server waits."                        → no: two things
 *   "It is on in nightly builds." / "It is off in stable builds."    → no: two places
 *   "In staging the port is 4000." / "The port is 5000."             → no: a case of its own
 *   "Aurora listens on 9090." / "The Aurora server uses 7070."       → yes: one only says more
 */
export function speakOfTheSame(one: string, other: string): boolean {
  if (isCaseOfItsOwn(one, other) || isCaseOfItsOwn(other, one)) return false;
  return !(namesAnother(one, other) && namesAnother(other, one));
}

/** Under no condition, or under the same one: "if it is full" is not "if it is not full". */
export function underTheSameCondition(one: string, other: string): boolean {
  const [mine, theirs] = [conditionOf(one), conditionOf(other)];
  if (mine === undefined || theirs === undefined) return mine === theirs;
  if (negations(mine) % 2 !== negations(theirs) % 2) return false;
  if (turnsRound(mine, theirs) || turnsRound(theirs, mine)) return false;
  return !(lacks(mine, other) && lacks(theirs, one));
}

/** When or where a sentence holds, as it opens with it: "On Linux", "Since version 3", "In staging,". */
export function frontOf(sentence: string): { cue: string; text: string } | undefined {
  const cue = opening(sentence, "fronting");
  if (cue === undefined) return undefined;
  const comma = sentence.indexOf(",", cue.end);
  if (comma !== -1) return { cue: cue.phrase, text: sentence.slice(0, comma) };
  const { front_words } = entailmentLimits.contradiction;
  const words = sentence.slice(cue.end).trim().split(" ");
  const article = words.slice(0, front_words + 1).findIndex((word) => articles.has(word));
  const text = words.slice(0, article > 0 ? article : 1).join(" ");
  return { cue: cue.phrase, text: `${sentence.slice(0, cue.end)} ${text}` };
}
const articles = new Set(["the", "a", "an"]);

/** Two that open with the same words may still be before and after them. */
function isCaseOfItsOwn(sentence: string, other: string): boolean {
  const front = frontOf(sentence);
  if (front === undefined) return false;
  const theirs = frontOf(other);
  return lacks(front.text, other) || (theirs !== undefined && theirs.cue !== front.cue);
}

/** In its subject, or behind a word that says where, for what or of what. */
function namesAnother(sentence: string, other: string): boolean {
  return lacks(subjectOf(sentence), other) || scopesOf(sentence).some((text) => lacks(text, other));
}

function scopesOf(sentence: string): string[] {
  const hits = hitsOf(sentence, "scope");
  return hits.map(({ end }, i) => {
    const [clause = ""] = markedPieces(sentence.slice(end, hits[i + 1]?.start));
    return clause.trim().split(" ").slice(0, entailmentLimits.contradiction.scope_words).join(" ");
  });
}

function conditionOf(sentence: string): string | undefined {
  const [hit] = hitsOf(sentence, "if-so", "unless");
  return hit === undefined ? undefined : markedPieces(sentence.slice(hit.start))[0];
}

/** What denies may stand in what is taken for the subject, and is no thing. */
const lacks = (text: string, other: string): boolean =>
  heldBy(without(text, "negation"), wordsHeld(other)).lacks.length > 0;
