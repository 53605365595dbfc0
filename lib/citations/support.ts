import { tokenize } from "#lib/platform/words";
import { dropsCondition, mixesClauses } from "./clauses.ts";
import { type Fact, factsOf, holdsFact, indexFacts, namesIn } from "./facts.ts";
import { leadsOf } from "./leads.ts";
import { negations, turnsRound } from "./negations.ts";
import { exchangesOrder, exchangesRoles } from "./roles.ts";
import { sentenceRanges, withoutComments } from "./sentences.ts";
import { singleWords } from "./single-words.ts";
import type { Unit } from "./units.ts";

/**
 * How far the cited lines carry a sentence that is not a quotation of theirs. One unit of the lines must carry it whole:
 * its facts, its denials and most of its words, so that the number of one statement never joins the subject of another.
 * What a unit leaves to its surroundings (the heading above, what "It" stands for, the code that "Run:" announces)
 * counts with it. It judges words, not meaning: it may refuse a fair paraphrase, it must not pass a changed fact.
 */
export type Evidence = {
  citation: number;
  units: Unit[];
  /** Title of the document and headings above the lines. */
  above: string;
};
export type Finding = {
  support: "supported" | "weak" | "none";
  /** Per citation that carries the sentence the unit that does; for marking. */
  best: { citation: number; unit: Unit }[];
  /** Words of the sentence, as it writes them, that the unit carrying most of it lacks. */
  lacks: string[];
};

/** Shares of the sentence's content words that the unit and its surroundings must hold. */
const supportedShare = 0.8;
const weakShare = 0.5;
/** What a sentence reaches at most that leaves out a condition of the one that carries it. */
const mostWeak = (supportedShare + weakShare) / 2;
/** A sentence made of a unit's words to this degree, and holding half of them, is a copy of it, right or wrong. */
const nearCopy = 0.6;
const halfCopy = 0.5;
/** Only the sentences that share most words with the sentence are asked for its facts. */
const looked = 6;
/** … and of these the ones that share nearly as many as the first. */
const asNear = 0.8;
/** Nobody says in a sentence what stands in a line longer than this. */
const longestCarrier = 4000;

export function findSupport(sentence: string, given: readonly Evidence[]): Finding {
  const evidence = given.map((one) => ({ ...one, units: one.units.map(asSeen) }));
  const wanted = wordsOf(sentence);
  if (wanted.length === 0) return { support: "none", best: [], lacks: [] };
  const names = new Set(evidence.flatMap((e) => e.units.flatMap((u) => namesIn(u.text))));
  const facts = factsOf(sentence, names);
  const said: Said = { sentence, words: wanted, facts, denials: negations(sentence) };
  const best: Finding["best"] = [];
  let share = 0;
  let lacks: string[] = [];
  for (const one of evidence) {
    const elsewhere = new Set(one.units.flatMap((u) => singleWords(u.text)));
    let found: { carrier: Carrier; share: number } | undefined;
    for (const carrier of nearest(wanted, one.units)) {
      const carried = carriedBy(carrier, said, one, elsewhere);
      if (carried > (found?.share ?? 0)) found = { carrier, share: carried };
    }
    if (found === undefined || found.share < weakShare) continue;
    best.push({ citation: one.citation, unit: found.carrier.unit });
    if (found.share <= share) continue;
    share = found.share;
    lacks = wordsBeyond(sentence, found.carrier, one);
  }
  if (best.length === 0) return { support: "none", best, lacks };
  return { support: share >= supportedShare ? "supported" : "weak", best, lacks };
}

/** What stands in a comment says nothing to a reader; in code it does. */
function asSeen(unit: Unit): Unit {
  return unit.kind === "code" ? unit : { ...unit, text: withoutComments(unit.text) };
}

type Said = { sentence: string; words: string[]; facts: Fact[]; denials: number };
/** A sentence of a unit: items and cells may hold several. */
type Carrier = { unit: Unit; text: string; before: string | undefined };

/** The sentences that speak of the same thing: a lesser one does not rescue what the nearest one contradicts. */
function nearest(wanted: readonly string[], units: readonly Unit[]): Carrier[] {
  const found = units
    .flatMap((unit, i) => (unit.kind === "heading" ? [] : carriersOf(unit, units[i - 1])))
    .map((carrier) => ({ carrier, share: held(wanted, new Set(wordsOf(carrier.text))) }))
    .sort((a, b) => b.share - a.share)
    .slice(0, looked);
  const least = Math.max(weakShare / 2, (found[0]?.share ?? 0) * asNear);
  return found.filter(({ share }) => share >= least).map(({ carrier }) => carrier);
}

