import { tokenize } from "#lib/language/words";
import { subjectOf } from "./checks/exchanges.ts";
import { singleWords } from "./checks/single-words.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";

/**
 * What a sentence does with the clauses of the one that should carry it. It may take a clause and leave the others, and it
 * may join what several say. It may not lend a clause's words to another's subject: where it goes from a word of one clause
 * to a word of another, what that clause is about must be named, and it may not leave out both the end of the one and the
 * head of the other ("removes its index but keeps its threads" told as "removes its threads"). Nor may it drop the condition
 * under which the whole holds.
 */
export function mixesClauses(sentence: string, line: string): boolean {
  return [fine, coarse].some((border) => mixes(sentence, line, border));
}

const marks = String.raw`[,;:](?=\s)|[，；：。]|\s(?:and|but|while|whereas)\s|(?=但|而|以及)`;
const coarse = new RegExp(marks);
/** A condition, a reason and a relative clause are clauses too; apart from theirs they are only read for themselves. */
const fine = new RegExp(
  String.raw`${marks}|\s(?:because|unless|(?:after|before)(?!\s\d)|when|if|(?:that|which|who)(?!\s(?:\w+(?:s|ed)|can|could|may|might|must|will|would|do|did|have|had|were)\s))\s|(?=除非)`,
);
/** What stands behind such a word in a clause is told with it, whatever the clause is about. */
const subordinate = /\s(?:because|unless|after|before|when|if|until|once|where)\s|除非|如果/;
const bracketed = /[(（]([^()（）]*)[)）]/g;
/** "A before B" may be told as "B after A". */
const saidEnd = /[,;:](?=\s)|[，；：。]|\s(?:and|but|while|whereas)\s|(?=但|而|以及)/;

type Word = { term: string; start: number; end: number };
type Clause = { text: string; subject: string; words: Word[]; terms: ReadonlySet<string> };

/** Who writes more clauses than these in one sentence is not read. */
export const mostClauses = 24;
const mostWords = 400;

function mixes(sentence: string, line: string, border: RegExp): boolean {
  const aside = [...line.matchAll(bracketed)].map((hit) => hit[1] ?? "");
  const pieces = [...line.replace(bracketed, " ").split(border), ...aside];
  const mine = wordsOf(sentence);
  if (pieces.length > mostClauses || mine.length > mostWords) return true;
  const clauses = pieces.map(clauseOf).filter(({ words }) => words.length > 0);
  if (clauses.length < 2) return false;
  if (couples(sentence, mine, clauses)) return true;
  let upTo = "";
  let able: readonly Clause[] = [];
  let last: Word | undefined;
  for (const part of sentence.split(saidEnd)) {
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
  const subject = subjectOf(text.trim()).split(/\s(?:that|which|who|whose)\s/)[0] ?? "";
  return {
    text,
    subject: singleWords(subject).every((word) => leads.test(word) || /ly$/.test(word))
      ? ""
      : subject,
    words,
    terms: new Set(words.map(({ term }) => term)),
  };
}

/** Content words, with those that say of how many; Han in pairs, which one character more or less does not make others. */
function wordsOf(text: string): Word[] {
  const tokens = tokenize(text);
  return tokens.filter(
    ({ stop, kind, start, end }) =>
      kind !== "part" &&
      kind !== "han_single" &&
      (!stop || quantifier.test(text.slice(start, end))) &&
      !joint.test(text.slice(start, end)) &&
      (kind !== "han" || saysMuch(text.slice(start, end))),
  );
}

/** A pair that a measure word or a copula opens runs across two words. */
const saysMuch = (pair: string): boolean =>
  contentWeight(pair) > 0 && !/^[个種种条次份位是]/.test(pair);

const joint = /^(?:unless|except|because|until|once|instead|order)$/i;
const quantifier = /^(?:all|own|only|both|some|most|any|each|every|never|always|otherwise|else)$/i;

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
  const under = subordinate.test(other.text.slice(0, at));
  const refers =
    one.subject !== "" && standsFor.test(one.text) && clauses.indexOf(one) > clauses.indexOf(other);
  if (
    otherwise.test(other.text) &&
    !/\b(?:otherwise|else|unless|not)\b|否则|除非|[不未没]/i.test(upTo)
  )
    return true;
  if (refers && named(one.subject, other, told)) return false;
  const passive = being.test(before) && participle.test(said.written) && standsFor.test(other.text);
  if (!about && !under && !passive && !named(other.subject, one, told)) return true;
  const ahead = other.text.slice(passive && !about ? ends : 0, at);
  const head = leaves(ahead.replace(adverbial, ""), told, one);
  // "Clear the cache and the cookies" of cookies that are to be kept.
  if (head && said.further && !han.test(upTo) && bare.test(before)) return true;
  const predicate = other.text.slice(ends);
  const nothing = about && contentWeight(predicate) > 0 && heldBy(predicate, told).share === 0;
  if (!head && !nothing) return false;
  const behind = one.words.findLast(({ term }) => term === from?.term)?.end ?? 0;
  return leaves(one.text.slice(behind), told, other);
}

