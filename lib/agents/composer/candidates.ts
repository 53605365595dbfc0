import { quotableUnits, type Unit } from "#lib/citations/units";
import type { Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Passage, QueryTerm } from "#lib/contracts/envelope";
import { contentTerms, detectLang, tokenize } from "#lib/platform/words";
import { answerTypeMatch } from "./answer-type.ts";
import { type QuestionKind, wantsProcedure } from "./question.ts";
import { weighTerms } from "./question-words.ts";

/**
 * Every unit of the retrieved passages with a score for how well it answers, and the parts the score is made of. The
 * weights were chosen on the shared query sets (see the constants); each part is a share between 0 and 1.
 */
export type Source = { citation: Citation; units: Unit[]; rank: number; foreign: boolean };

export type Candidate = {
  source: Source;
  unit: Unit;
  /** Position in `source.units`. */
  index: number;
  score: number;
  /** Share of the question's weight whose words stand in the unit; in it or the headings above it. */
  covered: number;
  coveredWithHeading: number;
  /** How nearly the heading right above is the question itself. */
  section: number;
  /** Question words in the unit, by index in `terms`; in it or the headings above it. */
  hits: Set<number>;
  hitsWithHeading: Set<number>;
};

export type Asked = {
  question: string;
  kind: QuestionKind;
  lang: Lang;
  /** Weighed anew (question-words.ts). */
  terms: QueryTerm[];
  /** Pairs of neighbouring content words of the question. */
  pairs: Set<string>;
};

export function readQuestion(
  question: string,
  kind: QuestionKind,
  lang: Lang,
  terms: QueryTerm[],
): Asked {
  return { question, kind, lang, terms: weighTerms(question, terms), pairs: neighbours(question) };
}

export function readSources(citations: Citation[], passages: Passage[], lang: Lang): Source[] {
  const byId = new Map(passages.map((p) => [p.citation_id, p]));
  return citations.flatMap((citation, rank) => {
    const passage = byId.get(citation.id);
    if (passage === undefined || passage.text === "") return [];
    const units = quotableUnits(passage.text, citation.locator.line_start);
    // A piece out of a long code block has lost its fences; its lines are no sentences.
    if (passage.kind === "code" && !units.some((u) => u.kind === "code")) return [];
    const prose = units.filter((u) => u.kind !== "code").map((u) => u.text);
    const foreign = detectLang(prose.length > 0 ? prose.join("\n") : passage.text) !== lang;
    return [{ citation, units, rank, foreign }];
  });
}

/** Share of the score each part can give. */
export const weight = {
  covered: 1,
  /** Words that stand only in the headings above. */
  heading: 0.25,
  /** Words that stand only in the sentence before: "It was built in …" speaks of what that one named. */
  context: 0.3,
  pairs: 0.25,
  type: 0.18,
  /** A number or a date is either there or not. */
  exactType: 0.25,
  passage: 0.9,
  lead: 0.06,
  definition: 0.25,
  code: 0.12,
  referral: 0.25,
  /** The section's heading asks the question: the section answers it from its first words on. */
  section: 0.9,
  /** A table row or an item that opens with the thing asked about. */
  entry: 0.2,
  namedEntry: 0.35,
  bareRow: 0.25,
};
/** How much of `section` the first, second, … unit of the section gets. */
const sectionFade = [1, 0.75, 0.6, 0.5, 0.4];
/** A passage in another language than the question's is quoted only when nothing else comes near. */
const foreignFactor = 0.6;
/** Units longer than this (characters; Chinese counts double) bury their answer. */
const comfortable = 320;

export function rankUnits(sources: Source[], asked: Asked): Candidate[] {
  const best = Math.max(...sources.map((s) => s.citation.score), Number.MIN_VALUE);
  const found: Candidate[] = [];
  const exact = asked.kind === "how_many" || asked.kind === "when";
  const typeWeight = exact ? weight.exactType : weight.type;
  const names = asked.kind === "definition" || asked.kind === "lookup";
  for (const source of sources) {
    const passageShare = Math.max(0, source.citation.score) / best;
    const above = new Set<number>();
    for (const text of [source.citation.title, ...source.citation.breadcrumb])
      addHits(text, asked, above);
    let before: { unit: Unit; hits: Set<number> } | undefined;
    let headings = new Set<number>();
    let section = sectionMatch(source.citation.breadcrumb.at(-1) ?? "", asked);
    let place = 0;
    source.units.forEach((unit, index) => {
      if (unit.kind === "heading") {
        headings = new Set();
        addHits(unit.text, asked, headings);
        section = sectionMatch(unit.text, asked);
        place = 0;
        before = undefined;
        return;
      }
      const own = unit.kind === "table" ? (unit.text.split("\n").at(-1) ?? "") : unit.text;
      const hits = new Set<number>();
      addHits(own, asked, hits);
      const covered = share(hits, asked);
      const hitsWithHeading = new Set([...hits, ...above, ...headings]);
      const coveredWithHeading = share(hitsWithHeading, asked);
      const carried = before === undefined ? hits : new Set([...hits, ...before.hits]);
      const length = own.length * (asked.lang === "zh-CN" ? 2 : 1);
      const dilution = length > comfortable ? Math.max(0.8, 1 - (length - comfortable) / 4000) : 1;
      const words =
        weight.covered * covered +
        weight.heading * (coveredWithHeading - covered) +
        weight.context * (share(carried, asked) - covered) +
        weight.pairs * sharedPairs(own, asked);
      let score =
        words * dilution +
        typeWeight * answerTypeMatch(asked.kind, unit, asked.question) +
        weight.passage * passageShare;
      if (before === undefined && unit.kind === "sentence") score += weight.lead;
      if (asked.kind === "definition" && defines(own, asked)) score += weight.definition;
      if (unit.kind === "code" && !wantsProcedure(asked.kind)) score -= weight.code;
      if (section >= 0.6) score += weight.section * section * (sectionFade[place] ?? 0.3);
      if (opensWith(unit, own, asked)) score += names ? weight.namedEntry : weight.entry;
      if (unit.kind === "table" && unit.spans.length < 3) score -= weight.bareRow;
      if (unit.announces) score -= 0.05;
      place++;
      if (refersElsewhere(own)) score -= weight.referral;
      if (source.foreign) score *= foreignFactor;
      before = { unit, hits };
      found.push({
        source,
        unit,
        index,
        score,
        covered,
        coveredWithHeading,
        section,
        hits,
        hitsWithHeading,
      });
    });
  }
  return found.sort(
    (a, b) => b.score - a.score || a.source.rank - b.source.rank || a.index - b.index,
  );
}

