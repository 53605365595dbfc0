import { rankEvidence } from "#lib/answering/answer-question";
import type { Citation } from "#lib/contracts/citation";
import type { TaskOutput } from "#lib/contracts/envelope";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import type { Gathered, PartDeps } from "../answer-part.ts";
import { docsForRun } from "../docs-calls.ts";
import type { Found } from "./evidence-book.ts";

/** What was gathered for a question, as the writing model is given it and told of it. */
export const searchedFor = ({ result: { output } }: Gathered): string[] => [
  output.query,
  ...(output.queries ?? []),
];

/** What a model read and wrote to find it. */
export const tokensOf = ({ result }: Gathered): number => result.metrics?.tokens ?? 0;

export const citationsOf = ({ result, own }: Gathered): readonly Citation[] => [
  ...result.output.citations,
  ...(own?.citations ?? []),
];

/** Of its own language first; of each what search and answer engine both put in front. */
export function foundIn({ part, result, own, translated }: Gathered): Found[] {
  const { question } = part.context;
  const there = fused(translated === undefined ? question : asQuestion(translated), result.output);
  return own === undefined ? there : [...fused(question, own), ...there];
}

/** Of what a search found itself, without what it ranked behind that. */
export function foundFor(gathered: Gathered): Found[] {
  const own = new Set(gathered.result.output.citations);
  return foundIn(gathered).filter(({ citation }) => own.has(citation));
}

/** By reciprocal rank fusion of the search's order and that of the models that choose quotations. */
function fused(question: QuestionText, { further, terms, ...output }: TaskOutput): Found[] {
  const citations = [...output.citations, ...(further?.citations ?? [])];
  const passages = [...output.passages, ...(further?.passages ?? [])];
  const chosen = rankEvidence({ analysis: analyseQuestion(question), citations, passages, terms });
  const worth = citations.map((citation, searched) => {
    const at = chosen.findIndex((one) => one.citation === citation.id);
    const sum = share(searched) + share(at === -1 ? citations.length : at);
    return { citation, sum, nearest: chosen[at]?.line ?? citation.locator.line_start };
  });
  return worth
    .sort((a, b) => b.sum - a.sum)
    .flatMap(({ citation, nearest }) => {
      const passage = passages.find(({ citation_id }) => citation_id === citation.id);
      return passage === undefined ? [] : [{ citation, passage, nearest }];
    });
}

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
