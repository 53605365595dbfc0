import PQueue from "p-queue";
import type { Answer } from "#lib/contracts/answer";
import type { DocsSearchOutput } from "#lib/contracts/docs-tools";
import type { Query } from "./question-sets.ts";
import type { ServedSet } from "./served-set.ts";

/** One line for the scorer: the ranking from `docs_search`, the outcome from `POST /api/ask`. */
export type ResultLine = {
  id: string;
  status: string;
  confidence: number;
  answer: string;
  /** Of a question that asks several things. */
  parts?: { status: string }[];
  citations: {
    path: string;
    line_start: number;
    line_end: number;
    snippet: string;
    score: number;
  }[];
};

export type Outcome = {
  line: ResultLine;
  ask_ms: number;
  answer: Answer;
  search: DocsSearchOutput;
};
export type Failure = { id: string; message: string };

/** Puts every question, a few at a time, results in the order of the questions. A failed question does not end the run. */
export async function putQuestions(
  queries: readonly Query[],
  served: ServedSet,
  options: { concurrency: number; onProgress: (done: number) => void },
): Promise<{ outcomes: Outcome[]; failures: Failure[] }> {
  const queue = new PQueue({ concurrency: options.concurrency });
  const failures: Failure[] = [];
  let done = 0;
  const outcomes = await Promise.all(
    queries.map((query) =>
      queue.add(async () => {
        try {
          return await putOne(query, served);
        } catch (error) {
          failures.push({
            id: query.id,
            message: error instanceof Error ? error.message : String(error),
          });
          return undefined;
        } finally {
          done += 1;
          options.onProgress(done);
        }
      }),
    ),
  );
  return { outcomes: outcomes.filter((outcome) => outcome !== undefined), failures };
}

async function putOne(query: Query, served: ServedSet): Promise<Outcome> {
  const search = await served.search(query.question);
  const started = performance.now();
  const answer = await served.ask(query.question);
  const ask_ms = performance.now() - started;
  const line: ResultLine = {
    id: query.id,
    status: answer.status,
    confidence: answer.confidence,
    answer: answer.claims.map((claim) => claim.text).join("\n"),
    ...(answer.parts === undefined ? {} : { parts: answer.parts.map(partOf) }),
    citations: search.hits.map((hit) => ({
      path: hit.relative_path,
      line_start: hit.locator.line_start,
      line_end: hit.locator.line_end,
      snippet: hit.snippet,
      score: hit.score,
    })),
  };
  return { line, ask_ms, answer, search };
}

function partOf({ status }: { status: string }): { status: string } {
  return { status: status === "partial" ? "answered" : status };
}
