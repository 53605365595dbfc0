import type { Answer, Gap } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { TaskRequest } from "#lib/contracts/envelope";
import { AppError } from "#lib/contracts/errors";
import type {
  AskRequest,
  Clock,
  IdempotencyStore,
  PrimaryAgent,
  Span,
  ToolRuntime,
  TraceSink,
} from "#lib/contracts/ports";
import type { AskEvent } from "#lib/contracts/stream";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { detectLang } from "#lib/platform/words";
import { faultOf } from "#lib/tools/fault";
import { answerFromEvidence } from "./answer-from-evidence.ts";
import { smallTalk } from "./chat.ts";
import { createDispatch } from "./dispatch.ts";
import { createDocRetrieval } from "./doc-retrieval/doc-retrieval.ts";
import { createDocsCalls } from "./docs-calls.ts";
import {
  errorGap,
  type GapContext,
  noFoldersGap,
  searchedRoots,
  unknownFolderGap,
} from "./gaps.ts";
import { noticesOf } from "./notices.ts";
import { openSpan } from "./open-span.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import { retrieve } from "./retrieve.ts";
import { searchSteps } from "./search-steps.ts";
import { createSteps, type Steps } from "./steps.ts";
import type { SubAgent } from "./sub-agent.ts";
import { withoutEvidence } from "./without-evidence.ts";

/**
 * The agent a person talks to. Decides whether a message is small talk or a question, sends one envelope for the evidence,
 * and releases only claims that passed the gate. Holds no tool but the docs tools, and those for three things: checking
 * citations, naming what was searched, and stepping over a sub-agent that is broken or switched off.
 */
const scope = ["docs.search", "docs.read"];
/** Kept back from the deadline so that there is time left to say what happened. */
const reserveMs = 250;

