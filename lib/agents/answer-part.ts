import type { DocumentPlace } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import { AppError } from "#lib/contracts/errors";
import type { AskRequest, Clock, ToolRuntime } from "#lib/contracts/ports";
import type { QuestionText } from "#lib/contracts/question";
import type { ModelFailure } from "#lib/models/failure";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { grantOfScope } from "#lib/tools/grant";
import { analyseAfter } from "./analyse-after.ts";
import { answerFromEvidence } from "./answer-from-evidence.ts";
import type { Compose } from "./compose.ts";
import type { Dispatch } from "./dispatch.ts";
import { createDocsCalls } from "./docs-calls.ts";
import { errorGap, type GapContext, type Looked, lookedIn } from "./gaps.ts";
import { noticesOf } from "./notices.ts";
import type { SpanDeps } from "./open-span.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import { type Retrieved, retrieve } from "./retrieve.ts";
import { searchSteps } from "./search-steps.ts";
import type { Steps } from "./steps.ts";
import { withoutEvidence } from "./without-evidence.ts";
import { composeBy, wordingsOf } from "./wordings.ts";

/** The one question, or one of its parts: a question of its own with an envelope of its own. */
export type Part = {
  /** From 1, 0 for the whole question beside its parts: with the trace it makes the envelope's idempotency key. */
  number: number;
  /** The answer's own task, when this is one of several parts of it. */
  parent_task_id?: string;
  /** It is the whole question beside its parts. */
  whole?: true;
  context: GapContext;
};

/** For what a model searches for in words of its own: they lean on nothing. */
export const onItsOwn = (deps: PartDeps): PartDeps => ({
  ...deps,
  ...{ follows: undefined, cited_before: [] },
});

const scope = ["docs.search", "docs.read"];

/** What the envelope of a part brought, and what is needed to make an answer of it. */
export type Gathered = {
  part: Part;
  envelope: TaskRequest;
  result: TaskResult;
  way: Retrieved["way"];
  retrieval_ms: number;
  /** Whether words that mean nearly the same count for each other. */
  meaning: boolean;
  /** Those that found it, where the question's own did not; by a model that was told nothing else. */
  words?: QuestionText;
  /** … and what had been found by its own. */
  own?: TaskResult["output"];
  /** All such words that it was searched for in. */
  tried?: readonly string[];
  /** What more of them found that answers. */
  worded?: readonly Gathered[];
};

export type PartDeps = {
  request: AskRequest;
  tools: ToolRuntime;
  dispatch: Dispatch;
  compose: Compose;
  spans: SpanDeps;
  steps: Steps;
  config: Config;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  /** The agent's span: parent of everything that is done here. */
  span_id: string;
  /** Monotonic milliseconds; one for all parts. */
  deadline: number;
  /** What the deadline was when the question began. */
  available: number;
  /** That are searched. */
  folders: Outcome["folders"];
  /** Pages that the answer before it cited. */
  cited_before: readonly DocumentPlace[];
  /** The question before it, which it may go on from. */
  follows?: QuestionText | undefined;
  /** A model may choose what is searched for. */
  agentic: boolean;
  /** The folder that what is asked about is in, as the person has stated. */
  folder?: string;
  /** What models read and wrote for this question beside its answer, and how one failed in that. */
  beside: { tokens: number; failed: ModelFailure | undefined };
};

