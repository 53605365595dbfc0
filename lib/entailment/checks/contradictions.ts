import type { Around, Carrier } from "../carriers.ts";
import { mixesClauses } from "../clauses.ts";
import { heldBy, wordsHeld } from "../coverage.ts";
import { amountsIn, inOtherForm } from "../facts/amounts.ts";
import { has, opening, without } from "../facts/cues.ts";
import { type Fact, factsOf, holdsFact, indexFacts, isNumber } from "../facts/facts.ts";
import { countedIn, plain } from "../facts/numbers.ts";
import { markedPieces, piecesOf } from "../facts/pieces.ts";
import { singleWords } from "../facts/single-words.ts";
import { subjectOf } from "../facts/subject.ts";
import { entailmentLimits } from "../limits.ts";
import { denialsIn, negations, unlikeIn, withdraws, withoutNot } from "../negations.ts";
import { turnsCell } from "./cell-states.ts";
import { exchanges, type Objection } from "./exchanges.ts";
import { changesForce } from "./force.ts";
import { changesBound } from "./number-bounds.ts";
import { turnsRound } from "./opposites.ts";
import { exchangesNumbers, joinsUnlike, reorders, turnsHalves } from "./order.ts";
import { exchangesOrder, exchangesRoles } from "./roles.ts";

/** A sentence, or a clause of one, with what may not change about it. */
export type Said = { sentence: string; words: string[]; facts: Fact[] };

export const said = (sentence: string, names: ReadonlySet<string>): Said => ({
  sentence,
  words: singleWords(sentence),
  facts: factsOf(sentence, names),
});

/**
 * Does a line say something else than the sentence? `other`: a fact stands otherwise there or not at all. `denied`: the
 * sentence is that line but for what it is about. `doubt`: a word stands in the place of one that it may or may not mean.
 * `sentence`: the whole one, where this is a clause of it.
 */
export function contradicts(
  one: Said,
  carrier: Carrier,
  around: Around,
  elsewhere: string,
  sentence: string | undefined,
): Objection | undefined {
  if (!samePolarity(one, carrier, around.denials)) return "other";
  const objection = otherLine(one, carrier, around, sentence);
  if (objection === "other" || bare(one.sentence) === bare(carrier.text)) return objection;
  const bound = changesBound(one.sentence, around.statement);
  if (bound === "other") return "other";
  if (carrier.prose && mixesClauses(sentence ?? one.sentence, carrier.text)) return "other";
  return exchanges(one.sentence, carrier, around, elsewhere, sentence) ?? objection ?? bound;
}

/** Is a sentence that is nearly a line another one: in what it denies, its facts, its force, its bounds or its order? */
export function changesLine(
  one: Said,
  carrier: Carrier,
  around: Around,
  sentence: string,
): boolean {
  const own = { ...one, facts: one.facts.filter((fact) => takesPlace(fact, one, around)) };
  if (otherLine(own, carrier, around, sentence) === "other") return true;
  return changesBound(one.sentence, around.statement) === "other";
}

/**
 * Does a fact stand where the line has another of its kind? A name that other lines add to this one stands in nobody's
 * place; a number always does.
 */
function takesPlace(fact: Fact, one: Said, { statement }: Around): boolean {
  // The figure of a name is told with the name.
  if (isNumber(fact))
    return !one.facts.some(
      (f) => f.kind === "identifier" && f.text !== fact.value && f.text.includes(fact.value),
    );
  const [mine, theirs] = [indexFacts(one.sentence), indexFacts(statement)];
  const same = factsOf(statement, theirs.terms).filter(({ kind }) => kind === fact.kind);
  return holdsFact(theirs, fact) || same.some((other) => !holdsFact(mine, other));
}

/** What a line may not say otherwise, whoever takes its words: what is denied, opposites, force, who and when, facts. */
function otherLine(
  one: Said,
  carrier: Carrier,
  around: Around,
  sentence: string | undefined,
): "other" | "doubt" | undefined {
  const { text } = carrier;
  if (bare(one.sentence) === bare(text)) return factsStand(one, around, text) ? undefined : "other";
  if (turnsRound(one.sentence, around.statement, sentence)) return "other";
  if (carrier.cells !== undefined && turnsCell(one.sentence, carrier.unit.text)) return "other";
  const force = changesForce(one.sentence, around.statement, text);
  const kept = sentence !== undefined && changesForce(sentence, around.statement, text) !== "other";
  if (force === "other" && !kept) return "other";
  if (exchangesRoles(one.sentence, text) || exchangesOrder(one.sentence, text)) return "other";
  if (exchangesSubjects(one.sentence, text)) return "other";
  if (turnsHalves(sentence ?? one.sentence, text) || joinsUnlike(one.sentence, text))
    return "other";
  if (!factsStand(one, around, text) || repeatsNumber(one.sentence, around)) return "other";
  if (exchangesNumbers(one.sentence, around.statement)) return "other";
  return reorders(one.sentence, one.facts, around.statement) ? "other" : force && "doubt";
}

/**
 * Every number, name, identifier and quoted word stands in the statement. One may stand above it instead (a heading, the
 * sentence that "It" points back to), but not in the place of another: what the statement has of that kind stays.
 */
