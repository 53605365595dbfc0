import { isWhole, opening } from "../facts/cues.ts";
import { isHan } from "../facts/single-words.ts";
import type { Spoken } from "../facts/spoken.ts";
import { entailmentLimits } from "../limits.ts";

/** Words that may stand on one side alone and change nothing. */
const idle = new Set(["the", "a", "an", "that", "also", "please", ..."会就则也的了将便請请"]);
/** Where the words of a name end that are said from `at` on. */
export function sameWords(
  said: readonly Spoken[],
  at: number,
  name: readonly Spoken[],
): number | undefined {
  const same = name.length > 0 && name.every(({ word }, i) => said[at + i]?.word === word);
  return same ? at + name.length : undefined;
}

/** Where a statement ends that is said from some word on. */
export type Match = {
  end: number;
  /** "`port` sets …" of "Set …" behind the name of what it is about. */
  third: boolean;
  /** What "the key" leaves open is said as the sentence before it says it. */
  filled: boolean;
};

/**
 * Finds a statement that is said from `at` on, the whole of it, its brackets too: what is left out may take it back. `named`:
 * behind the name of what it is about. `before`: the sentence before it, and the heading over it.
 */
export function sameStatement(
  said: readonly Spoken[],
  at: number,
  statement: readonly Spoken[],
  named: boolean,
  before: Before = { sentence: [], heading: [] },
): Match | undefined {
  let mine = at;
  let theirs = pastLead(statement, 0).at;
  const first = theirs;
  let third = false;
  let filled = false;
  while (theirs < statement.length) {
    const [one, other] = [said[mine], statement[theirs]];
    if (other === undefined) break;
    const verb = named && theirs === first && one?.word === thirdPerson(other.word);
    const meant = points.has(other.word) ? sameThing(said, mine, before.sentence) : 0;
    const added = (): number => fill(said, mine, statement, theirs, before);
    if (one?.word === other.word || verb) {
      third ||= verb;
      mine += 1;
      theirs += 1;
    } else if (meant > 0) {
      mine += meant;
      theirs += 1;
      filled = true;
    } else if (one !== undefined && idle.has(one.word)) mine += 1;
    else if (idle.has(other.word)) theirs += 1;
    else if (added() > 0) {
      mine += added();
      filled = true;
    } else return undefined;
  }
  if (mine === at) return undefined;
  const added = fill(said, mine, statement, theirs, before);
  return { end: mine + added, third, filled: filled || added > 0 };
}

type Before = { sentence: readonly Spoken[]; heading: readonly Spoken[] };

const definite = new Set(["the", "this", "these", "that", "those", "该", "这", "此"]);

/** How many words "the `edition` key" has more than "the key", as the sentence before has them, or the heading. */
function fill(
  said: readonly Spoken[],
  mine: number,
  statement: readonly Spoken[],
  theirs: number,
  { sentence, heading }: Before,
): number {
  const width = isHan(said[mine]?.word ?? "") ? 2 : 1;
  const near = statement
    .slice(Math.max(0, theirs - 2), theirs)
    .some(({ word }) => definite.has(word));
  for (const source of near ? [heading, sentence] : [heading]) {
    for (
      let words = Math.min(entailmentLimits.filled_words, said.length - mine);
      words > 0;
      words -= 1
    ) {
      const told = said.slice(mine, mine + words);
      const at = onlyPlace(source, told);
      if (at === undefined || limits(told)) continue;
      const ahead = said.slice(Math.max(0, mine - width), mine);
      const behind = said.slice(mine + words, mine + words + width);
      const goesOn = behind[0]?.word === statement[theirs]?.word;
      if (says(ahead, width) && onlyPlace(source, ahead) === at - width) return words;
      if (goesOn && says(behind, width) && onlyPlace(source, behind) === at + words) return words;
    }
  }
  return 0;
}

const says = (words: readonly Spoken[], width: number): boolean =>
  words.length === width && words.every(({ word }) => !idle.has(word) && !joint.has(word));