function carriersOf(unit: Unit, previous: Unit | undefined): Carrier[] {
  if (unit.text.length > longestCarrier) return [];
  const before = previous?.kind === "heading" ? undefined : previous?.text;
  const prose = unit.kind !== "code" && unit.kind !== "table";
  const ranges = prose ? sentenceRanges(unit.text) : [];
  if (ranges.length < 2) return [{ unit, text: unit.text, before }];
  const texts = ranges.map(({ start, end }) => unit.text.slice(start, end));
  return texts.map((text, i) => ({ unit, text, before: texts[i - 1] ?? before }));
}

/** The share of the sentence's words that this unit carries; 0 when a fact of it stands otherwise here or not at all. */
function carriedBy(
  carrier: Carrier,
  said: Said,
  evidence: Evidence,
  elsewhere: ReadonlySet<string>,
): number {
  const around = surroundings(carrier, evidence);
  const statement = [carrier.text, ...around.same].join("\n");
  const above = around.above.join("\n");
  if (!samePolarity(said, carrier.text, around.denials) || turnsRound(said.sentence, statement))
    return 0;
  if (exchangesRoles(said.sentence, carrier.text) || exchangesOrder(said.sentence, carrier.text))
    return 0;
  if (!factsStand(said, statement, above, around.refers)) return 0;
  if (exchangesWord(said.sentence, statement, { above, refers: around.refers }, elsewhere))
    return 0;
  if (reorders(said, statement)) return 0;
  const prose = carrier.unit.kind !== "code" && carrier.unit.kind !== "table";
  if (prose && mixesClauses(said.sentence, carrier.text)) return 0;
  const share = held(said.words, new Set(wordsOf(`${statement}\n${above}`)));
  const whole = [carrier.text, ...around.leads].join("\n");
  return prose && dropsCondition(said.sentence, whole) ? Math.min(share, mostWeak) : share;
}

/**
 * Every number, name, identifier and quoted word stands in the statement. One may stand above it instead (a heading, the
 * sentence that "It" points back to), but not in the place of another: what the statement has of that kind stays.
 */
function factsStand(said: Said, statement: string, above: string, refers: boolean): boolean {
  const index = indexFacts(statement);
  const lacking = said.facts.filter((fact) => !holdsFact(index, fact));
  if (lacking.length === 0) return true;
  const context = indexFacts(above);
  if (!lacking.every((fact) => fact.kind !== "measure" && holdsFact(context, fact))) return false;
  if (refers) return lacking.every((fact) => fact.kind !== "number");
  const own = indexFacts(said.sentence);
  const kinds = new Set(lacking.map((fact) => fact.kind));
  return factsOf(statement, index.terms).every(
    (fact) => !kinds.has(fact.kind) || holdsFact(own, fact),
  );
}

/** `leads`: the lines that announce the unit, which are part of `same`, and how often these or the heading deny it. */
type Surroundings = {
  same: string[];
  above: string[];
  refers: boolean;
  leads: string[];
  denials: number;
};

/** What is read with a unit: the code or list it announces and the line that announces it; headings; what it points to. */
function surroundings({ unit, text, before }: Carrier, evidence: Evidence): Surroundings {
  const { units } = evidence;
  const at = units.indexOf(unit);
  const same: string[] = [];
  const above = [evidence.above];
  const heading = units.slice(0, at).findLast((u) => u.kind === "heading");
  if (heading !== undefined) above.push(heading.text);
  const next = units[at + 1];
  if (unit.announces && next !== undefined && next.kind !== "heading") same.push(next.text);
  const { lines, denials } = leadsOf(unit, units, evidence.above);
  const leads = lines.map((line) => line.text);
  same.push(...leads);
  const refers = pointsBack.test(text);
  if (refers && before !== undefined) above.push(before);
  return { same, above, refers, leads, denials };
}

const pointsBack =
  /^[^\p{L}\p{N}]*(?:(?:it|its|this|these|that|those|they|their|he|she|his|her|the (?:same|former|latter))\b|[它他她其该該此这這])/iu;

/**
 * A sentence and the one that carries it both deny or both affirm; near copies deny equally often. What the carrier
 * denies in a clause that the sentence leaves out does not count.
 */
function samePolarity(said: Said, carrier: string, over: number): boolean {
  const mine = new Set(said.words);
  const clauses = carrier.split(clauseEnd).filter((clause) => {
    return clause.trim().length <= shortClause || held(wordsOf(clause), mine) > 0.5;
  });
  const theirs = over + negations(clauses.length === 0 ? carrier : clauses.join("\n"));
  if (said.denials > 0 !== theirs > 0) return false;
  const near = held(wordsOf(carrier), mine) >= 0.8;
  return !near || said.denials === theirs;
}

