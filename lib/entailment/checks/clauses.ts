import { tokenize } from "#lib/language/words";
import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { closing, has, hitsOf, isWhole, opening, without } from "../facts/cues.ts";
import { inBrackets, piecesOf, withoutBrackets } from "../facts/pieces.ts";
import { isHan, singleWords } from "../facts/single-words.ts";
import { subjectOf } from "../facts/subject.ts";
import { entailmentLimits } from "../limits.ts";
import { type Check, refuseIf } from "./check.ts";

export const clauses: Check = {
  name: "clauses",
  point: "It lends the words of one clause of its line to what another one is about.",
  ofCopies: false,
  withholds: "with_figure",
  judge: ({ sentence, carrier }) => refuseIf(carrier.prose && mixesClauses(sentence, carrier.text)),
};

/**
 * What a sentence does with the clauses of the one that should carry it. It may take a clause and leave the others, and it
 * may join what several say. It may not lend a clause's words to another's subject: where it goes from a word of one clause
 * to a word of another, what that clause is about must be named, and it may not leave out both the end of the one and the
 * head of the other ("removes its index but keeps its threads" told as "removes its threads"). Nor may it drop the condition
 * under which the whole holds.
 */
export const mixesClauses = (sentence: string, line: string): boolean =>
  borders.some((joints) => mixes(sentence, line, joints));

/** A condition, a reason and a relative clause are clauses too; apart from theirs they are only read for themselves. */
const coarse = ["joint"];
const borders = [[...coarse, "ground-joint", "when-joint", "relative-joint"], coarse];

type Word = { term: string; start: number; end: number };
type Clause = { text: string; subject: string; words: Word[]; terms: ReadonlySet<string> };

function mixes(sentence: string, line: string, joints: readonly string[]): boolean {
  const open = withoutBrackets(line);
  const pieces = [...piecesOf(open, ...joints).map(({ text }) => text), ...inBrackets(line)];
  const mine = wordsOf(sentence);
  if (pieces.length > entailmentLimits.clauses || mine.length > entailmentLimits.clause_words)
    return true;
  const clauses = pieces.map(clauseOf).filter(({ words }) => words.length > 0);
  if (clauses.length < 2) return false;
  if (couples(sentence, mine, clauses)) return true;
  let upTo = "";
  let able: readonly Clause[] = [];
  let last: Word | undefined;
  for (const { text: part } of piecesOf(sentence, ...coarse)) {
    upTo = `${upTo}, ${part}`;
    if (lendsNumber(wordsOf(part), clauses)) return true;
    if (subjectOf(part.trim()) !== "") able = [];
    for (const word of wordsOf(part)) {
      const own = clauses.filter(({ terms }) => terms.has(word.term));
      if (own.length === 0) continue;
      const same = able.filter((one) => own.includes(one));
      if (able.length > 0 && same.length === 0) {
        const from = last;
        const said = {
          upTo,
          before: part.slice(0, word.start),
          written: part.slice(word.start, word.end),
          further: upTo !== `, ${part}`,
        };
        const fair = own.some((to) =>
          able.some((one) => !crosses(one, from, to, word, said, clauses)),
        );
        if (!fair) return true;
      }
      able = same.length > 0 ? same : own;
      last = word;
    }
  }
  return false;
}

function clauseOf(text: string): Clause {
  const words = wordsOf(text);
  const whole = subjectOf(text.trim());
  const subject = whole.slice(0, hitsOf(whole, "relative")[0]?.start);
  const leads = singleWords(subject).every((word) => leadsClause(word) || word.endsWith("ly"));
  return { text, subject: leads ? "" : subject, words, terms: new Set(words.map((w) => w.term)) };
}

/** Content words, with those that say of how many; Han in pairs, which one character more or less does not make others. */
function wordsOf(text: string): Word[] {
  const tokens = tokenize(text);
  return tokens.filter(
    ({ stop, kind, start, end }) =>
      kind !== "part" &&
      kind !== "han_single" &&
      (!stop || isWhole(text.slice(start, end), "quantifier")) &&
      !isWhole(text.slice(start, end), "joins") &&
      (kind !== "han" || saysMuch(text.slice(start, end))),
  );
}

/** A pair that a measure word or a copula opens runs across two words. */
const saysMuch = (pair: string): boolean =>
  contentWeight(pair) > 0 && opening(pair, "measure-word") === undefined;

