import { tokenize } from "#lib/platform/words";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { subjectOf } from "./exchanges.ts";
import { numberFacts } from "./numbers.ts";
import { singleWords } from "./single-words.ts";

/**
 * What a sentence does with the clauses of the one that should carry it. It may take a clause and leave the others; it may
 * not go on from a word of one to a word of another past what stands before that there (its subject, its verb), nor drop the
 * condition under which the whole holds.
 */

const clauseEnd =
  /[,;:](?=\s)|[，；：。]|\s(?:and|but|while|whereas|because|unless|(?:after|before)(?!\s\d)|when|if)\s|(?=除非|但|而|以及)/;
const agent = /\bby\b|[被由]/i;
/** Words that lead a clause and are not what it is about; the terms of the tokenizer. */
const leads =
  /^(?:then|also|too|still|both|each|there|current|usual|normal|final|late|later|now|today|alreadi|already|often|[由被把将將并並也都還还則则再可会會在从從對对為为於于以其而且就才又需])$/;
const pronoun = /^ones?$/;

type Clause = {
  text: string;
  /** Empty where a clause before has it. */
  subject: string;
  words: Word[];
  terms: ReadonlySet<string>;
  counts: boolean;
};
/** A clause of the sentence with all before it: what it says so far. */
type Told = { upTo: string; brought: string; terms: ReadonlySet<string>; subject: string };
type Said = Word & { told: Told };
type Word = { term: string; start: number };

const han = /\p{Script=Han}/u;
const standsFor = /\b(?:it|them|ones?|those|that)\b|[它他她其]|前者|后者/i;

/** "A before B" may be told as "B after A". */
const saidEnd = /[,;:](?=\s)|[，；：。]|\s(?:and|but|while|whereas)\s|(?=但|而|以及)/;

/** Who writes more clauses than these in one sentence is not read. */
const mostClauses = 24;
const mostWords = 400;

/**
 * "A has 5 and B has 50" told as "A has 50". `doubt`: where a clause begins with what the sentence leaves out, the
 * sentence has a word that no line knows, which may say the same.
 */
export function mixesClauses(sentence: string, carrier: string): "mixed" | "doubt" | undefined {
  const mine = saidIn(sentence, carrier);
  const pieces = carrier.split(clauseEnd);
  if (pieces.length > mostClauses || mine.length > mostWords) return "mixed";
  const clauses = pieces.map(clauseOf).filter(({ words }) => words.length > 0);
  let found: "mixed" | "doubt" | undefined;
  for (const one of clauses) {
    for (const other of clauses) {
      if (one === other) continue;
      if (crossesNumbers(one, other, clauses, mine)) return "mixed";
      const crossed =
        standsFor.test(one.text) && clauses.indexOf(one) > clauses.indexOf(other)
          ? undefined
          : crosses(one, other, clauses, mine);
      if (crossed === "mixed") return crossed;
      found ??= crossed;
    }
  }
  return found;
}

function clauseOf(text: string): Clause {
  const words = wordsOf(text);
  const terms = new Set(words.map(({ term }) => term));
  return {
    text,
    subject: subjectOf(text.trim()),
    words,
    terms,
    counts: numberFacts(text).length > 0,
  };
}

function saidIn(sentence: string, line: string): Said[] {
  const known = new Set(wordsOf(line).map(({ term }) => term));
  let upTo = "";
  return sentence.split(saidEnd).flatMap((text) => {
    upTo = `${upTo} ${text}`;
    const all = wordsOf(upTo).map(({ term }) => term);
    const brought = all.filter((term) => !known.has(term)).join(" ");
    const told = { upTo, brought, terms: new Set(all), subject: subjectOf(text.trim()) };
    return wordsOf(text).map((word) => ({ ...word, told }));
  });
}

const wordsOf = (text: string): Word[] =>
  tokenize(text).filter(({ stop, kind }) => !stop && kind !== "part" && kind !== "han");

