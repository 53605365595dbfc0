import { heldBy, wordsHeld } from "../coverage.ts";
import type { Fact } from "./facts.ts";
import { singleWords } from "./single-words.ts";

/** Two facts of one kind that change places change owners: "`a` is 1, `b` is 2" is not "`a` is 2, `b` is 1". */
export function reorders(sentence: string, facts: readonly Fact[], statement: string): boolean {
  const passive = agent.test(sentence) !== agent.test(statement);
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
    if (kind === "identifier" && places.length < 3) return false; // two of them are for roles.ts
    return places.some((place, i) => {
      const before = places[i - 1];
      return before !== undefined && place.theirs < before.theirs && !(place.kept && before.kept);
    });
  });
}

const agent = /\bby\b|[被由]/i;

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
export function exchangesNumbers(sentence: string, statement: string): boolean {
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
  const wordAt = (i: number) => (isNumber.test(words[i] ?? "") ? undefined : words[i]);
  return new Map(
    words.flatMap((word, i) =>
      isNumber.test(word) && often.get(word)?.length === 1
        ? [[word, { before: wordAt(i - 1), after: wordAt(i + 1) }] as const]
        : [],
    ),
  );
}

const isNumber = /^\d[\d.,]*$/;

/** What comes first and what follows it, or what holds and under which condition. */
const sequences: readonly RegExp[] = [
  /先(?<one>.{2,40}?)[，,；;]?(?:再|然后|接着|之后)(?<other>.{2,})/,
  /\bfirst\s(?<one>.{4,80}?)[,;]?\s(?:and\s)?then\s(?<other>.{4,})/i,
  /^(?<one>[^,;]{4,80}?),?\sbefore\s(?:you\s)?(?<other>.{4,})/i,
];
const conditions: readonly RegExp[] = [
  /^\W*(?:if|when|once|whenever)\s(?<one>[^,]{4,80}),\s(?:then\s)?(?<other>.{4,})/i,
  /^(?<other>[^,]{4,80}?),?\s(?:if|when|once|whenever)\s(?<one>[^,]{4,})/i,
  /^(?:如果|若|当|只要)(?<one>[^，。]{2,20}?)(?:时|的时候|的话|后)?，(?:则|就)?(?<other>.{2,})/,
  /^(?<one>[^，。]{2,20}?)(?:时|的时候|的话|后)，(?:则|就)?(?<other>.{2,})/,
];
const halves = [...sequences, ...conditions];
const crossedShare = 0.5;

/** "First A, then B" told as "first B, then A", and "if A, B" as "if B, A". */
export function turnsHalves(sentence: string, line: string): boolean {
  return halves.some((half) => {
    const [mine, theirs] = [half.exec(sentence)?.groups, halvesOf(line, half)];
    if (mine?.one === undefined || mine.other === undefined || theirs === undefined) return false;
    const like = (a: string, b: string) => heldBy(a, wordsHeld(b)).share;
    const crosses = (a: string, there: string, here: string) =>
      like(a, there) >= crossedShare && like(a, here) < like(a, there);
    return (
      crosses(mine.one, theirs.other, theirs.one) && crosses(mine.other, theirs.one, theirs.other)
    );
  });
}

/** A condition may stand on either side, and an order be told in several ways. */
function halvesOf(line: string, half: RegExp): { one: string; other: string } | undefined {
  for (const one of sequences.includes(half) ? sequences : conditions) {
    const found = one.exec(line)?.groups;
    if (found?.one !== undefined && found.other !== undefined)
      return { one: found.one, other: found.other };
  }
  return undefined;
}

const unlike =
  /\bunlike\s+([^,;.]{2,40})|\bin contrast (?:to|with)\s+([^,;.]{2,40})|[与和跟同]([^，。]{1,20}?)不同/i;

/** "Unlike A, B does" told of A, or of both. */
export function joinsUnlike(sentence: string, line: string): boolean {
  const [, ...named] = unlike.exec(line) ?? [];
  const other = named.find((one) => one !== undefined);
  if (other === undefined || heldBy(other, wordsHeld(sentence)).share < crossedShare) return false;
  const own = unlike
    .exec(sentence)
    ?.slice(1)
    .find((one) => one !== undefined);
  return own === undefined
    ? !/\b(?:not|but|while|whereas|cannot)\b|n['’]t\b|[不没无而但]/i.test(sentence)
    : heldBy(other, wordsHeld(own)).share < crossedShare;
}
