import { describes } from "#lib/language/describing-words";
import { tokenize } from "#lib/language/words";
import { amountMet, saysNone } from "./amount-met.ts";
import { type Asked, type Hits, share, union, wordShare } from "./asked.ts";
import { doingLacks } from "./asked-object.ts";
import { lacksAskedValue } from "./asked-value.ts";
import { type Candidate, type Source, sourceShare } from "./candidates.ts";
import { isRow } from "./items.ts";
import { type NamedThings, namesAmong } from "./named-things.ts";
import { isNamedRow } from "./other-rows.ts";
import { wantsCode, wantsProcedure } from "./question.ts";
import { countWords, namesNowhere, wordsNowhere } from "./question-words.ts";
import { isInPassing, isOfAnother } from "./said-of-another.ts";
import type { Chosen } from "./selection.ts";

/**
 * Decides whether what was found answers the question, by words alone: how good the best passage is against the
 * question's own best possible score, how much of the question stands in the best unit and in its passage, how much of
 * that unit the question is about, and whether it holds the kind of thing that is asked for. A name that stands nowhere
 * is never answered. It cannot tell a question that only sounds answerable.
 */
export type Verdict = {
  confidence: number;
  answered: boolean;
  missing: string[];
};

/** What the decision rests on. All but `short` are shares of the question's weight or of its best possible score. */
export type Signs = {
  /** The best passage's score; 1 would be every word of the question in the best place. */
  score: number;
  /** Of the question's words, what stands in the best unit or above it. */
  unit: number;
  /** … and anywhere in its passage or above it. */
  passage: number;
  /** Of what the best unit says, how much the question is about. */
  density: number;
  /** It holds the kind of thing that is asked for. */
  type: number;
  /** It is a row or an item that opens with what is asked about. */
  entry: number;
  /** It is a row whose key is an identifier that the question names. */
  key: number;
  /** The amount that is asked for stands in one line with what it is asked of. */
  amount: number;
  /** What is to be done, and what it is done to, and nothing quoted speaks of it (asked-object.ts). */
  deed: number;
  object: number;
  /** What no passage holds. */
  unknown: number;
  /** One over the number of words: a short question reaches a high score easily. */
  short: number;
  /** A Chinese question and its score: pairs of characters reach lower scores than words. */
  chinese: number;
  chineseScore: number;
};

/** A question of describing words alone is measured as if it had this much of a name. */
const leastKept = 0.2;

/**
 * Fitted on one half of five query sets (by article or project) and on parts of them as folders of their own: absent
 * articles and projects against present ones, adversarial questions left out; fixtures/golden had no part in it. A
 * threshold for each folder was tried in five ways and paid in none (docs/answers.md).
 */
const model: Record<keyof Signs, number> = {
  score: 5.4,
  unit: 2,
  passage: 3.9,
  density: 1.55,
  type: 0.4,
  entry: 1,
  key: 1.5,
  amount: 3,
  deed: -6,
  object: -1,
  unknown: -3,
  short: -2.7,
  chinese: -0.25,
  chineseScore: 1.6,
};
const bias = -4.25;

/**
 * Below this confidence the answer is "no evidence". It answers, of what the folder holds / of what it does not: English
 * articles .95 / .09, Chinese .97–.99 / .03–.05; documentation English .97 / .26, Chinese .83 / .22.
 */
const answerThreshold = 0.5;

/**
 * A question of few words is about each of them. For a procedure both what is done and what it is done to must be there:
 * "add a user" is not answered by "add a folder". A question for a fact need not share its verb with the answer.
 */
const fewWords = 3;
/** … as is one for a procedure with no more words than these beside describing ones. */
const fewNames = 2;
const wantsDoing = /\bhow (?:do|can|could|should|to)\b|如何|怎么|怎麼|怎样|怎樣/i;
const leastOfProcedure = 0.6;
const leastOfFact = 0.35;
/** … and of a procedure's words this much in one sentence or above it: in a long passage they meet by chance. */
const leastTogether = 0.665;

/** … unless the heading right above asks the question. */
const asksIt = 0.8;

/**
 * A name with less of the question's weight than this is the product's own, which every page is about. What can be done
 * with a thing, and how, is said where the thing is named; a fact may be said of it farther on.
 */
const leastOfName = { doing: 0.18, fact: 0.25 };

/** What names a question stands in the first of what is quoted: further sources are beside the answer. */
const leadingSources = 2;

/** Of a word that stands nowhere; with less a question is about the rest of it. */
const leastUnheardOf = 0.15;

