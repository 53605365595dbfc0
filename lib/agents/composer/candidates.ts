import { quotableUnits, type Unit } from "#lib/citations/units";
import type { Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Passage, QueryTerm } from "#lib/contracts/envelope";
import { detectLang, tokenize } from "#lib/platform/words";
import { answerTypeMatch } from "./answer-type.ts";
import type { QuestionKind } from "./question.ts";

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
  /** Question words in the unit, by index in `terms`. */
  hits: Set<number>;
};

export type Asked = {
  question: string;
  kind: QuestionKind;
  lang: Lang;
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
  return { question, kind, lang, terms, pairs: neighbours(question) };
}

export function readSources(citations: Citation[], passages: Passage[], lang: Lang): Source[] {
  const byId = new Map(passages.map((p) => [p.citation_id, p]));
  return citations.flatMap((citation, rank) => {
    const passage = byId.get(citation.id);
    if (passage === undefined || passage.text === "") return [];
    const units = quotableUnits(passage.text, citation.locator.line_start);
    return [{ citation, units, rank, foreign: detectLang(passage.text) !== lang }];
  });
}

/** Share of the score each part can give. */
const weight = {
  covered: 1,
  heading: 0.25,
  pairs: 0.25,
  type: 0.18,
  passage: 0.9,
  lead: 0.06,
  definition: 0.25,
};
/** A passage in another language than the question's is quoted only when nothing else comes near. */
const foreignFactor = 0.6;
/** Units longer than this (characters; Chinese counts double) bury their answer. */
const comfortable = 320;

export function rankUnits(sources: Source[], asked: Asked): Candidate[] {
  const best = Math.max(...sources.map((s) => s.citation.score), Number.MIN_VALUE);
  const found: Candidate[] = [];
  for (const source of sources) {
    const passageShare = Math.max(0, source.citation.score) / best;
    const above = new Set<number>();
    for (const text of [source.citation.title, ...source.citation.breadcrumb])
      addHits(text, asked, above);
    let firstProse = true;
    let headings = new Set<number>();
    source.units.forEach((unit, index) => {
      if (unit.kind === "heading") {
        headings = new Set();
        addHits(unit.text, asked, headings);
        firstProse = true;
        return;
      }
      const own = unit.kind === "table" ? unit.text.split("\n").slice(2).join("\n") : unit.text;
      const hits = new Set<number>();
      addHits(own, asked, hits);
      const around = new Set([...hits, ...above, ...headings]);
      const covered = share(hits, asked);
      const coveredWithHeading = share(around, asked);
      const pairs = sharedPairs(own, asked);
      const length = own.length * (asked.lang === "zh-CN" ? 2 : 1);
      const lengthFactor =
        length > comfortable ? Math.max(0.8, 1 - (length - comfortable) / 4000) : 1;
      let score =
        (weight.covered * covered +
          weight.heading * (coveredWithHeading - covered) +
          weight.pairs * pairs) *
          lengthFactor +
        weight.type * answerTypeMatch(asked.kind, unit, asked.question) +
        weight.passage * passageShare +
        (firstProse && unit.kind === "sentence" ? weight.lead : 0);
      if (asked.kind === "definition" && defines(own, asked)) score += weight.definition;
      if (unit.announces) score -= 0.05;
      if (/[?？]\s*$/.test(own)) score -= 0.3;
      if (source.foreign) score *= foreignFactor;
      firstProse = false;
      found.push({ source, unit, index, score, covered, coveredWithHeading, hits });
    });
  }
  return found.sort(
    (a, b) => b.score - a.score || a.source.rank - b.source.rank || a.index - b.index,
  );
}

function addHits(text: string, asked: Asked, hits: Set<number>): void {
  const held = new Set(tokenize(text).map((t) => t.term));
  asked.terms.forEach((t, i) => {
    if (held.has(t.term)) hits.add(i);
  });
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
