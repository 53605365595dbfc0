import type { Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Evidence, Passage, QueryTerm } from "#lib/contracts/envelope";
import type { MarkedClaim } from "#lib/contracts/marked-claims";
import { goesOnBelow } from "#lib/markdown/code-rows";
import type { Unit } from "#lib/markdown/units";
import { withoutAnswerWords } from "./answer-words.ts";
import { readQuestion } from "./asked.ts";
import { type Beside, standsBeside } from "./beside.ts";
import { rankUnits, readSources, type Source } from "./candidates.ts";
import { comesClose, withinRoom } from "./closest.ts";
import { type InContext, inContext, roundAnswer, roundOthers } from "./context.ts";
import { judgeEvidence } from "./evidence.ts";
import { isSure, likelihood } from "./likelihood.ts";
import { beginsLost, withoutLost } from "./lost.ts";
import { findNamedThings } from "./named-things.ts";
import { ofNamedFolder } from "./said-of-another.ts";
import { type Chosen, selectUnits } from "./selection.ts";
import { withDenials } from "./under-denial.ts";

/**
 * Answers a question with the documents' own words, without a model: chooses the unit that holds the answer, adds what a
 * reader needs to use it, and says how sure it is that the documents hold the answer at all. It writes no word of its
 * own; every claim is a whole unit of a passage with the place it stands at.
 */
export type QuoteInput = {
  question: string;
  lang: Lang;
  citations: Citation[];
  passages: Passage[];
  terms: QueryTerm[];
  /** What the search ranked behind these. Nothing is decided by it; its lines may stand beside an answer or under a refusal. */
  further?: Evidence;
  /** The question is one of several parts: little is shown beside the answer of each. */
  part?: boolean;
  /** What the folders that were searched are called, those without a passage too. */
  folders?: readonly string[];
};

export type Composition = {
  /** 0 to 1: how sure that the documents hold the answer. */
  confidence: number;
  /** 0 to 1: how likely the quoted lines are the ones that answer; as sure as that where it says nothing. */
  likely?: number;
  /** False: what was found does not answer; the claims are then empty. */
  answered: boolean;
  claims: MarkedClaim[];
  /** Where it does not: what would have been quoted and the best of other sections, best first, to be read as the closest. */
  closest?: MarkedClaim[];
  /** What is shown under them and is no part of the answer (beside.ts). */
  beside?: MarkedClaim[];
  /** All of these in the order in which they are shown, with what they are read in (context.ts). */
  shown?: MarkedClaim[];
  /** Words of the question that no passage or no fitting passage holds, as they were written. */
  missing: string[];
};

/** What writes the claims of an answer. Whoever it is, the gate reads the lines again and judges each of them. */
export type Compose = (input: QuoteInput) => Composition | Promise<Composition>;

export function composeQuote(input: QuoteInput): Composition {
  const { question, lang, terms, citations, passages } = input;
  const asked = readQuestion(question, lang, terms, passages);
  const read = (some: Evidence): Source[] =>
    readSources(some.citations, some.passages, lang).map((one) => withoutAnswerWords(one, asked));
  const evidence = read({ citations, passages });
  const further = read(input.further ?? { citations: [], passages: [] });
  const meant = ofNamedFolder(asked, [...evidence, ...further], input.folders);
  const ofAnother = evidence.length > 0 && !evidence.some(meant);
  const sources = ofAnother ? evidence : evidence.filter(meant);
  const all = [...evidence, ...further.map((one, i) => ({ ...one, rank: evidence.length + i }))];
  const pool = rankUnits(all, asked);
  // Units are measured by the best passage: by the same one each is ranked once.
  const alike = bestOf(sources) === bestOf(all);
  const ranked = alike ? pool.filter((c) => sources.includes(c.source)) : rankUnits(sources, asked);
  const named = findNamedThings(question, terms, citations, passages);
  const chosen = withDenials(withoutLost(selectUnits(ranked, asked), ranked[0]?.unit));
  const verdict = judgeEvidence(asked, ranked, sources, named, chosen);
  const { confidence, missing } = verdict;
  const likely = likelihood(confidence, chosen, ranked);
  const sure = isSure(confidence, likely);
  const onScreen = new Set<Unit>();
  const whole = inContext(chosen, all, onScreen, roundAnswer(sure, lang));
  const alone = toClaims(whole);
  // What else came near is no help where nobody can tell of what it speaks.
  const found = <Place extends Chosen>(others: readonly Place[]) =>
    inContext(others, all, onScreen, roundOthers(sure, lang)).filter((place) => !place.lost);
  const lost = beginsLost(chosen) && alone[0]?.context === undefined;
  const stands = !lost || confidence >= surenessOfLost;
  if (verdict.answered && !ofAnother && stands && alone.length > 0) {
    const others = standsBeside(chosen, pool, all, asked, {
      ...{ sure, part: input.part === true, onScreen },
    });
    const around = found(others);
    const quoted = toClaims(whole); // with what else is on the screen, nothing of which is left out
    const beside = toClaims(around, quoted.length);
    return {
      ...{ confidence, answered: true, missing, shown: [...quoted, ...beside] },
      ...{ claims: withoutContext(quoted), beside: withoutContext(beside) },
      likely,
    };
  }
  const { itself, others } = comesClose(chosen, pool, asked, onScreen);
  const around = found(others);
  const closest = [
    ...(itself ? withinRoom(toClaims(whole)) : []),
    ...toClaims(around, alone.length),
  ];
  return { confidence, answered: false, claims: [], closest, missing };
}