/** … and with so much of the question in one unit or above it, what stands nowhere is a word for what stands there. */
const restOfUnheardOf = 0.75;

const leastOfDeed = 0.5;
const leastOfRarest = 0.2;

/** A message may differ in names and numbers, which change; this much of its neighbouring words must be there. */
const leastOfQuoted = 0.2;
/** … and so many pairs of them make a message of what may be a label. */
const fewestOfMessage = 3;

export function judgeEvidence(
  asked: Asked,
  ranked: Candidate[],
  sources: Source[],
  named: NamedThings,
  quoted: readonly Chosen[],
): Verdict {
  const chosen = quoted.map(({ source }) => source);
  const seen = union(...ranked.map((c) => c.hitsWithHeading));
  // A word is not missed that stands where the index does not look: the language of code.
  const told = asked.terms.map((t, i) => (seen.has(i) ? { ...t, passages: t.passages || 1 } : t));
  const nowhere = wordsNowhere(asked.question, told);
  // The "3" of a missing "HTTP/3" is told with it.
  const alone = nowhere.filter((word) => !named.missing.some((name) => name.endsWith(`/${word}`)));
  const missing = [...new Set([...named.missing, ...alone])];
  if (ranked.length === 0) return { confidence: 0, answered: false, missing };
  const amount = amountMet(asked, ranked, quoted);
  const signs = {
    ...readSigns(asked, ranked, sources),
    ...doingLacks(asked, quoted),
    amount: aboveLeast(amount),
  };
  const least = wantsProcedure(asked.kind) ? leastOfProcedure : leastOfFact;
  const doing = asked.kind === "how_to" && wantsDoing.test(asked.question);
  const about = doing ? namingWords(asked).length : Number.POSITIVE_INFINITY;
  const few = countWords(asked.question) <= fewWords || about <= fewNames;
  const together = Math.max(signs.unit, namingShare(asked, ranked[0]));
  const scattered = wantsProcedure(asked.kind) && together < leastTogether;
  const headed = (ranked[0]?.section ?? 0) >= asksIt;
  const apart =
    few && !headed && (scattered || Math.max(together, inPassage(asked, ranked)) < least);
  const sum = Object.entries(model).reduce(
    // The keys of `model` are those of Signs by its type.
    (all, [name, weight]) => all + weight * signs[name as keyof Signs],
    bias,
  );
  const likely = 1 / (1 + Math.exp(-sum));
  const leading = chosen.slice(0, leadingSources);
  const lacksName =
    (named.missing.length > 0 && named.found === 0) ||
    namesNowhere(asked.question, asked.terms).length > 0;
  const lacks =
    apart ||
    (!wantsDoing.test(asked.question) && lacksAmount(amount, likely, quoted)) ||
    lacksName ||
    lacksValue(asked, quoted) ||
    lacksNamed(asked, ranked, leading) ||
    lacksDeed(asked, ranked, chosen.slice(0, 1), together) ||
    namesNothing(asked, ranked) ||
    asksUnheardOf(asked, ranked, signs.unit) ||
    isOfAnother(asked, leading) ||
    isInPassing(asked, rarestName(asked), ranked, leading) ||
    lacksQuoted(asked, ranked);
  const confidence = lacks ? Math.min(likely, answerThreshold / 2) : likely;
  const answered = confidence >= answerThreshold;
  return { confidence, answered, missing };
}

/** What the passage of a unit holds, with the headings above its units; other rows of its table are of something else. */
function aroundHits(best: Candidate, ranked: readonly Candidate[]): Hits {
  const table = isRow(best.unit) ? best.unit.block : undefined;
  const around = ranked.filter((c) => c.source === best.source && c.unit.block !== table);
  return union(best.hitsWithHeading, ...around.map((c) => c.hitsWithHeading));
}

/** Of the question, what the passage of the best unit holds without its headings. */
function inPassage(asked: Asked, ranked: readonly Candidate[]): number {
  const source = ranked[0]?.source;
  return source === undefined ? 0 : sourceShare(source, ranked, asked);
}

/** Of the words that name something, what stands in a unit or above it; all of them where none does. */
function namingShare(asked: Asked, unit: Candidate | undefined): number {
  const naming = namingWords(asked);
  const held = naming.filter((i) => unit?.hitsWithHeading.has(i) === true);
  const sum = (words: readonly number[]) =>
    words.reduce((all, i) => all + (asked.terms[i]?.weight ?? 0), 0);
  return naming.length === 0 ? 1 : sum(held) / sum(naming);
}