/** "No," and "不会，" turn round what follows them. */
const shortClause = 4;
const clauseEnd =
  /[,;:，；：]\s*|\s(?:and|but|while|whereas|because|unless)\s|(?=\binstead of\b|\brather than\b|除非|但|而)/;

/**
 * Is it the statement with a word put in the place of another? A sentence that leaves words of the statement out and
 * brings ones that stand elsewhere in the lines, that is about something else from its first word on, or that is a near
 * copy with other words in the very place of those left out, says something else.
 */
function exchangesWord(
  sentence: string,
  statement: string,
  around: { above: string; refers: boolean },
  elsewhere: ReadonlySet<string>,
): boolean {
  const said = singleWords(sentence);
  const own = singleWords(statement);
  const mine = new Set(said);
  const theirs = new Set(own);
  const leavesOut = own.some((word) => !mine.has(word));
  if (!leavesOut && !around.refers) return false;
  const context = new Set(singleWords(around.above));
  const brings = (word: string) =>
    theirs.has(word) ? leavesOut && repeats(word, said, own) : elsewhere.has(word);
  if (said.some((word) => brings(word) && !(context.has(word) && !theirs.has(word)))) return true;
  const [first = ""] = said;
  const [theirFirst = ""] = own;
  if (!around.refers && !theirs.has(first) && !mine.has(theirFirst)) return true;
  if (held(said, theirs) < nearCopy || held(own, mine) < halfCopy) return false;
  const places = new Set(placesOf(own, mine));
  return placesOf(said, theirs).some((place) => places.has(place));
}

function repeats(word: string, said: readonly string[], own: readonly string[]): boolean {
  const times = (words: readonly string[]) => words.filter((w) => w === word).length;
  return times(said) > times(own);
}

/** Where the words that `shared` lacks stand: between which of the shared ones. */
function placesOf(words: readonly string[], shared: ReadonlySet<string>): string[] {
  const nearestShared = (from: number, step: 1 | -1) => {
    let i = from;
    while (i >= 0 && i < words.length && !shared.has(words[i] ?? "")) i += step;
    return words[i] ?? "";
  };
  return words.flatMap((word, i) =>
    shared.has(word) ? [] : [`${nearestShared(i, -1)} ${nearestShared(i, 1)}`],
  );
}

/** Two facts of one kind that change places change owners: "`a` is 1, `b` is 2" is not "`a` is 2, `b` is 1". */
function reorders(said: Said, statement: string): boolean {
  const passive = agent.test(said.sentence) !== agent.test(statement);
  return (["number", "identifier", "name"] as const).some((kind) => {
    if (passive && kind !== "number") return false;
    const places = said.facts
      .filter((fact) => fact.kind === kind)
      .flatMap((fact) => {
        const mine = placeOf(said.sentence, writtenAs(fact));
        const theirs = placeOf(statement, writtenAs(fact));
        if (mine === undefined || theirs === undefined) return [];
        return [{ mine: mine.at, theirs: theirs.at, kept: meet(mine, theirs) }];
      })
      .sort((a, b) => a.mine - b.mine);
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

/** The content words of a text in their order, each as often as it stands there; Han as single characters and pairs. */
function wordsOf(text: string): string[] {
  return tokenize(text).flatMap((t) => (t.stop || t.kind === "part" ? [] : [t.term]));
}

function held(words: readonly string[], known: ReadonlySet<string>): number {
  const distinct = new Set(words);
  if (distinct.size === 0) return 0;
  let hits = 0;
  for (const word of distinct) if (known.has(word)) hits++;
  return hits / distinct.size;
}

/** What is said beyond the carrier and what is read with it, as written; Han in runs of the characters that are new. */
function wordsBeyond(sentence: string, carrier: Carrier, evidence: Evidence): string[] {
  const { same, above } = surroundings(carrier, evidence);
  const known = new Set(wordsOf([carrier.text, ...same, ...above].join("\n")));
  const beyond = tokenize(sentence).filter(
    ({ term, stop, kind }) => !stop && kind !== "part" && !known.has(term),
  );
  const runs: { start: number; end: number; han: boolean }[] = [];
  for (const { start, end, kind } of beyond) {
    const han = kind === "han_single";
    const last = runs.at(-1);
    if (han && last?.han && last.end === start) last.end = end;
    else if (kind !== "han") runs.push({ start, end, han });
  }
  return [...new Set(runs.map(({ start, end }) => sentence.slice(start, end)))];
}