/** Does a sentence that goes on from a clause to a word of another one tell that word of something else? */
function crosses(
  one: Clause,
  from: Word | undefined,
  other: Clause,
  word: Word,
  said: { upTo: string; before: string; written: string; further: boolean },
  clauses: readonly Clause[],
): boolean {
  const { upTo, before } = said;
  const told = wordsHeld(upTo);
  const at = other.words.find(({ term }) => term === word.term)?.start ?? 0;
  const ends = other.text.indexOf(other.subject) + other.subject.length;
  const about = other.subject !== "" && at < ends;
  const under = has(other.text.slice(0, at), "ground-joint", "when-joint");
  const refers =
    one.subject !== "" &&
    has(one.text, "stands-for-it") &&
    clauses.indexOf(one) > clauses.indexOf(other);
  if (
    opening(other.text, "otherwise") !== undefined &&
    !has(upTo, "otherwise", "unless", "negation")
  )
    return true;
  if (refers && named(one.subject, other, told)) return false;
  const passive =
    closing(before, "being") !== undefined &&
    isParticiple(said.written) &&
    has(other.text, "stands-for-it");
  if (!about && !under && !passive && !named(other.subject, one, told)) return true;
  const ahead = other.text.slice(passive && !about ? ends : 0, at);
  const head = leaves(pastAdverb(ahead), told, one);
  // "Clear the cache and the cookies" of cookies that are to be kept.
  if (head && said.further && !isHan(upTo) && isBare(before)) return true;
  const predicate = other.text.slice(ends);
  const nothing = about && contentWeight(predicate) > 0 && heldBy(predicate, told).share === 0;
  if (!head && !nothing) return false;
  const behind = one.words.findLast(({ term }) => term === from?.term)?.end ?? 0;
  return leaves(one.text.slice(behind), told, other);
}

const isParticiple = (word: string): boolean =>
  word.endsWith("ed") || word.endsWith("en") || isWhole(word, "past");
/** Nothing but an article. */
const isBare = (text: string): boolean => tokenize(without(text, "article")).length === 0;
/** 片刻之间就 */
const pastAdverb = (text: string): string => {
  const [hit] = hitsOf(text, "han-adverb");
  const near = hit !== undefined && hit.start <= entailmentLimits.adverb_characters;
  return near ? text.slice(hit.end) : text;
};

type Held = ReturnType<typeof wordsHeld>;

/** What tells a clause's subject from the other one's is in the sentence. */
function named(subject: string, other: Clause, told: Held): boolean {
  if (subject === "") return true;
  const own = heldBy(subject, wordsHeld(other.text), 0).lacks.join(" ");
  return contentWeight(own) === 0 || heldBy(own, told, 0).share >= 1 / 2;
}

/** Words that lead a clause and are not what it is about. */
const leadsClause = (word: string): boolean => isWhole(word, "leads-clause");

/** Has the text words that the sentence leaves out, and that the other clause does not have either? */
function leaves(text: string, told: Held, other: Clause): boolean {
  const known = wordsHeld(other.text);
  const toldOf = new Set(hitsOf(told.text, "whole").map(({ phrase }) => phrase));
  if (hitsOf(text, "whole").some(({ phrase }) => !toldOf.has(phrase))) return true;
  return heldBy(text, told, 0)
    .lacks.filter((word) => contentWeight(word) > 0)
    .flatMap(singleWords)
    .some((word) => !leadsClause(word) && !told.terms.has(word) && !known.terms.has(word));
}

/** "The admin port is 8080" of a line that gives the admin port another number, and 8080 to something not told. */
function lendsNumber(part: readonly Word[], clauses: readonly Clause[]): boolean {
  const only = (clause: Clause) =>
    clause.words.filter(
      ({ term }) => !isFigure(term) && clauses.every((c) => c === clause || !c.terms.has(term)),
    );
  const told = new Set(part.map(({ term }) => term));
  const tells = (clause: Clause) => only(clause).some(({ term }) => told.has(term));
  const numbers = ({ words }: Clause) => words.filter(({ term }) => isFigure(term));
  return clauses.some((lender) => {
    const lent = numbers(lender).some(
      ({ term }) => told.has(term) && clauses.every((c) => c === lender || !c.terms.has(term)),
    );
    if (!lent || tells(lender) || only(lender).length === 0) return false;
    return clauses.some(
      (other) =>
        other !== lender &&
        numbers(other).length > 0 &&
        !numbers(other).some(({ term }) => told.has(term)) &&
        tells(other),
    );
  });
}

const isFigure = (term: string): boolean => term >= "0" && term < ":";

/** "And the", and nothing else. */
const couplesHeads = (text: string): boolean =>
  has(text, "coupling") && tokenize(without(text, "coupling", "article")).length === 0;

/** "Logs and metrics are kept for 90 days": two clauses' heads made one, with what only one of them says. */
function couples(sentence: string, mine: readonly Word[], clauses: readonly Clause[]): boolean {
  const placeOf = (word: Word | undefined) => mine.find(({ term }) => term === word?.term);
  const told = wordsHeld(sentence);
  return clauses.some((one) =>
    clauses.some((other) => {
      if (one === other) return false;
      const [a, b] = [placeOf(one.words[0]), placeOf(other.words[0])];
      if (a === undefined || b === undefined || one.terms.has(b.term)) return false;
      if (!couplesHeads(sentence.slice(a.end, b.start))) return false;
      const alone = ({ term }: Word, of: Clause, not: Clause) =>
        of.terms.has(term) && !not.terms.has(term) && term !== a.term && term !== b.term;
      const says = (of: Clause, not: Clause) =>
        mine.some((word) => alone(word, of, not)) &&
        not.words.some((word) => alone(word, not, of) && !told.terms.has(word.term));
      return says(one, other) || says(other, one);
    }),
  );
}
