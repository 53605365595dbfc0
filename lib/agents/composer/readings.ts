import type { QueryTerm } from "#lib/contracts/envelope";
import { baseOf, termsOfPhrase } from "#lib/platform/everyday-terms";
import { sameWords, wordsForReading } from "#lib/platform/everyday-words";
import { type Token, tokenize } from "#lib/platform/words";

/**
 * What else a word of the question may be called by those who write manuals: "turned down" is read where "refused" stands.
 * By the index of a term, the readings of it; all terms of a reading stand where it stands. What names a thing means
 * itself wherever some passage holds it, for one thing is not another; what is done, and how, is said in many words.
 */
export type Readings = ReadonlyMap<number, readonly Reading[]>;
type Reading = readonly string[];
type Phrase = {
  group: readonly Reading[];
  /** Its words are put for each other in nearly every sentence, those for things too. */
  near: boolean;
};
type Member = Phrase & { terms: readonly string[] };

/** "Turn it down": between a verb and its particle stand so many words at most. */
const mostBetween = 3;

export function readingsOf(
  question: string,
  terms: readonly QueryTerm[],
  things: ReadonlySet<number>,
): Readings {
  const places = new Map(terms.map(({ term }, i) => [term, i]));
  const readings = new Map<number, Reading[]>();
  for (const { tokens, group, near } of phrasesIn(question)) {
    for (const { term } of tokens) {
      const place = places.get(term);
      if (place === undefined) continue;
      if (things.has(place) && !(near && terms[place]?.passages === 0)) continue;
      readings.set(place, [...(readings.get(place) ?? []), ...group]);
    }
  }
  return readings;
}

/**
 * The terms of a question as it was asked. Where the search put a word of a looser group for one that stands nowhere, that
 * one stands here again: the other may have found the passage, and does not say that it is about the same.
 */
export function asAsked(question: string, terms: readonly QueryTerm[]): QueryTerm[] {
  const known = new Set(terms.map(({ term }) => term));
  const own = new Set(wordsIn(question).map(({ term }) => term));
  const gone = new Map<string, string>();
  const phrases = terms.every(({ term }) => own.has(term)) ? [] : phrasesIn(question);
  // The nearest groups come first, and what they say holds.
  for (const { tokens, group, near } of phrases) {
    const asked = tokens.find(({ term }) => !known.has(term));
    if (asked === undefined) continue;
    for (const term of group.flat())
      if (known.has(term) && !own.has(term) && !gone.has(term))
        gone.set(term, near ? term : asked.term);
  }
  return terms.map((term) => {
    const asked = gone.get(term.term) ?? term.term;
    return asked === term.term ? term : { ...term, term: asked, passages: 0 };
  });
}

/** Where words and phrases of the table stand in a question, the longest of those that begin at one word, without function words. */
function phrasesIn(question: string): (Phrase & { tokens: Token[] })[] {
  members ??= byFirstTerm();
  const tokens = wordsIn(question);
  const phrases: (Phrase & { tokens: Token[] })[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = (members.get(baseOf(tokens[at]?.term ?? "")) ?? []).flatMap((member) => {
      const last = lastOf(member, tokens, at);
      return last === undefined ? [] : [{ member, last }];
    });
    const length = Math.max(0, ...found.map(({ member }) => member.terms.length));
    for (const { member, last } of found) {
      if (member.terms.length < length) continue;
      const covered = [...tokens.slice(at, at + length - 1), tokens[last] as Token];
      if (covered.some((token) => isExact(question, token))) continue;
      const { group, near } = member;
      phrases.push({ tokens: covered.filter(({ stop }) => !stop), group, near });
    }
    at += Math.max(0, length - 1);
  }
  return phrases;
}

/** Where a phrase that begins here ends, as the index of its last token. */
function lastOf({ terms }: Member, tokens: readonly Token[], at: number): number | undefined {
  const stands = (i: number, term: string | undefined) => baseOf(tokens[i]?.term ?? "") === term;
  if (terms.every((term, i) => stands(at + i, term))) return at + terms.length - 1;
  const [, particle] = terms;
  if (terms.length !== 2 || particle === undefined || !particles.has(particle)) return undefined;
  for (let i = at + 2; i <= at + 1 + mostBetween; i++) if (stands(i, particle)) return i;
  return undefined;
}

const particles = new Set(
  tokenize("up down out off on in away back over apart through").map((t) => t.term),
);

let members: Map<string, Member[]> | undefined;

function byFirstTerm(): Map<string, Member[]> {
  const byFirst = new Map<string, Member[]>();
  for (const [number, { words, asked }] of wordsForReading().entries()) {
    const near = number < sameWords.length;
    const read = words.map(termsOfPhrase);
    const group = read
      .map((terms) => terms.filter((t) => !t.stop).map((t) => baseOf(t.term)))
      .filter((terms) => terms.length > 0);
    for (const phrase of [...read, ...asked.map(termsOfPhrase)]) {
      const terms = phrase.map((t) => baseOf(t.term));
      const first = terms[0] ?? "";
      const others = byFirst.get(first);
      if (others === undefined) byFirst.set(first, [{ terms, group, near }]);
      else others.push({ terms, group, near });
    }
  }
  return byFirst;
}

/** Whole words and pairs of Han characters, function words within a phrase too. */
function wordsIn(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== "part" && kind !== "han_single");
}

/** A name, an identifier or a quoted word means itself. */
function isExact(question: string, { start, end }: Token): boolean {
  const written = question.slice(start, end);
  if (/[\p{N}_]|\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(written)) return true;
  if (/^\p{Lu}/u.test(written) && /[\p{L}\p{N}]/u.test(question.slice(0, start))) return true;
  return [...question.matchAll(/"[^"]+"|“[^”]+”|`[^`]+`|「[^」]+」/g)].some(
    (quoted) => quoted.index < start && quoted.index + quoted[0].length > end - 1,
  );
}
