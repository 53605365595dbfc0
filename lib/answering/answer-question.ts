import type { Citation } from "#lib/contracts/citation";
import type { DraftAnswer } from "#lib/contracts/draft";
import type { Evidence, Passage, QueryTerm } from "#lib/contracts/envelope";
import {
  MAY_BE_PLACES,
  MAY_BE_PLACES_OF_PART,
  NEAREST_PLACES,
  RELATED_PLACES,
} from "#lib/contracts/limits";
import type { QuestionAnalysis } from "#lib/contracts/question";
import { ownSpans } from "#lib/markdown/table-rows";
import { type WordTable, wordTable } from "#lib/meaning/word-table";
import { type AskedQuestion, readAsked } from "./asked-question.ts";
import {
  type Candidate,
  type Field,
  readCandidates,
  readSources,
  type Source,
} from "./candidates.ts";
import { decisionFeatures } from "./decision.ts";
import { features } from "./features.ts";
import {
  type FollowUp,
  followUpModel,
  isLeaning,
  leaning,
  mixedShares,
  readUnits,
  sourcesOf,
} from "./follow-up.ts";
import {
  ANSWER_CHARACTERS,
  AROUND_CHARACTERS,
  EQUAL_AROUND_CHARACTERS,
  EQUAL_CHARACTERS,
  NOTHING_FOUND,
  OTHER_CHARACTERS,
} from "./limits.ts";
import { type AnsweringModel, answeringModel, logOdds, probability } from "./models.ts";
import { type AnswerPlace, rankPlaces, sectionKey } from "./place.ts";
import { extentNames, readPlace, type StretchBounds, stretchOf } from "./stretch.ts";
import { asByte, treesLogOdds } from "./trees.ts";

/**
 * Answers a question with the documents' own words: which units answer, whether the documents answer at all and how sure that
 * is, all three by fitted models over features; no word of its own, no rule beside them. What is shown is whole units with the
 * place they stand at; the gate reads them again.
 */
export type AnswerInput = {
  analysis: QuestionAnalysis;
  citations: readonly Citation[];
  passages: readonly Passage[];
  /** What the index knows of the question's words. */
  terms: readonly QueryTerm[];
  /** What the search ranked behind the evidence. */
  further?: Evidence;
  /** The question is one of several parts: less is shown of each. */
  part?: boolean;
  /** Where the question may go on from the one before it. */
  follow_up?: FollowUp | undefined;
  /** Whether words that mean nearly the same count for each other, where the table of word meanings is there; they do unless told otherwise. */
  meaning?: boolean;
};

/** What decides: fitted models, and the table of word meanings where their features read it. */
export type Deciding = { model: AnsweringModel; table: WordTable | undefined };

const featureNames = features.map(({ name }) => name);
const decisionNames = decisionFeatures.map(({ name }) => name);
export const modelNames = { choice: featureNames, decision: decisionNames, extent: extentNames };

/**
 * Reads the models, so that a file that is missing, damaged or older stops the start and no question. Without the table, or
 * where meaning is not to count, they are those that were fitted on words alone. Throws as `readModel`.
 */
export function readyToAnswer(meaning = true): Deciding {
  const { table } = meaning ? wordTable() : {};
  const model = answeringModel(table === undefined ? "words" : "meanings", modelNames);
  followUpModel();
  return { table, model };
}

