import { type EverydayGroup, everydayWords } from "#lib/platform/everyday-words";
import { type Token, tokenize } from "#lib/platform/words";
import type { Swap } from "./engines/engine.ts";
import type { SynonymGroup } from "./synonym-lines.ts";

/**
 * Other wordings of a question: each with one or more of its words put as another one of their group. The ranker is asked
 * with each of them beside the question itself.
 *
 *   boat hoist = travel lift
 *   "How do I book the boat hoist?"  ->  "How do I book the travel lift?"   travel lift stands for boat hoist
 */
export type Wording = {
  text: string;
  swaps: Swap[];
  /** Terms of the question that are not in it any more, and those that took their place. */
  left: ReadonlySet<string>;
  came: ReadonlySet<string>;
};

/** A question is asked in so many other wordings at most: those with the fewest swaps, in the order of the groups. */
const mostWordings = 12;
/** … of so many of its words and phrases. */
const mostPlaces = 3;

export function otherWordings(
  question: string,
  synonyms: readonly (readonly SynonymGroup[])[],
): Wording[] {
  return choices(placesIn(question, synonyms.map(compiled)).slice(0, mostPlaces))
    .sort((a, b) => a.length - b.length)
    .slice(0, mostWordings)
    .map((chosen) => reworded(question, chosen, "folder"));
}

/** Everyday words are asked in so many other wordings at most, in each of which every place is swapped. */
const mostEverydayWordings = 6;

/** The places of a question where a word stands that no passage holds and for which some group knows another one. */
export function everydayPlaces(question: string, unknown: ReadonlySet<string>): Place[] {
  everyday ??= byFirstTerm(everydayWords());
  return placesIn(question, [everyday])
    .filter(({ terms }) => terms.some((term) => unknown.has(term)))
    .slice(0, mostPlaces);
}

export function everydayWordings(question: string, places: readonly Place[]): Wording[] {
  return choices(places)
    .filter((chosen) => chosen.length > 0 && chosen.length === places.length)
    .slice(0, mostEverydayWordings)
    .map((chosen) => reworded(question, chosen, "everyday"));
}

type Member = { word: string; terms: string[]; group: Member[] };
/** Where a word or phrase of a group stands in a question, and what may stand there for it. */
export type Place = { start: number; end: number; terms: string[]; others: Member[] };
type Choice = { place: Place; by: Member };

/** What words are compared by: whole words and pairs of Han characters, function words within a phrase too. */
function wordsIn(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== "part" && kind !== "han_single");
}

let everyday: MembersByFirst | undefined;

/** By the first term of each word or phrase. */
type MembersByFirst = Map<string, Member[]>;

/** Made once for each version of a file. */
function compiled(groups: readonly SynonymGroup[]): MembersByFirst {
  const known = remembered.get(groups);
  if (known !== undefined) return known;
  const members = byFirstTerm(groups.map((words) => ({ words, asked: [] })));
  remembered.set(groups, members);
  return members;
}
const remembered = new WeakMap<readonly SynonymGroup[], MembersByFirst>();

function byFirstTerm(groups: readonly EverydayGroup[]): MembersByFirst {
  const byFirst: MembersByFirst = new Map();
  for (const { words, asked } of groups) {
    const group: Member[] = [];
    const add = (word: string): Member => {
      const member = { word, terms: wordsIn(word).map(({ term }) => term), group };
      const first = member.terms[0] ?? "";
      byFirst.set(first, [...(byFirst.get(first) ?? []), member]);
      return member;
    };
    for (const word of words) group.push(add(word));
    for (const word of asked) add(word);
  }
  return byFirst;
}

/** Where words of a group stand in the question: the longest phrase first, none within another. */
function placesIn(question: string, lists: readonly MembersByFirst[]): Place[] {
  const tokens = wordsIn(question);
  const asked = new Set(tokens.map((token) => token.term));
  const places: Place[] = [];
  for (let at = 0; at < tokens.length; ) {
    const members = lists
      .flatMap((list) => list.get(tokens[at]?.term ?? "") ?? [])
      .filter(({ terms }) => terms.every((term, i) => tokens[at + i]?.term === term));
    const length = Math.max(0, ...members.map(({ terms }) => terms.length));
    const longest = members.filter(({ terms }) => terms.length === length);
    const [first] = longest;
    const [begin, end] = [tokens[at], tokens[at + length - 1]];
    if (first === undefined || begin === undefined || end === undefined) {
      at += 1;
      continue;
    }
    const others = longest
      .flatMap((member) => member.group.filter((other) => other !== member))
      .filter(({ terms }) => !terms.every((term) => asked.has(term)))
      .slice(0, mostWordings);
    if (others.length > 0)
      places.push({ start: begin.start, end: end.end, terms: first.terms, others });
    at += length;
  }
  return places;
}

/** Every way to swap at least one of the places, in their order. */
function choices(places: readonly Place[]): Choice[][] {
  let ways: Choice[][] = [[]];
  for (const place of places) {
    ways = ways.flatMap((way) => [way, ...place.others.map((by) => [...way, { place, by }])]);
  }
  return ways.filter((way) => way.length > 0);
}

function reworded(question: string, chosen: readonly Choice[], of: Swap["of"]): Wording {
  const swaps: Swap[] = [];
  let text = "";
  let from = 0;
  for (const { place, by } of chosen) {
    text = apart(text + question.slice(from, place.start), by.word);
    const written = question.slice(place.start, place.end);
    const [start, end] = [text.length, text.length + by.word.length];
    swaps.push({ start, end, written, word: by.word, of });
    text = apart(text + by.word, question.slice(place.end));
    from = place.end;
  }
  return {
    text: text + question.slice(from),
    swaps,
    left: new Set(chosen.flatMap(({ place }) => place.terms)),
    came: new Set(chosen.flatMap(({ by }) => by.terms)),
  };
}

/** Han characters of two words side by side would be read as a pair, which is no word of the question. */
function apart(text: string, next: string): string {
  return /\p{Script=Han}$/u.test(text) && /^\p{Script=Han}/u.test(next) ? `${text} ` : text;
}