/** Not where it does something itself. */
const standsFor =
  /\b(?:it|them|ones?|those)\b(?!\s+(?:is|are|was|were|can|will|does|has|\w+s|\w+ed)\b)|[它他她其]|前者|后者/i;
const otherwise = /^\W*(?:or )?(?:otherwise|else)\b|^否则/i;
const participle =
  /(?:ed|en|wn|left|kept|made|set|sent|told|found|built|held|shut|cut|lost|sold|read|run|put)$/i;
const being = /\b(?:is|are|was|were|be|been|being|gets?)\s+(?:\w+ly\s+)?$/i;
const han = /\p{Script=Han}/u;
const bare = /^\W*(?:(?:the|an?|its|their|your|all|any)\s+)?$/i;
/** 片刻之间就 */
const adverbial = /^\p{Script=Han}{1,8}(?:就会?|便|则|才)/u;

type Held = ReturnType<typeof wordsHeld>;

/** What tells a clause's subject from the other one's is in the sentence. */
function named(subject: string, other: Clause, told: Held): boolean {
  if (subject === "" || partOfOther.test(subject)) return true;
  const own = heldBy(subject, wordsHeld(other.text), 0).lacks.join(" ");
  return contentWeight(own) === 0 || heldBy(own, told).share >= leastNamed;
}

/** "The name is `x`" goes on about what was named before; "A `string` property that" about what the heading names. */
const partOfOther =
  /^\W*(?:(?:its|the)\s+)?(?:name|value|result|size|type|path|address)\W*$|^\W*An?\s+(?:`\w+`\s+)?(?:property|value|function|method|string|boolean|number|object|array|list|flag|option)\b|^(?:名称|名字|值|结果|大小|类型|路径|地址)$/i;
const leastNamed = 0.5;

/** Words that lead a clause and are not what it is about; the terms of the tokenizer. */
const leads =
  /^(?:then|also|too|still|there|current|usual|normal|final|order|late|later|now|today|alreadi|already|often|one|[由被把将將并並也都還还则則再可会會在从從对對為为於于以其而且就才又需一两个])$/;

/** Has the text words that the sentence leaves out, and that the other clause does not have either? */
function leaves(text: string, told: Held, other: Clause): boolean {
  const known = wordsHeld(other.text);
  const amounts = text.match(/\b(?:all|own|both)\b/gi) ?? [];
  if (amounts.some((word) => !new RegExp(`\\b${word}\\b`, "i").test(told.text))) return true;
  return heldBy(text, told, 0)
    .lacks.filter((word) => contentWeight(word) > 0)
    .flatMap(singleWords)
    .some((word) => !leads.test(word) && !told.terms.has(word) && !known.terms.has(word));
}

/** "The admin port is 8080" of a line that gives the admin port another number, and 8080 to something not told. */
function lendsNumber(part: readonly Word[], clauses: readonly Clause[]): boolean {
  const only = (clause: Clause) =>
    clause.words.filter(
      ({ term }) => !/^\d/.test(term) && clauses.every((c) => c === clause || !c.terms.has(term)),
    );
  const told = new Set(part.map(({ term }) => term));
  const tells = (clause: Clause) => only(clause).some(({ term }) => told.has(term));
  const numbers = ({ words }: Clause) => words.filter(({ term }) => /^\d/.test(term));
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

const coupling = /^\W*(?:and|or|as well as|和|与|及|以及)\W*(?:the|an?|your)?\W*$/i;

/** "Logs and metrics are kept for 90 days": two clauses' heads made one, with what only one of them says. */
function couples(sentence: string, mine: readonly Word[], clauses: readonly Clause[]): boolean {
  const placeOf = (word: Word | undefined) => mine.find(({ term }) => term === word?.term);
  const told = wordsHeld(sentence);
  return clauses.some((one) =>
    clauses.some((other) => {
      if (one === other) return false;
      const [a, b] = [placeOf(one.words[0]), placeOf(other.words[0])];
      if (a === undefined || b === undefined || one.terms.has(b.term)) return false;
      if (!coupling.test(sentence.slice(a.end, b.start))) return false;
      const alone = ({ term }: Word, of: Clause, not: Clause) =>
        of.terms.has(term) && !not.terms.has(term) && term !== a.term && term !== b.term;
      const says = (of: Clause, not: Clause) =>
        mine.some((word) => alone(word, of, not)) &&
        not.words.some((word) => alone(word, not, of) && !told.terms.has(word.term));
      return says(one, other) || says(other, one);
    }),
  );
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