/** With "the red key" and "the blue key" before it nobody knows which "the key" is. */
function onlyPlace(source: readonly Spoken[], words: readonly Spoken[]): number | undefined {
  const places = [...source.keys()].filter((at) => sameWords(source, at, words) !== undefined);
  return places.length === 1 ? places[0] : undefined;
}

/** How many words from `at` on name the thing that "this" stands for. */
function sameThing(said: readonly Spoken[], at: number, sentence: readonly Spoken[]): number {
  const thing = lastThing(sentence);
  for (let words = thing.length; words > 1; words -= 1) {
    const whole = words === thing.length || joint.has(thing[words]?.word ?? "");
    if (whole && sameWords(said, at, thing.slice(0, words)) !== undefined) return words;
  }
  return 0;
}

const points = new Set(["this", "these", "that", "those"]);
const determiner = new Set(["the", "a", "an", "its", "your", "their"]);
const joint = new Set("for of in on with to from at by when".split(" "));

/** What a sentence does something to, or is about: its last thing that belongs to no other one. */
function lastThing(sentence: readonly Spoken[]): readonly Spoken[] {
  const at = sentence.findLastIndex(
    ({ word }, i) => determiner.has(word) && !joint.has(sentence[i - 1]?.word ?? ""),
  );
  return at === -1 ? [] : sentence.slice(at);
}

const thirdPerson = (verb: string): string =>
  ["s", "x", "z", "ch", "sh"].some((end) => verb.endsWith(end)) ? `${verb}es` : `${verb}s`;
/** Do they say that something holds only here, or not at all? */
export const limits = (words: readonly Spoken[]): boolean =>
  words.some(({ word }) => isWhole(word, "limiting-word"));

/** What leads to a statement and is no part of it; `adds`: it says how that statement follows from what stands before. */
const leads: readonly { words: readonly string[]; adds: boolean }[] = [
  "which means|that means|this means|it means|so|therefore|thus|所以|因此|这意味着",
  "however|but|and|also|additionally|in short|please note|note|instead|which|注|注意|请注意|此外|另外|相反|但|但是|不过|而|而且|并且|并|也|同时",
].flatMap((list, i) =>
  list.split("|").map((words) => ({
    words: isHan(words) ? [...words] : words.split(" "),
    adds: i === 0,
  })),
);

export function pastLead(said: readonly Spoken[], from: number): { at: number; adds: boolean } {
  const hit = leads
    .filter(({ words }) => words.every((word, i) => said[from + i]?.word === word))
    .toSorted((a, b) => b.words.length - a.words.length)[0];
  return hit === undefined
    ? { at: from, adds: false }
    : { at: from + hit.words.length, adds: hit.adds };
}

export const copula: ReadonlySet<string> = new Set(["is", "are", "means", ..."是为会"]);

export function pastAny(said: readonly Spoken[], from: number, words: ReadonlySet<string>): number {
  let at = from;
  while (words.has(said[at]?.word ?? "")) at += 1;
  return at;
}

const ofDefault = new Set(["default", "defaults", ..."默认"]);
const beside = new Set([
  ..."its the a an and with which value is are to of as by".split(" "),
  ..."值为是其",
]);

/** "Default: 5" says what something else is by default. */
export const isDefault = (text: string): boolean =>
  opening(text, "default") !== undefined && text.length < entailmentLimits.head_characters;

/** "Its default is 5", "is 5 by default" of "Default: 5". */
export function sameDefault(
  said: readonly Spoken[],
  at: number,
  statement: readonly Spoken[],
): number | undefined {
  const isTelling = ({ word }: Spoken) => beside.has(word) || ofDefault.has(word);
  const value = statement.slice(statement.findIndex((one) => !isTelling(one)));
  if (
    value.length === 0 ||
    value.length > entailmentLimits.value_words ||
    value.length === statement.length
  )
    return undefined;
  const both = new Set([...ofDefault, ...beside]);
  const from = pastAny(said, at, both);
  const end = sameWords(said, from, value);
  if (end === undefined) return undefined;
  const after = pastAny(said, end, both);
  const told = [...said.slice(at, from), ...said.slice(end, after)];
  return told.some(({ word }) => ofDefault.has(word)) ? after : undefined;
}