function namingWords(asked: Asked): number[] {
  return [...asked.whole].filter((i) => !describes(asked.terms[i]?.term ?? ""));
}

function rarestName(asked: Asked): number | undefined {
  return namingWords(asked).sort((a, b) => weightOf(asked, b) - weightOf(asked, a))[0];
}

/**
 * The rarest name of the question stands elsewhere in the folder, and in nothing that would be quoted or above it: what is
 * said of moving from version 2 answers nothing about moving from "Kong".
 */
function lacksNamed(asked: Asked, ranked: readonly Candidate[], chosen: readonly Source[]) {
  // What a quoted message names may be another on every machine.
  const said = new Set(tokenize(asked.question.replace(quotation, " ")).map(({ term }) => term));
  const [rarest] = [...asked.names]
    .filter((i) => said.has(asked.terms[i]?.term ?? ""))
    .sort((a, b) => weightOf(asked, b) - weightOf(asked, a));
  const doing = wantsProcedure(asked.kind) || asked.kind === "yes_no";
  const least = leastOfName[doing ? "doing" : "fact"];
  if (rarest === undefined || weightOf(asked, rarest) < least) return false;
  // Where it is about doing, what comes second may hold the name beside something else that is done.
  const about = doing ? chosen.slice(0, 1) : chosen;
  return !ranked.some((c) => about.includes(c.source) && names(c, rarest, asked));
}

/** A file that is asked for stands in a path as well, which is left out of what a unit is ranked by, and HTTP in an address. */
function names({ hitsWithHeading, unit }: Candidate, term: number, asked: Asked): boolean {
  const name = asked.terms[term]?.term ?? "";
  const isFile = /^[\w-]+\.[a-z]\w{0,5}$/.test(name);
  const written = isFile ? name : /^https?$/.test(name) ? "http://" : undefined;
  const said = written !== undefined && unit.text.toLowerCase().includes(written);
  return hitsWithHeading.has(term) || said;
}

/**
 * A procedure of which the best unit holds less than half and of whose rarest word nothing is quoted: what is said of
 * commits and of values tells nobody how to encrypt.
 */
function lacksDeed(
  asked: Asked,
  ranked: readonly Candidate[],
  chosen: readonly Source[],
  together: number,
): boolean {
  // Who asks to be shown something asks for no deed.
  if (asked.kind !== "how_to" || together >= leastOfDeed || wantsCode(asked.question)) return false;
  const rarest = rarestName(asked);
  if (rarest === undefined || weightOf(asked, rarest) < leastOfRarest) return false;
  return !ranked.some((c) => chosen.includes(c.source) && names(c, rarest, asked));
}

/**
 * How something is done with a thing, or whether it can be, and the thing stands nowhere in the folder: what is said of
 * videos tells nothing of subtitles flying over them. What is no thing, or an everyday word, may stand nowhere.
 */
function asksUnheardOf(asked: Asked, ranked: readonly Candidate[], rest: number): boolean {
  if (asked.kind !== "how_to" && asked.kind !== "yes_no") return false;
  const parts = partsOfCompounds(asked);
  const nowhere = namingWords(asked).filter((i) => {
    // The language of code stands on its fence alone.
    const held = asked.terms[i]?.passages !== 0 || ranked.some((c) => c.hitsWithHeading.has(i));
    if (held) return false;
    return parts.has(i) || (asked.things.has(i) && (rest < restOfUnheardOf || isName(i, asked)));
  });
  return (
    nowhere.reduce((sum, i) => sum + (parts.get(i) ?? weightOf(asked, i)), 0) >= leastUnheardOf
  );
}

/** Written as a name is; a folder without it has nothing to say of it. */
function isName(term: number, { question, terms }: Asked): boolean {
  const token = tokenize(question).find((t) => t.term === terms[term]?.term);
  const written = token && question.slice(token.start, token.end);
  return written !== undefined && namesAmong([written], question).length > 0;
}

/** "brotli-compressed": what a part that stands nowhere weighs is what the weightiest beside it does. */
function partsOfCompounds({ question, terms }: Asked): ReadonlyMap<number, number> {
  const places = new Map(terms.map(({ term }, i) => [term, i]));
  const weighed = new Map<number, number>();
  for (const [compound] of question.matchAll(/\b\p{L}+(?:-\p{L}+)+/gu)) {
    const parts = tokenize(compound).flatMap(({ kind, term }) => {
      const at = places.get(term);
      return kind === "part" && at !== undefined ? [at] : [];
    });
    const most = Math.max(0, ...parts.map((i) => terms[i]?.weight ?? 0));
    for (const i of parts) weighed.set(i, most);
  }
  return weighed;
}