export function answerQuestion(
  { analysis, citations, passages, terms, further, part = false, meaning, follow_up }: AnswerInput,
  deciding: Deciding = readyToAnswer(meaning),
): DraftAnswer {
  const { model } = deciding;
  const missing = missingWords(analysis, terms);
  const sources = readSources(
    [...citations, ...(further?.citations ?? [])],
    [...passages, ...(further?.passages ?? [])],
    analysis.lang,
  );
  const judge = (some: readonly Source[]) =>
    judgeQuestion(some, { analysis, terms, follow_up }, deciding);
  const judged = judgeSources(sources, analysis.folder, judge);
  if (judged === undefined) return { outcome: "not_found", confidence: 0, blocks: [], missing };
  const { asked, places, answers, sure, confidence } = judged;
  const { working_points } = model;
  const write = createBlocks(model);
  // What asks in no word is answered by nothing.
  if (!answers || asked.terms.length === 0) {
    const nearest = places
      .slice(0, NEAREST_PLACES)
      .flatMap((place) => write.lines("nearest", place, asked));
    return { outcome: "not_found", confidence, blocks: nearest, missing };
  }
  if (sure) {
    const [best, ...others] = places as [AnswerPlace, ...AnswerPlace[]]; // a field that was judged has a place
    const near = others
      .filter(({ share }) => share >= working_points.related)
      .slice(0, part ? 0 : RELATED_PLACES);
    return {
      outcome: "sure",
      confidence,
      missing,
      blocks: [
        ...write.answer(
          best,
          asked,
          { least: working_points.extent, most: ANSWER_CHARACTERS },
          AROUND_CHARACTERS,
        ),
        ...near.flatMap((place) => write.lines("related", place, asked)),
      ],
    };
  }
  const equals = places.slice(0, part ? MAY_BE_PLACES_OF_PART : MAY_BE_PLACES);
  const blocks = equals.flatMap((place) =>
    write.answer(
      place,
      asked,
      { least: working_points.extent, most: EQUAL_CHARACTERS },
      EQUAL_AROUND_CHARACTERS,
    ),
  );
  return { outcome: "may_be", confidence, blocks, missing };
}

/**
 * Who names a folder means it: where that is sure to answer nothing else is heard. Where it is not, nothing is told as sure, and
 * the best place of that folder stands before what others hold.
 */
function judgeSources(
  sources: readonly Source[],
  folder: string | undefined,
  judge: (sources: readonly Source[]) => Judged | undefined,
): Judged | undefined {
  const own = judge(sources.filter(({ citation }) => citation.root_id === folder));
  if (own?.answers === true && own.sure) return own;
  const all = judge(sources);
  if (all === undefined || folder === undefined) return all;
  const isOwn = ({ best }: AnswerPlace) => best.source.citation.root_id === folder;
  const first = all.places.find(isOwn);
  const others = all.places.filter((place) => place !== first);
  const answers = all.answers || own?.answers === true;
  return {
    ...all,
    answers,
    sure: false,
    places: first === undefined ? others : [first, ...others],
  };
}

/** By itself, or where it may go on from the question before it, by both readings as likely as each is. */
function judgeQuestion(
  sources: readonly Source[],
  { analysis, terms, follow_up }: Pick<AnswerInput, "analysis" | "terms" | "follow_up">,
  deciding: Deciding,
): Judged | undefined {
  const asked = readAsked(analysis, terms);
  if (follow_up === undefined) return judgeReading(sources, asked, deciding);
  const { alone, together, units } = readingsOf(
    sources,
    { asked, follow_up, leans: isLeaning(analysis) },
    deciding,
  );
  // Words that say nothing by themselves ("and how?") have no reading of their own.
  if (together === undefined || asked.terms.length === 0) return together ?? alone;
  const leans = leaning(analysis);
  const field =
    alone === undefined
      ? together.field
      : { ...together.field, candidates: units.map(({ candidate }) => candidate) };
  const places =
    alone === undefined ? together.places : rankPlaces(field, mixedShares(units, leans));
  const asksElse =
    alone === undefined && asked.terms.some(({ absent, telling }) => absent && telling);
  const first = sectionOf(places[0]);
  const weighed = (of: (judged: Judged) => number, nothing: number) =>
    leans * of(together) + (1 - leans) * (alone === undefined ? nothing : of(alone));
  const logOdds = (likely: number) => Math.log(likely / (1 - likely));
  return judgedBy(deciding.model, {
    ...(alone === undefined || isLeaning(analysis) ? together : alone),
    ...{ field, places },
    // What finds nothing by itself asks for what stands nowhere, however well its conversation is answered.
    answerable: asksElse
      ? NOTHING_FOUND
      : probability(weighed(({ answerable }) => logOdds(answerable), logOdds(NOTHING_FOUND))),
    confidence: weighed((of) => (sectionOf(of.places[0]) === first ? of.confidence : 0), 0),
  });
}

/** Both readings of a question that may go on from the one before it. */
export function readingsOf(
  sources: readonly Source[],
  {
    asked,
    follow_up,
    leans,
  }: {
    asked: AskedQuestion;
    follow_up: FollowUp;
    /** Units are told as the likelier reading has them. */
    leans: boolean;
  },
  deciding: Deciding,
) {
  const before = readAsked(follow_up.together.analysis, follow_up.together.terms);
  const alone = judgeReading(sourcesOf(sources, follow_up.alone), asked, deciding);
  const together = judgeReading(sourcesOf(sources, follow_up.together), before, deciding);
  const units =
    alone && together ? readUnits({ alone, together, leans }, follow_up.cited_before) : [];
  return { alone, together, units };
}

