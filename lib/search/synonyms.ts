import { type EverydayGroup, everydayWords } from "#lib/language/everyday-words";
import { reword } from "#lib/language/reword";
import { type Token, tokenize } from "#lib/language/words";
import type { Swap } from "./engines/engine.ts";
import { hanSingles } from "./spoken-words.ts";
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

/** The places of a question for whose word or phrase a folder's groups know another one. */
export const folderPlaces = (question: string, groups: readonly SynonymGroup[]): Place[] =>
  placesIn(question, [compiled(groups)]);

export function folderWordings(question: string, places: readonly Place[]): Wording[] {
  return choices(places.slice(0, mostPlaces))
    .sort((a, b) => a.length - b.length)
    .slice(0, mostWordings)
    .map((chosen) => reworded(question, chosen, "folder"));
}

/** Everyday words are asked in so many other wordings at most, in each of which every place is swapped. */
const mostEverydayWordings = 6;

/**
 * The places of a question for whose word some group knows another one: words that no passage holds, and also
 * what is only asked (存到, 删, "run out"), for that is how somebody talks, and a page that holds it may be about anything.
 */
export function everydayPlaces(question: string, unknown: ReadonlySet<string>): Place[] {
  everyday ??= byFirstTerm(everydayWords());
  const longer = placesIn(question, [everyday]);
  const found = [...longer, ...singlePlacesIn(question, everyday, longer)];
  const nowhere = ({ terms }: Place) => terms.some((term) => unknown.has(term));
  const absent = found.filter(nowhere).slice(0, mostPlaces);
  const spoken = found.filter((place) => !nowhere(place) && place.spoken);
  return [...absent, ...spoken.map((place): Place => ({ ...place, held: true }))]
    .slice(0, mostPlaces)
    .sort((a, b) => a.start - b.start);
}

/** The nearest words of all places first. */
export function everydayWordings(question: string, places: readonly Place[]): Wording[] {
  const rank = (chosen: readonly Choice[]) =>
    chosen.reduce((sum, { place, by }) => sum + place.others.indexOf(by), 0);
  return choices(places)
    .filter((chosen) => chosen.length > 0 && chosen.length === places.length)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, mostEverydayWordings)
    .map((chosen) => reworded(question, chosen, "everyday"));
}

type Member = { word: string; terms: string[]; group: Member[]; spoken: boolean };
/** Where a word or phrase of a group stands in a question, and what may stand there for it. */
export type Place = {
  start: number;
  end: number;
  terms: string[];
  others: Member[];
  /** Only asked, and never put for another word: Chinese, a phrase, or what the tables hold as talk. */
  spoken: boolean;
  /** Some passage holds it. */
  held?: true;
};
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
  for (const { words, asked, one_way } of groups) {
    const group: Member[] = [];
    const add = (word: string, spoken: boolean): Member => {
      // A single English word may be the name of something, unless it stands in the table of English talk.
      const talk =
        isHan.test(word) || word.includes(" ") || (one_way === true && !isHan.test(words[0] ?? ""));
      const member = { word, terms: termsOf(word), group, spoken: spoken && talk };
      const first = member.terms[0] ?? "";
      const same = byFirst.get(first);
      if (!spoken && one_way === true) return member;
      if (same === undefined) byFirst.set(first, [member]);
      else same.push(member);
      return member;
    };
    for (const word of words) group.push(add(word, false));
    for (const word of asked) add(word, true);
  }
  return byFirst;
}

const isHan = /\p{Script=Han}/u;

function termsOf(word: string): string[] {
  const terms = wordsIn(word).map(({ term }) => term);
  return terms.length > 0 ? terms : tokenize(word).map(({ term }) => term);
}

/** Where words of a group stand in the question: the longest phrase first, none within another. */
function placesIn(question: string, lists: readonly MembersByFirst[]): Place[] {
  const tokens = wordsIn(question);
  const asked = new Set(tokens.map((token) => token.term));
  const places: Place[] = [];
  for (let at = 0; at < tokens.length; ) {
    const members = lists
      .flatMap((list) => list.get(tokens[at]?.term ?? "") ?? [])
      .map((member) => ({ member, length: lengthAt(member, tokens, at) }));
    const length = Math.max(0, ...members.map((found) => found.length));
    const longest = members.filter((found) => found.length === length).map(({ member }) => member);
    const [begin, end] = [tokens[at], tokens[at + length - 1]];
    // Pairs of characters overlap: one may begin within the word before it.
    const within = (begin?.start ?? 0) < (places.at(-1)?.end ?? 0);
    if (length === 0 || begin === undefined || end === undefined || within) {
      at += 1;
      continue;
    }
    const place = placeOf(longest, { start: begin.start, end: end.end }, asked);
    if (place !== undefined) places.push(place);
    at += length;
  }
  return places;
}

const pronouns = new Set(["it", "them", "this", "that", "me"]);

/** How many words of the question a word or phrase takes up from there on; 0 where it does not stand. "Throw it away" is "throw away". */
function lengthAt({ terms }: Member, tokens: readonly Token[], at: number): number {
  let next = at;
  for (const [i, term] of terms.entries()) {
    const said = tokens[next]?.term ?? "";
    if (i > 0 && said !== term && pronouns.has(said)) next += 1;
    if (tokens[next]?.term !== term) return 0;
    next += 1;
  }
  return next - at;
}

/** The same of words of one Han character, where the segmenter sees one and no longer word was found. */
function singlePlacesIn(
  question: string,
  members: MembersByFirst,
  found: readonly Place[],
): Place[] {
  const asked = new Set(wordsIn(question).map((token) => token.term));
  return hanSingles(question).flatMap((token) => {
    if (found.some(({ start, end }) => start <= token.start && token.end <= end)) return [];
    const own = members.get(token.term)?.filter(({ terms }) => terms.length === 1) ?? [];
    return placeOf(own, token, asked) ?? [];
  });
}

function placeOf(
  members: readonly Member[],
  { start, end }: { start: number; end: number },
  asked: ReadonlySet<string>,
): Place | undefined {
  const others = members
    .flatMap((member) => member.group.filter((other) => other !== member))
    .filter(({ terms }) => !terms.every((term) => asked.has(term)))
    .slice(0, mostWordings);
  const [first] = members;
  if (first === undefined || others.length === 0) return undefined;
  return { start, end, terms: first.terms, others, spoken: members.every((m) => m.spoken) };
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
  const { text, put } = reword(
    question,
    chosen.map(({ place: { start, end }, by: { word } }) => ({ start, end, word })),
  );
  const swaps = put.map((one, i): Swap => {
    const { place, by } = chosen[i] as Choice; // one for each of them
    return { ...one, word: by.word, of, ...(place.held && { held: true }) };
  });
  return {
    text,
    swaps,
    left: new Set(chosen.flatMap(({ place }) => place.terms)),
    came: new Set(chosen.flatMap(({ by }) => by.terms)),
  };
}