function factsStand(one: Said, around: Around, line: string): boolean {
  const index = indexFacts(around.statement);
  // "Tried twice" does not speak of two things.
  const amounts = amountsIn(without(around.statement, "times"));
  const said = amountsIn(one.sentence);
  const lacking = one.facts.filter(
    (fact) => !holdsFact(index, fact) && !(isNumber(fact) && inOtherForm(fact, amounts, said)),
  );
  if (lacking.length === 0) return true;
  const context = indexFacts(around.above);
  if (!lacking.every((fact) => fact.kind !== "measure" && holdsFact(context, fact))) return false;
  if (around.refers) return lacking.every((fact) => fact.kind !== "number");
  const topic = indexFacts(around.topic);
  const own = indexFacts(one.sentence);
  // What the heading names is what the line is about, unless it begins with something else of the kind.
  const subject = factsOf(without(subjectOf(line), "kind-of-value"), index.terms);
  const topical = (fact: Fact) =>
    (fact.kind === "name" || fact.kind === "identifier") &&
    holdsFact(topic, fact) &&
    subject.every((other) => other.kind !== fact.kind || holdsFact(own, other));
  const kinds = new Set(lacking.filter((fact) => !topical(fact)).map(({ kind }) => kind));
  return factsOf(around.statement, index.terms).every(
    (fact) => !kinds.has(fact.kind) || holdsFact(own, fact),
  );
}

/** "The server writes to the log" told as "the log writes to the server": each is about what the other one only mentions. */
function exchangesSubjects(sentence: string, line: string): boolean {
  if (has(sentence, "turnable") || has(line, "turnable")) return false;
  const [mine, theirs] = [sentence, line].map((text) => {
    const subject = subjectOf(text);
    const rest = text.slice(text.indexOf(subject) + subject.length);
    return { subject: singleWords(subject), rest: new Set(singleWords(rest)) };
  });
  if (mine === undefined || theirs === undefined) return false;
  const shared = [...mine.rest].filter((word) => theirs.rest.has(word));
  if (shared.length < entailmentLimits.shared_words) return false;
  const own = mine.subject.filter((word) => !theirs.subject.includes(word));
  const other = theirs.subject.filter((word) => !mine.subject.includes(word));
  const crossed = (
    words: readonly string[],
    there: ReadonlySet<string>,
    here: ReadonlySet<string>,
  ) => words.length > 0 && words.every((word) => there.has(word) && !here.has(word));
  return crossed(own, theirs.rest, mine.rest) && crossed(other, mine.rest, theirs.rest);
}

/** Without inline marks and what opens and closes a sentence. */
const bare = (text: string): string =>
  markedPieces(
    text
      .slice(opening(text, "note")?.end ?? 0)
      .replaceAll("*", "")
      .replaceAll("`", ""),
  )
    .join(",")
    .trim()
    .replace(closing, "")
    .toLowerCase();
const closing = /[\s.。:：]+$/;

/** "1 to 9" told as "9 to 9". */
function repeatsNumber(sentence: string, { statement, above }: Around): boolean {
  const mine = figuresIn(sentence);
  if (new Set(mine).size === mine.length) return false;
  const theirs = figuresIn(`${statement}\n${above}`);
  const times = (all: readonly string[], one: string) => all.filter((n) => n === one).length;
  return mine.some((one) => times(mine, one) > Math.max(1, times(theirs, one)));
}

const figuresIn = (text: string): string[] =>
  countedIn(plain(text)).flatMap(({ written }) =>
    written >= "0" && written < ":" ? [written] : [],
  );

/**
 * A sentence and the one that carries it both deny or both affirm; near copies deny equally often. What the carrier
 * denies in a clause, or a cell, that the sentence leaves out does not count.
 */
function samePolarity(one: Said, carrier: Carrier, over: number): boolean {
  const mine = new Set(one.words);
  const parts = carrier.cells ?? clausesOf(carrier.text);
  const line = carrier.cells === undefined ? toldOf(one.sentence, parts) : mostlyTold(parts, mine);
  // What stands under "Removed:" may be told as removed.
  const echoed = over > 0 && withdraws(one.sentence) ? 1 : 0;
  const said = denialsIn(one.sentence);
  const own = { least: said.least + echoed, most: said.most + echoed };
  const theirs = denialsIn(line);
  if (own.least > 0 && over + theirs.most === 0) return false;
  if (own.most === 0 && over + theirs.least > 0) return false;
  if (held(singleWords(carrier.text), mine) < entailmentLimits.near_copy) return true;
  // A near copy denies as often, clause by clause.
  const whole = carrier.cells === undefined ? mostlyTold(parts, mine) : line;
  const gap = negations(one.sentence) + echoed - over - negations(whole);
  return gap === 0 || Math.abs(gap) <= Math.abs(unlikeIn(one.sentence) - unlikeIn(whole));
}

/** The clauses without which a word that the sentence tells would not stand in the line. */
function toldOf(sentence: string, parts: readonly string[]): string {
  // A clause that has but its "never" is not what the sentence tells.
  let lacks = [withoutNot(sentence)];
  const left = parts.filter((part) => part.trim().length > entailmentLimits.short_clause);
  const told = parts.filter((part) => part.trim().length <= entailmentLimits.short_clause);
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