/** What every other passage is measured by. */
const bestOf = (sources: readonly Source[]): number =>
  Math.max(...sources.map(({ citation }) => citation.score));

/** What was composed, where it turns out to answer something else: it comes close, and no more. */
export function asUnanswered({
  confidence,
  claims,
  shown = claims,
  closest = withinRoom(shown.filter(({ beside }) => beside === undefined)),
  missing,
}: Composition): Composition {
  return { confidence, answered: false, claims: [], closest, missing };
}

/** So sure it must be that a sentence answers that points at what does not stand before it on the screen either. */
const surenessOfLost = 0.9;

const withoutContext = (claims: readonly MarkedClaim[]): MarkedClaim[] =>
  claims.filter(({ context }) => context === undefined);

function toClaims(
  chosen: readonly (Chosen & InContext & Partial<Pick<Beside, "beside">>)[],
  before = 0,
): MarkedClaim[] {
  const claims: MarkedClaim[] = [];
  for (const { source, units, context, beside, ...place } of chosen) {
    const citation = source.citation.id;
    const leftOut = place.leftOut();
    for (const { unit, of } of mergeRows(units)) {
      if (unit.kind === "heading") continue;
      const left_out = of.map((one) => leftOut.get(one)).find((count) => count !== undefined);
      claims.push({
        id: `c${before + claims.length + 1}`,
        kind: unit.kind,
        text: unit.text,
        citations: [citation],
        spans: unit.spans.map((span) => ({ citation, ...span })),
        ...(unit.info === undefined ? {} : { info: unit.info }),
        ...(beside === undefined ? {} : { beside }),
        ...(of.every((one) => context.has(one)) ? { context: true } : {}),
        ...(left_out === undefined ? {} : { left_out }),
      });
    }
  }
  return claims;
}

/** Rows of a table of HTML may stand on one line. */
const placeOf = ({ spans }: Unit): number => (spans[2]?.line ?? 0) + (spans[2]?.start ?? 0) / 1e6;

/**
 * Chosen rows of one table become one table under its header, in the order of the file; of code, those that stand one
 * below the other one piece of it.
 */
function mergeRows(units: readonly Unit[]): { unit: Unit; of: Unit[] }[] {
  const merged: { unit: Unit; of: Unit[] }[] = [];
  const done = new Set<number>();
  for (const unit of units) {
    const last = merged.at(-1);
    const above = last?.of.at(-1);
    if (above !== undefined && last !== undefined && goesOnBelow(above, unit)) {
      const { text, spans } = last.unit;
      last.unit = { ...unit, text: `${text}\n${unit.text}`, spans: [...spans, ...unit.spans] };
      last.of.push(unit);
    } else if (unit.kind !== "table" || unit.spans.length < 3) merged.push({ unit, of: [unit] });
    else if (!done.has(unit.block)) {
      done.add(unit.block);
      const rows = units
        .filter((u) => u.kind === "table" && u.block === unit.block)
        .sort((a, b) => placeOf(a) - placeOf(b));
      const header = unit.text.split("\n").slice(0, 2);
      const text = [...header, ...rows.map((r) => r.text.split("\n").slice(2).join("\n"))].join(
        "\n",
      );
      const spans = [...unit.spans.slice(0, 2), ...rows.flatMap((r) => r.spans.slice(2))];
      merged.push({ unit: { ...unit, text, spans }, of: rows });
    }
  }
  return merged;
}
