import { heldBy, wordsHeld } from "../coverage.ts";
import { has, hitsOf } from "../facts/cues.ts";
import type { Fact } from "../facts/facts.ts";
import { markedPieces } from "../facts/pieces.ts";
import { singleWords } from "../facts/single-words.ts";
import { entailmentLimits } from "../limits.ts";
import { type Check, refuseIf } from "./check.ts";

export const order: Check = {
  name: "order",
  point: "What its lines tell in an order, or of one thing and not of another, it tells crosswise.",
  ofCopies: true,
  withholds: "always",
  judge: ({ text, facts, sentence, carrier, around: { statement } }) =>
    refuseIf(
      turnsHalves(sentence, carrier.text) ||
        joinsUnlike(text, carrier.text) ||
        exchangesNumbers(text, statement) ||
        reorders(text, facts, statement),
    ),
};

/** Two facts of one kind that change places change owners: "`a` is 1, `b` is 2" is not "`a` is 2, `b` is 1". */
export function reorders(sentence: string, facts: readonly Fact[], statement: string): boolean {
  const passive = has(sentence, "agent") !== has(statement, "agent");
  return (["number", "identifier", "name"] as const).some((kind) => {
    if (passive && kind !== "number") return false;
    const places = facts
      .filter((fact) => fact.kind === kind)
      .flatMap((fact) => {
        const mine = placeOf(sentence, writtenAs(fact));
        const theirs = placeOf(statement, writtenAs(fact));
        if (mine === undefined || theirs === undefined) return [];
        return [{ mine: mine.at, theirs: theirs.at, kept: meet(mine, theirs) }];
      })
      .sort((a, b) => a.mine - b.mine);
    if (kind === "identifier" && places.length <= 2) return false; // two of them are for roles.ts
    return places.some((place, i) => {
      const before = places[i - 1];
      return before !== undefined && place.theirs < before.theirs && !(place.kept && before.kept);
    });
  });
}

type Place = { at: number; before: string | undefined; after: string | undefined };

/** Where a piece stands that a text holds once, and the words beside it. */
function placeOf(text: string, piece: string): Place | undefined {
  const lower = text.toLowerCase();
  const at = lower.indexOf(piece.toLowerCase());
  if (at === -1 || lower.includes(piece.toLowerCase(), at + 1)) return undefined;
  const before = singleWords(text.slice(0, at)).at(-1);
  const after = singleWords(text.slice(at + piece.length))[0];
  return { at, before, after };
}

/** The same word beside it on one side: "14 daily and 8 weekly" may be told as "8 weekly and 14 daily". */
function meet(a: Place, b: Place): boolean {
  const same = (x: string | undefined, y: string | undefined) => x !== undefined && x === y;
  return same(a.before, b.before) || same(a.after, b.after);
}

function writtenAs(fact: Fact): string {
  if (fact.kind === "name") return fact.term;
  return fact.kind === "number" || fact.kind === "measure" ? fact.value : fact.text;
}

/**
 * A number in the place of another: "raised to 30" of "is 30, and can be raised to 120". The word before it stands before
 * the other one there, and the word behind it, which may say whose it is, behind both or elsewhere.
 */
function exchangesNumbers(sentence: string, statement: string): boolean {
  const [mine, theirs] = [numbersIn(sentence), numbersIn(statement)];
  return [...mine].some(([number, own]) => {
    const there = theirs.get(number);
    if (own.before === undefined || there === undefined || there.before === own.before)
      return false;
    return [...theirs].some(
      ([other, { before, after }]) =>
        before === own.before &&
        !mine.has(other) &&
        !(own.after === there.after && after !== there.after),
    );
  });
}

/** The numbers that a text has once, with the words beside each. */
function numbersIn(text: string) {
  const words = singleWords(text);
  const often = Map.groupBy(words, (word) => word);
  const isNumber = (word: string | undefined) => word !== undefined && !Number.isNaN(Number(word));
  const wordAt = (i: number) => (isNumber(words[i]) ? undefined : words[i]);
  return new Map(
    words.flatMap((word, i) =>
      isNumber(word) && often.get(word)?.length === 1
        ? [[word, { before: wordAt(i - 1), after: wordAt(i + 1) }] as const]
        : [],
    ),
  );
}

/** What comes first and what follows it, or under which condition something holds. */
type Halves = { one: string; other: string };

/** "First A, then B" told as "first B, then A", and "if A, B" as "if B, A". */
const turnsHalves = (sentence: string, line: string): boolean =>
  [sequenceIn, conditionIn].some((halvesIn) => {
    const [mine, theirs] = [halvesIn(sentence), halvesIn(line)];
    if (mine === undefined || theirs === undefined) return false;
    return (
      crosses(mine.one, theirs.other, theirs.one) && crosses(mine.other, theirs.one, theirs.other)
    );
  });

const like = (a: string, b: string) => heldBy(a, wordsHeld(b)).share;
const crosses = (a: string, there: string, here: string): boolean =>
  like(a, there) >= entailmentLimits.crossed_share && like(a, here) < like(a, there);

/** 先 A，再 B · first A, then B · A before B */
function sequenceIn(text: string): Halves | undefined {
  const [first] = hitsOf(text, "first");
  const next = hitsOf(text, "next").find(({ start }) => start > (first?.end ?? text.length));
  if (first !== undefined && next !== undefined)
    return { one: text.slice(first.end, next.start), other: text.slice(next.end) };
  const [before] = hitsOf(text, "then-before");
  if (before === undefined || markedPieces(text.slice(0, before.start)).length !== 1)
    return undefined;
  return { one: text.slice(0, before.start), other: text.slice(before.end) };
}

/** if A, B · B when A · A 时，B */
function conditionIn(text: string): Halves | undefined {
  const [first = "", ...rest] = markedPieces(text);
  const opens = hitsOf(first, "condition-word");
  const closes = hitsOf(first, "time-end").find(({ closes: ends }) => ends);
  if (opens[0]?.opens === true || closes !== undefined)
    return rest.length === 0
      ? undefined
      : { one: first.slice(opens[0]?.end ?? 0, closes?.start), other: rest.join(", ") };
  const [behind] = hitsOf(text, "condition-word");
  if (behind === undefined) return undefined;
  return { one: text.slice(behind.end), other: text.slice(0, behind.start) };
}

/** "Unlike A, B does" told of A, or of both. */
function joinsUnlike(sentence: string, line: string): boolean {
  const other = unlikeIn(line);
  if (other === undefined || like(other, sentence) < entailmentLimits.crossed_share) return false;
  const own = unlikeIn(sentence);
  return own === undefined
    ? !has(sentence, "negation", "contrast")
    : like(other, own) < entailmentLimits.crossed_share;
}

function unlikeIn(text: string): string | undefined {
  const [hit] = hitsOf(text, "unlike");
  if (hit === undefined) return undefined;
  return hit.phrase.includes("*")
    ? text.slice(hit.start + 1, hit.end)
    : markedPieces(text.slice(hit.end))[0];
}