export function createPrimary(deps: {
  tools: ToolRuntime;
  idempotency: IdempotencyStore;
  trace: TraceSink;
  config: () => Config;
  roots: () => readonly { id: string; label: string }[];
  clock: Clock;
  ids: NewId;
  log: Logger;
  /** Who brings the evidence; the doc-retrieval agent unless told otherwise. */
  sub_agent?: SubAgent;
}): PrimaryAgent {
  const { tools, clock, ids, log } = deps;
  const retrieval = () => deps.config().retrieval;
  const agent = deps.sub_agent ?? createDocRetrieval({ tools, clock, retrieval });
  const dispatch = createDispatch({ ...deps, agents: [agent] });

  async function ask(
    request: AskRequest,
    emit: (event: AskEvent) => void,
    signal: AbortSignal,
  ): Promise<Answer> {
    const began = clock.monotonic();
    const asked_at = clock.now().toISOString();
    const lang = request.lang ?? detectLang(request.question);
    const config = deps.config();
    const steps = createSteps({ emit, clock, lang });
    const { trace_id, run_id, thread_id, question } = request;
    const span = openSpan(deps, {
      trace_id,
      run_id,
      ...(request.parent_span_id === undefined ? {} : { parent_span_id: request.parent_span_id }),
      kind: "agent",
      name: "primary",
      agent_id: "primary",
    });
    const context: GapContext = { question, lang, narrowed: request.roots };
    let outcome: Outcome;
    try {
      if (signal.aborted) throw cancelled();
      outcome = await work({ request, context, config, steps, signal, began, span_id: span.id });
      if (signal.aborted) throw cancelled();
    } catch (error) {
      if (signal.aborted || (error instanceof AppError && error.code === "cancelled")) {
        span.end("cancelled");
        throw cancelled();
      }
      log.error(
        { trace_id, agent_id: "primary", ...faultOf(error) },
        "the question could not be answered",
      );
      outcome = emptyOutcome("error", {
        gaps: [errorGap(context, error instanceof AppError ? error : undefined)],
      });
    }
    steps.abandon();

    const { retrieval_ms, files_scanned, hits, attributes, ...rest } = outcome;
    for (const data of rest.citations) emit({ kind: "citation", data });
    for (const data of rest.claims) emit({ kind: "claim", data });
    for (const data of rest.gaps) emit({ kind: "gap", data });
    for (const data of rest.notices) emit({ kind: "notice", data });
    span.end(
      spanStatus(outcome.status),
      { ...attributes, answer: outcome.status, claims: rest.claims.length, lang },
      outcome.status === "denied" ? (rest.gaps[0]?.rule ?? undefined) : undefined,
    );
    const latency_ms = Math.round(clock.monotonic() - began);
    return {
      ...{ trace_id, run_id, thread_id, question, asked_at, lang, mode: "quote" as const },
      ...rest,
      metrics: { latency_ms, retrieval_ms, files_scanned, hits, tokens: 0 },
    };
  }

  type Work = {
    request: AskRequest;
    context: GapContext;
    config: Config;
    steps: Steps;
    signal: AbortSignal;
    began: number;
    span_id: string;
  };

  async function work(given: Work): Promise<Outcome> {
    const { request, context, config, steps, signal, began } = given;
    const { question, lang } = context;
    const reply = smallTalk(question, lang);
    if (reply !== undefined) {
      const coverage = { files_searchable: 0, files_known: 0, state: "ready" as const };
      return emptyOutcome("chat", { markdown: reply, coverage });
    }
    const known = deps.roots();
    const unknown = request.roots.filter((id) => !known.some((root) => root.id === id));
    if (unknown.length > 0) {
      const gap = unknownFolderGap(context, unknown);
      const rule = "outside_scope";
      steps.note("refused", ["step.refused"], "failed", { rule, message: gap.message });
      for (const root_id of unknown) {
        deps.trace.read({
          at: clock.now().toISOString(),
          trace_id: request.trace_id,
          agent_id: "primary",
          tool_id: "mcp.docs.docs_search",
          root_id,
          relative_path: "",
          rule,
        });
      }
      return emptyOutcome("denied", { gaps: [gap] });
    }
    if (known.length === 0) {
      const coverage = { files_searchable: 0, files_known: 0, state: "ready" as const };
      return emptyOutcome("no_evidence", { gaps: [noFoldersGap(context)], coverage });
    }

    const total = Math.min(request.deadline_ms, config.limits.max_wall_time_ms);
    const available = Math.max(1, total - Math.min(reserveMs, Math.ceil(total / 10)));
    const deadline = began + available;
    const envelope: TaskRequest = {
      trace_id: request.trace_id,
      run_id: request.run_id,
      task_id: ids("task"),
      sender: "primary",
      recipient: "doc_retrieval",
      intent: "search_and_extract_evidence",
      input: {
        query: question,
        target_roots: request.roots,
        constraints: { max_citations: config.retrieval.max_citations, lang },
      },
      auth_scope: scope,
      idempotency_key: `${request.trace_id}:1`,
      deadline_ms: Math.max(1, Math.floor(deadline - clock.monotonic())),
    };
    const docsBelow = (parent_span_id: string) =>
      createDocsCalls({
        tools,
        clock,
        context: {
          trace_id: request.trace_id,
          run_id: request.run_id,
          task_id: envelope.task_id,
          agent_id: "primary",
          scope,
          deadline,
          signal,
          parent_span_id,
        },
      });
    const docs = docsBelow(given.span_id);

    const told = searchSteps(steps, question, request.roots.length || known.length);
    const retrieving = clock.monotonic();
    const { result, way } = await retrieve(envelope, {
      dispatch,
      docs,
      config,
      clock,
      signal,
      parent_span_id: given.span_id,
      store: request.store ?? true,
      onProgress: told.follow,
    });
    told.end(result, way);
    const counted = {
      retrieval_ms: Math.round(clock.monotonic() - retrieving),
      files_scanned: result.metrics?.files_scanned ?? 0,
      hits: result.metrics?.hits ?? 0,
      attributes: { way, task_status: result.status },
    };
    const searchedIn = async (): Promise<Gap["searched"]> => {
      const status = await docs.status({});
      return status.ok ? searchedRoots(status.output.roots, request.roots) : [];
    };
    const outcome =
      result.status === "ok"
        ? await answerFromEvidence(context, result.output, {
            config,
            docsBelow,
            searchedRoots: searchedIn,
            steps,
            spans: deps,
            parent: {
              trace_id: request.trace_id,
              run_id: request.run_id,
              task_id: envelope.task_id,
              parent_span_id: given.span_id,
            },
          })
        : await withoutEvidence(context, result, available, searchedIn);
    const notices = noticesOf(context, result, way, outcome);
    return { ...outcome, ...counted, notices };
  }

  return { ask };
}

function cancelled(): AppError {
  return new AppError("cancelled", "The question was cancelled.");
}

function spanStatus(status: Answer["status"]): Span["status"] {
  switch (status) {
    case "no_evidence":
      return "no_hit";
    case "denied":
    case "timeout":
    case "error":
      return status;
    default:
      return "ok";
  }
}
