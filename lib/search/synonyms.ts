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
  const tokens = wordsIn(question);
  const asked = new Set(tokens.map((token) => token.term));
  const places = placesIn(tokens, synonyms.map(compiled)).map((place) => ({
    ...place,
    others: place.others
      .filter(({ terms }) => !terms.every((term) => asked.has(term)))
      .slice(0, mostWordings),
  }));
  const ways = choices(places.filter(({ others }) => others.length > 0).slice(0, mostPlaces));
  return ways
    .sort((a, b) => a.length - b.length)
    .slice(0, mostWordings)
    .map((chosen) => reworded(question, chosen));
}

type Member = { word: string; terms: string[]; group: Member[] };
type Place = { start: number; end: number; terms: string[]; others: Member[] };
type Choice = { place: Place; by: Member };

/** What words are compared by: whole words and pairs of Han characters, function words within a phrase too. */
function wordsIn(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== "part" && kind !== "han_single");
}

/** By the first term of each word or phrase. Made once for each version of a file. */
function compiled(groups: readonly SynonymGroup[]): Map<string, Member[]> {
  const known = remembered.get(groups);
  if (known !== undefined) return known;
  const byFirst = new Map<string, Member[]>();
  for (const words of groups) {
    const group: Member[] = [];
    for (const word of words) {
      const terms = wordsIn(word).map((token) => token.term);
      const member = { word, terms, group };
      group.push(member);
      const first = terms[0] ?? "";
      byFirst.set(first, [...(byFirst.get(first) ?? []), member]);
    }
  }
  remembered.set(groups, byFirst);
  return byFirst;
}
const remembered = new WeakMap<readonly SynonymGroup[], Map<string, Member[]>>();

/** Where words of a group stand in the question: the longest phrase first, none within another. */
function placesIn(tokens: readonly Token[], lists: readonly Map<string, Member[]>[]): Place[] {
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
    const others = longest.flatMap((member) => member.group.filter((other) => other !== member));
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

function reworded(question: string, chosen: readonly Choice[]): Wording {
  const swaps: Swap[] = [];
  let text = "";
  let from = 0;
  for (const { place, by } of chosen) {
    text += question.slice(from, place.start);
    const written = question.slice(place.start, place.end);
    swaps.push({ start: text.length, end: text.length + by.word.length, written, word: by.word });
    text += by.word;
    from = place.end;
  }
  return {
    text: text + question.slice(from),
    swaps,
    left: new Set(chosen.flatMap(({ place }) => place.terms)),
    came: new Set(chosen.flatMap(({ by }) => by.terms)),
  };
}