/** A line of a table of contents, a question, or "see there": it names the matter and does not say it. */
function refersElsewhere(text: string): boolean {
  return (
    /^\W*\[[^\]]*\]\([^)]*\)\W*$/.test(text) ||
    /[?？]\W*$/.test(text) ||
    (text.length < 200 &&
      /^\W*(?:for (?:more|further|details)|see (?:also )?(?:the )?[[_*`]|see also|refer to|read more|learn more|read the|check out)\b|^(?:请|可)?(?:参考|参见|參考|參見|查看)|详见|詳見|请阅读|了解更多/i.test(
        text,
      ))
  );
}

/** How nearly a heading is the question: words in common over all words of either. */
function sectionMatch(heading: string, asked: Asked): number {
  const hits = new Set<number>();
  addHits(heading, asked, hits);
  if (hits.size === 0) return 0;
  const held = contentTerms(heading).filter((t) => t.length > 1);
  const known = new Set(asked.terms.map((t) => t.term));
  const precision = held.filter((t) => known.has(t)).length / Math.max(1, held.length);
  const recall = share(hits, asked);
  return (2 * precision * recall) / (precision + recall || 1);
}

/** "| `PORT` | …", "- **PORT**: …" for a question about PORT. */
function opensWith(unit: Unit, own: string, asked: Asked): boolean {
  const opening =
    unit.kind === "table"
      ? /^\s*\|?([^|]*)\|/.exec(own)?.[1]
      : unit.kind === "list_item"
        ? /^(?:\*\*|__|`|\[)[^*_`\]]{1,60}(?:\*\*|__|`|\])/.exec(own)?.[0]
        : undefined;
  if (opening === undefined) return false;
  const hits = new Set<number>();
  addHits(opening, asked, hits);
  return share(hits, asked) >= 0.4;
}

function addHits(text: string, asked: Asked, hits: Set<number>): void {
  const held = new Set(tokenize(withoutPaths(text)).map((t) => t.term));
  asked.terms.forEach((t, i) => {
    if (held.has(t.term)) hits.add(i);
  });
}

/** `C:\\Users\\Anna` in an example says nothing about users, nor a link's target about its sentence. */
function withoutPaths(text: string): string {
  return text
    .replace(/\]\([^)\s]*(?:\s[^)]*)?\)/g, "]")
    .replace(/`[^`\s]*[\\/][^`]*`|https?:\/\/\S+/g, " ");
}

export function share(hits: ReadonlySet<number>, asked: Asked): number {
  let sum = 0;
  let all = 0;
  asked.terms.forEach((t, i) => {
    all += t.weight;
    if (hits.has(i)) sum += t.weight;
  });
  return all === 0 ? 0 : sum / all;
}

function neighbours(text: string): Set<string> {
  const words = tokenize(text).filter(
    (t) => !t.stop && t.kind !== "part" && t.kind !== "han_single",
  );
  const pairs = new Set<string>();
  for (let i = 1; i < words.length; i++) pairs.add(`${words[i - 1]?.term} ${words[i]?.term}`);
  return pairs;
}

function sharedPairs(text: string, asked: Asked): number {
  if (asked.pairs.size === 0) return 0;
  const own = neighbours(text);
  let both = 0;
  for (const pair of asked.pairs) if (own.has(pair)) both++;
  return both / asked.pairs.size;
}

/** "X is …", "X 是…" with the asked X before the verb and little else. */
function defines(text: string, asked: Asked): boolean {
  const verb =
    /\s(?:is|are|was|were|refers? to|means?|stands for)\s|是(?!否|不)|是指|指的?是|即|（|\(|，|称为|稱為/.exec(
      text.slice(0, 120),
    );
  if (verb === null || verb.index > 80) return false;
  const hits = new Set<number>();
  addHits(text.slice(0, verb.index), asked, hits);
  return share(hits, asked) >= 0.5;
}