/** Goes the sentence from a word of one clause on to a word of the other, past what stands before that there? */
function crosses(
  one: Clause,
  other: Clause,
  clauses: readonly Clause[],
  mine: readonly Said[],
): "mixed" | "doubt" | undefined {
  let from = false;
  let unknown = false;
  let found: "doubt" | undefined;
  const inherited = other.subject === "" ? (before(other, clauses) ?? "") : "";
  let said: Told | undefined;
  for (const { term, told } of mine) {
    if (told !== said) {
      said = told;
      if (told.subject !== "") from = unknown = false;
    }
    const [here, there] = [one.terms.has(term), other.terms.has(term)];
    if (here && there) continue;
    if (here) {
      from = true;
      unknown = false;
    } else if (!there) {
      unknown ||= contentWeight(term) > 0;
    } else if (from) {
      from = false;
      const at = other.words.find((word) => word.term === term)?.start ?? 0;
      if (leaves(`${inherited} ${other.text.slice(0, at)}`, one, told)) {
        if (!unknown || (!han.test(other.text) && other.subject !== "")) return "mixed";
        found = "doubt";
      } else if (!agent.test(one.text) && onlySubject(other, at, mine)) return "mixed";
      unknown = false;
    }
  }
  return found;
}

/** Is of the clause told what it is about and nothing of what it says about that? */
function onlySubject({ subject, text, words }: Clause, at: number, mine: readonly Said[]): boolean {
  const end = text.indexOf(subject) + subject.length;
  if (subject === "" || at >= end) return false;
  const rest = words.filter(({ start }) => start >= end);
  return rest.length > 0 && !rest.some(({ term }) => mine.some((said) => said.term === term));
}

const before = (clause: Clause, clauses: readonly Clause[]) =>
  clauses.slice(0, clauses.indexOf(clause)).findLast(({ subject }) => subject !== "")?.subject;

/**
 * Has the text words that stand neither in the sentence nor in the other clause? A word of the same meaning counts where the
 * line does not have it itself.
 */
function leaves(text: string, one: Clause, told: Told): boolean {
  const meant = wordsHeld(han.test(text) ? told.upTo : told.brought);
  return heldBy(text, meant)
    .lacks.flatMap(singleWords)
    .some((word) => !told.terms.has(word) && !one.terms.has(word) && !leads.test(word));
}

/** A subject may be shared by the clauses after it; what stands behind a word left out is no subject. */
function crossesNumbers(
  one: Clause,
  other: Clause,
  clauses: readonly Clause[],
  said: readonly Word[],
): boolean {
  if (!one.counts || !other.counts || clauses.indexOf(other) < clauses.indexOf(one)) return false;
  if (other.words.some(({ term }) => pronoun.test(term))) return false;
  const mine = new Set(said.map(({ term }) => term));
  const rest = clauses.filter((clause) => clause !== one);
  const alone = ({ term }: Word) => mine.has(term) && !rest.some(({ terms }) => terms.has(term));
  const own = other.words.filter(({ term }) => !one.terms.has(term));
  if (!own.some(({ term }) => mine.has(term)) || !own.some(({ term }) => !mine.has(term)))
    return false;
  const left = one.words.findIndex(({ term }) => !mine.has(term));
  return left !== -1 && one.words.slice(left).some(alone);
}

const condition =
  /\b(?:only|if|unless|except|provided|as long as|when|whenever|once|while|until|during|otherwise)\b|只[有要能在对對供]|[仅僅]|如果|除非|若|[时時](?=[，,]|$)|的时候|[时時]才|期间|否则/i;
/** "On Windows, …" and 在只读模式下，… */
const fronted =
  /^[^\p{L}\p{N}]*((?:when|while|once|in|on|at|for|under|with|without|within|after|before|since|outside|inside|among|unlike)\s[^,.;]{2,60}),\s|^[^\p{L}\p{N}]*((?:在|对于?|自|从|于)[^，。；]{2,20})，/iu;
const keptOfFronted = 0.5;

/** Does a sentence say without a condition, or without the place and time it opens with, what the lines say under one? */
export function dropsCondition(sentence: string, carrier: string): boolean {
  const hit = fronted.exec(carrier);
  const rest = carrier.slice(hit?.[0].length ?? 0);
  if (condition.test(rest) && !condition.test(sentence)) return true;
  const place = hit?.[1] ?? hit?.[2];
  return place !== undefined && heldBy(place, wordsHeld(sentence)).share < keptOfFronted;
}