const sectionOf = (place: AnswerPlace | undefined): string | undefined =>
  place === undefined ? undefined : sectionKey(place.best);

function judgeReading(
  sources: readonly Source[],
  asked: AskedQuestion,
  { model, table }: Deciding,
): Judged | undefined {
  const field = readCandidates(sources, asked, table);
  const judged = judgeField(field, asked, model);
  return judged && { ...judged, sure: judged.sure && !asked.in_part, asked, field };
}

/** The citations in the order in which their places may answer, the likeliest first, each with the line of its best unit; those that hold nothing to quote are left out. */
export function rankEvidence(
  { analysis, citations, passages, terms, meaning, follow_up }: AnswerInput,
  deciding: Deciding = readyToAnswer(meaning),
): { citation: number; line: number }[] {
  const sources = readSources(citations, passages, analysis.lang);
  const places = judgeQuestion(sources, { analysis, terms, follow_up }, deciding)?.places ?? [];
  const ranked = new Map<number, number>();
  for (const { candidates, odds } of places) {
    const oddsOf = ({ unit }: Candidate) => odds.get(unit) ?? 0;
    for (const { source, unit } of candidates.toSorted((a, b) => oddsOf(b) - oddsOf(a))) {
      const { id, locator } = source.citation;
      if (!ranked.has(id)) ranked.set(id, ownSpans(unit)[0]?.line ?? locator.line_start);
    }
  }
  return [...ranked].map(([citation, line]) => ({ citation, line }));
}

/** What the models say of a field; nothing where there is no unit in it. */
export function judgeField(field: Field, asked: AskedQuestion, model: AnsweringModel) {
  const values = field.candidates.map((one) =>
    features.map((feature) => feature.value(one, asked, field)),
  );
  const scores = values.map((of) => logOdds(model.choice, featureNames, of));
  const places = rankPlaces(field, scores);
  const chosen = places[0]?.best;
  if (chosen === undefined) return undefined;
  const found = { asked, field, places, values, chosen: field.candidates.indexOf(chosen) };
  const decision = decisionFeatures.map((feature) => feature.value(found));
  const bytes = decision.map(asByte);
  const answerable = probability(treesLogOdds(model.answerability, bytes));
  const confidence = probability(treesLogOdds(model.confidence, bytes));
  return judgedBy(model, { places, decision, answerable, confidence });
}

const judgedBy = <Of extends { answerable: number; confidence: number }>(
  { working_points }: AnsweringModel,
  judged: Of,
) => ({
  ...judged,
  answers: judged.answerable >= working_points.answers,
  sure: judged.confidence >= working_points.sure,
});

type Judged = NonNullable<ReturnType<typeof judgeField>> & { asked: AskedQuestion; field: Field };

/** Words that tell what is asked about and stand nowhere, as they are written. */
export function missingWords(analysis: QuestionAnalysis, index: readonly QueryTerm[]): string[] {
  const { terms } = readAsked(analysis, index);
  const absent = new Set(terms.filter((one) => one.absent && one.telling).map(({ term }) => term));
  return [
    ...new Set(analysis.terms.filter(({ term }) => absent.has(term)).map(({ written }) => written)),
  ];
}

/** Ids are unique among all that is shown. */
function createBlocks(model: AnsweringModel) {
  let count = 0;
  const newId = () => {
    count += 1;
    return `w${count}`;
  };
  return {
    answer(
      place: AnswerPlace,
      asked: AskedQuestion,
      bounds: StretchBounds,
      around: number,
    ): DraftAnswer["blocks"] {
      return readPlace(stretchOf(place, asked, model, bounds), around, newId);
    },
    lines(
      kind: "related" | "nearest",
      place: AnswerPlace,
      asked: AskedQuestion,
    ): DraftAnswer["blocks"] {
      const bounds = { least: model.working_points.extent, most: OTHER_CHARACTERS };
      const [block] = readPlace(stretchOf(place, asked, model, bounds), 0, newId);
      return block?.kind === "answer" ? [{ kind, lines: block.claims }] : [];
    },
  };
}