/** Sends one envelope. Throws what `Dispatch.send` throws. */
export async function gatherEvidence(part: Part, deps: PartDeps): Promise<Gathered> {
  const { request, config, clock, signal, steps, spans, span_id, deadline } = deps;
  const { context } = part;
  const envelope: TaskRequest = {
    trace_id: request.trace_id,
    run_id: request.run_id,
    task_id: spans.ids("task"),
    ...(part.parent_task_id === undefined ? {} : { parent_task_id: part.parent_task_id }),
    sender: "primary",
    recipient: "doc_retrieval",
    intent: "search_and_extract_evidence",
    input: {
      query: context.question,
      analysis: {
        ...(deps.folder === undefined ? {} : { folder: deps.folder }),
        ...analyseAfter(context.question, deps.follows, deps.folders),
      },
      target_roots: request.roots,
      constraints: {
        ...{ max_citations: config.retrieval.max_citations, lang: context.lang },
        ...(deps.cited_before.length > 0 ? { cited_before: [...deps.cited_before] } : {}),
        ...(deps.follows === undefined ? {} : { follows: deps.follows }),
        ...(request.pages === undefined ? {} : { pages: [...request.pages] }),
        ...(deps.agentic ? { strategy: "agentic" as const } : {}),
        ...(deps.agentic && request.model !== undefined ? { model: request.model } : {}),
      },
    },
    auth_scope: scope,
    idempotency_key: `${request.trace_id}:${part.number}`,
    deadline_ms: Math.max(1, Math.floor(deadline - clock.monotonic())),
  };
  const told = searchSteps(steps, context.question, deps.folders.length);
  const retrieving = clock.monotonic();
  const { result, way } = await retrieve(envelope, {
    dispatch: deps.dispatch,
    docs: docsBelow(envelope, deps)(span_id),
    config,
    clock,
    signal,
    parent_span_id: span_id,
    store: request.store ?? true,
    onProgress: told.follow,
  });
  told.end(result, way);
  const retrieval_ms = Math.round(clock.monotonic() - retrieving);
  return { part, envelope, result, way, retrieval_ms, meaning: config.retrieval.meaning };
}

/** What can be released of the evidence. Throws what the docs calls throw. */
export async function answerGathered(gathered: Gathered, deps: PartDeps): Promise<Outcome> {
  const { part, envelope, result, way } = gathered;
  const { request, config, steps, spans, span_id } = deps;
  const { context } = part;
  const below = docsBelow(envelope, deps);
  const looked = async (): Promise<Looked> => {
    const status = await below(span_id).status({});
    return status.ok
      ? lookedIn(status.output.roots, request.roots, context.narrowed)
      : { searched: [] };
  };
  // A list is an answer, though no line of its files can be quoted.
  const lists = (result.output.listing?.total ?? 0) > 0;
  const { trace_id, run_id, task_id } = envelope;
  const isPart = part.parent_task_id !== undefined && part.whole === undefined;
  const outcome =
    result.status === "ok" || lists
      ? await answerFromEvidence(context, result.output, {
          config,
          compose: composeBy(deps.compose, wordingsOf(gathered)),
          docsBelow: below,
          looked,
          steps,
          spans,
          part: isPart,
          folders: deps.folders,
          parent: { trace_id, run_id, task_id, parent_span_id: span_id },
        })
      : await withoutEvidence(context, result, deps.available, looked);
  return {
    ...outcome,
    ...countsOf(gathered),
    folders: deps.folders,
    notices: noticesOf(context, result, way, outcome),
  };
}

export function countsOf({ result, way, retrieval_ms }: Gathered) {
  return {
    retrieval_ms,
    files_scanned: result.metrics?.files_scanned ?? 0,
    hits: result.metrics?.hits ?? 0,
    attributes: { way, task_status: result.status },
  };
}

/** What fails otherwise than by being given up is this part's own outcome. */
export async function outcomeOf(
  { context }: Pick<Part, "context">,
  { request, signal, log }: Pick<PartDeps, "request" | "signal" | "log">,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted || (error instanceof AppError && error.code === "cancelled")) throw error;
    log.error(
      { trace_id: request.trace_id, agent_id: "primary", ...faultOf(error) },
      "a part of the question could not be answered",
    );
    const gap = errorGap(context, error instanceof AppError ? error : undefined);
    return emptyOutcome("error", { gaps: [gap] });
  }
}

/** Docs calls beside an envelope, on behalf of the question that it belongs to. */
export const docsBeside = (envelope: TaskRequest, deps: PartDeps) =>
  docsBelow(envelope, deps)(deps.span_id);

/** Docs calls of the answer itself, under a grant that ends when the question does. */
function docsBelow(envelope: TaskRequest, deps: PartDeps) {
  const { clock, deadline, signal, spans, tools } = deps;
  const { trace_id, run_id, task_id } = envelope;
  const grant = grantOfScope({ task_id, agent_id: "primary", scope, deadline }, spans);
  return (parent_span_id: string) =>
    createDocsCalls({
      tools,
      clock,
      context: {
        ...{ trace_id, run_id, task_id, agent_id: "primary", grant, deadline, signal },
        parent_span_id,
      },
    });
}
