import { rankEvidence } from "#lib/answering/answer-question";
import type { Citation } from "#lib/contracts/citation";
import type { TaskOutput } from "#lib/contracts/envelope";
import type { QuestionText } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import type { Gathered, PartDeps } from "../answer-part.ts";
import { followedUp } from "../compose.ts";
import { docsForRun } from "../docs-calls.ts";
import { type Found, placeOf } from "./evidence-book.ts";

/** What was gathered for a question, as the writing model is given it and told of it. */
export const searchedFor = ({ result: { output }, tried = [] }: Gathered): string[] => [
  output.query,
  ...(output.queries ?? []),
  ...tried,
];

/** What a model read and wrote to find it. */
export const tokensOf = ({ result }: Gathered): number => result.metrics?.tokens ?? 0;

export const citationsOf = (gathered: Gathered): readonly Citation[] => [
  ...ownCitationsOf(gathered),
  ...(gathered.worded ?? []).flatMap(citationsOf),
];

/** Without what other words brought beside it. */
export const ownCitationsOf = ({ result, own }: Gathered): readonly Citation[] => [
  ...result.output.citations,
  ...(own?.citations ?? []),
];

/** What search and answer engine both put in front, by the question's own words and by others. */
export function foundIn({ part, result, own, words, worded = [], meaning }: Gathered): Found[] {
  const { question } = part.context;
  const searches = [
    ...(own === undefined ? [] : [{ question, output: own, weight: 1 }]),
    { question: words ?? question, output: result.output, weight: 1 },
    ...worded.map((one) => ({
      ...{ question: one.part.context.question, output: one.result.output, weight: ofOtherWords },
    })),
  ];
  return fused(searches, meaning);
}

/** Of what a search found itself, without what it ranked behind that. */
export function foundFor(gathered: Gathered): Found[] {
  const own = new Set(gathered.result.output.citations);
  return foundIn(gathered).filter(({ citation }) => own.has(citation));
}

type Searched = { question: QuestionText; output: TaskOutput; weight: number };

/** By reciprocal rank fusion of the searches' orders and those of the models that choose quotations. */
function fused(searches: readonly Searched[], meaning: boolean): Found[] {
  const worth = new Map<string, { found: Found; sum: number }>();
  for (const { found, sum } of searches.flatMap((one) => worthOf(one, meaning))) {
    const place = placeOf(found.citation);
    const known = worth.get(place);
    worth.set(place, { found: known?.found ?? found, sum: (known?.sum ?? 0) + sum });
  }
  return [...worth.values()].sort((a, b) => b.sum - a.sum).map(({ found }) => found);
}

function worthOf(
  { question, output: { further, terms, follow_up, ...output }, weight }: Searched,
  meaning: boolean,
) {
  const citations = [...output.citations, ...(further?.citations ?? [])];
  const passages = [...output.passages, ...(further?.passages ?? [])];
  const analysis = analyseQuestion(question);
  const chosen = rankEvidence({
    ...{ analysis, citations, passages, terms, meaning },
    ...followedUp(question, follow_up),
  });
  return citations.flatMap((citation, searched) => {
    const passage = passages.find(({ citation_id }) => citation_id === citation.id);
    if (passage === undefined) return [];
    const at = chosen.findIndex((one) => one.citation === citation.id);
    const sum = weight * (share(searched) + share(at === -1 ? citations.length : at));
    const nearest = chosen[at]?.line ?? citation.locator.line_start;
    return [{ found: { citation, passage, nearest }, sum }];
  });
}

/** Beside the question's own; measured as below. */
const ofOtherWords = 0.5;

/** The further in front, the less one place more matters; measured by `bench/prompt-lines.ts`. */
const share = (rank: number): number => 1 / (10 + rank);

/** Lines are read again as each sentence comes; a person may have taken their time in between. */
export function docsNow({ request, spans, signal, tools }: PartDeps, parent_span_id: string) {
  const { trace_id, run_id } = request;
  const task_id = `${run_id}:gate`;
  const run = { trace_id, run_id, task_id, agent_id: "primary", parent_span_id, signal };
  return docsForRun(run, { tools, spans, ms: verifyMs });
}

const verifyMs = 30_000;