const weightOf = (asked: Asked, term: number): number => asked.terms[term]?.weight ?? 0;

/** The best unit and the headings above it hold only words that describe: "at most 8 MiB" for a picture's size. */
function namesNothing(asked: Asked, ranked: readonly Candidate[]): boolean {
  const naming = namingWords(asked);
  const held = ranked[0]?.hitsWithHeading;
  return naming.length > 0 && held !== undefined && !naming.some((i) => held.has(i));
}

const quotation = /"([^"]*)"|“([^”]*)”|「([^」]*)」/g;

/** The question quotes a message, which is longer than a label, and the best passage holds next to nothing of it in its order. */
function lacksQuoted(asked: Asked, ranked: readonly Candidate[]): boolean {
  const best = ranked[0];
  // Pair by pair, so that what stands between two short labels is not taken for a quotation.
  const wording = [...asked.question.matchAll(quotation)]
    .map(([, plain, curled, cornered]) => plain ?? curled ?? cornered ?? "")
    .filter((text) => wordPairs(text).size >= fewestOfMessage || holdsUnheardOf(text, asked))
    .map(wordPairs)
    .find((pairs) => pairs.size > 0);
  if (best === undefined || wording === undefined) return false;
  const { title, breadcrumb } = best.source.citation;
  const texts = [title, ...breadcrumb, ...best.source.units.map((unit) => unit.text)];
  const held = wordPairs(texts.join("\n"));
  return [...wording].filter((pair) => held.has(pair)).length / wording.size < leastOfQuoted;
}

/** A label is no message, but a name in it that stands nowhere is one. */
const holdsUnheardOf = (text: string, { terms }: Asked): boolean =>
  tokenize(text).some(({ term }) => terms.some((t) => t.term === term && t.passages === 0));

/** Neighbouring words, function words too: in a wording they stand where they stand. */
function wordPairs(text: string): Set<string> {
  const words = tokenize(text).filter((t) => t.kind !== "part" && t.kind !== "han");
  return new Set(words.slice(1).map((word, i) => `${words[i]?.term} ${word.term}`));
}

/** … with less of it there is none, but of an answer that is sure: "there are no such releases". */
function lacksAmount(met: number | undefined, likely: number, quoted: readonly Chosen[]): boolean {
  if (met === undefined || met >= leastMet) return false;
  return likely < sureWithout || !saysNone(quoted);
}
const leastMet = 0.15;
/** What it is above that, 0 to 1. */
const aboveLeast = (met = 0): number => Math.max(0, met - leastMet) / (1 - leastMet);
const sureWithout = 0.95;

/** A port, a flag or the like is asked for, and nothing that would be quoted holds one, nor a heading above it. */
function lacksValue(asked: Asked, chosen: readonly Chosen[]): boolean {
  const texts = chosen.flatMap(({ source, units }) => [
    ...source.citation.breadcrumb,
    ...units.map(({ text }) => text),
  ]);
  return lacksAskedValue(asked.kind, asked.question, texts);
}

/** What is found, and not yet what would be quoted of it. */
function readSigns(
  asked: Asked,
  ranked: Candidate[],
  sources: Source[],
): Omit<Signs, "amount" | "deed" | "object"> {
  const best = ranked[0];
  const scores = sources.map((s) => s.citation.score).sort((a, b) => b - a);
  // A score is a share of the whole question; what was found to say nothing no longer counts against it.
  const kept = Math.max(asked.kept, leastKept);
  const seen = union(...ranked.map((c) => c.hitsWithHeading));
  const unknown = new Set(
    asked.terms.flatMap((t, i) => (t.passages === 0 && !seen.has(i) ? [i] : [])),
  );
  const chinese = asked.lang === "zh-CN" ? 1 : 0;
  const score = (scores[0] ?? 0) / kept;
  return {
    score,
    unit: best === undefined ? 0 : wordShare(best.hitsWithHeading, asked),
    passage: best === undefined ? 0 : wordShare(aroundHits(best, ranked), asked),
    density: best?.signs.density ?? 0,
    type: best === undefined ? 0 : best.signs.exactType + best.signs.type,
    entry: best?.signs.entry ?? 0,
    key: best !== undefined && isNamedRow(best.unit, asked.question) ? 1 : 0,
    unknown: share(unknown, asked),
    short: 1 / Math.max(1, asked.terms.length),
    chinese,
    chineseScore: chinese * score,
  };
}
