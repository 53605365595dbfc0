import { isLeaning, mayLean } from "#lib/answering/follow-up";
import type { Answer, Gap, Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import { CITED_BEFORE_PAGES } from "#lib/contracts/limits";
import type {
  AskRequest,
  Clock,
  IdempotencyStore,
  PrimaryAgent,
  Span,
  ToolRuntime,
  TraceSink,
} from "#lib/contracts/ports";
import type { QuestionText } from "#lib/contracts/question";
import { type AskEvent, shownEvents } from "#lib/contracts/stream";
import type { ToolInfo } from "#lib/contracts/tools";
import { webRootId } from "#lib/contracts/web";
import { analyseQuestion } from "#lib/language/analyse-question";
import { askedAfter, askedBefore } from "#lib/language/asked-after";
import { planQuestion, type QuestionPlan } from "#lib/language/plan";
import { questionLang } from "#lib/language/question-lang";
import { smallTalk } from "#lib/language/small-talk";
import { statementOf } from "#lib/language/stated-fact";
import { ModelFailure } from "#lib/models/failure";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { gatherEvidence, type Part, type PartDeps } from "./answer-part.ts";
import { type AskedFolder, askedFolders } from "./asked-folders.ts";
import { type Compose, composeQuote } from "./compose.ts";
import { createDispatch } from "./dispatch.ts";
import { createDocRetrieval } from "./doc-retrieval/doc-retrieval.ts";
import { errorGap, type GapContext, noFoldersGap, unknownFolderGap } from "./gaps.ts";
import type { RankTools } from "./loop/tool-search.ts";
import { fromModel } from "./model/from-model.ts";
import { acted, modelNotice } from "./model/outcome.ts";
import type { ReadyModel } from "./model/ready-model.ts";
import { openSpan } from "./open-span.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import { withPictures } from "./pictures.ts";
import { planByModel } from "./planners/by-model.ts";
import { type Gathering, quoteParts } from "./quoted-parts.ts";
import { refusePaths } from "./refuse-paths.ts";
import { renderWritten } from "./render-written.ts";
import { createSteps, type Steps } from "./steps.ts";
import type { SubAgent } from "./sub-agent.ts";
import { toldBy } from "./told.ts";
import { createUnderstanding, languageOf } from "./understanding.ts";
import { webEvidence } from "./web-evidence.ts";

/**
 * The agent a person talks to. Decides whether a message is small talk or a question, and sends one envelope for each thing that is asked, and releases only claims that passed the gate. Holds no tool but the docs tools, and those for three things: checking
 * citations, naming what was searched, and stepping over a sub-agent that is broken or switched off.
 */
/** Kept back from the deadline so that there is time left to say what happened. */
const reserveMs = 250;

export function createPrimary(deps: {
  tools: ToolRuntime;
  idempotency: IdempotencyStore;
  trace: TraceSink;
  config: () => Config;
  roots: () => readonly AskedFolder[];
  clock: Clock;
  ids: NewId;
  log: Logger;
  /** Who brings the evidence; the doc-retrieval agent unless told otherwise. */
  sub_agent?: SubAgent;
  /** Who writes the claims; quotes of the documents unless told otherwise. */
  compose?: Compose;
  /** The model that writes where a question is put to one, as it is configured at that moment; by name, another of them. */
  model?: (name?: string) => ReadyModel | { kind: "unavailable"; error: ModelFailure };
  /** Every tool there is. */
  catalogue?: (signal: AbortSignal) => Promise<readonly ToolInfo[]>;
  /** Those that may be told to a model. */
  skills?: ReadySkills;
  /** By which a model finds its way among many tools; without it, it is told of all of them. */
  rank_tools?: RankTools;
  /** Whether pages of the web could be searched for. */
  web?: () => boolean;
}): PrimaryAgent {
  const { tools, clock, ids, log, compose = composeQuote } = deps;
  const retrieval = () => deps.config().retrieval;
  const catalogue = deps.catalogue ?? (async () => []);
  const searcher = (name?: string) => {
    const ready = deps.model?.(name);
    return ready?.kind === "ready" ? { ready, catalogue, spans: deps } : undefined;
  };
  const agent = deps.sub_agent ?? createDocRetrieval({ tools, clock, ids, retrieval, searcher });
  const dispatch = createDispatch({ ...deps, agents: [agent] });

  async function ask(
    given: AskRequest,
    onEvent: (event: AskEvent) => void,
    signal: AbortSignal,
  ): Promise<Answer> {
    const events: AskEvent[] = [];
    const emit = (event: AskEvent) => {
      events.push(event);
      onEvent(event);
    };
    const began = clock.monotonic();
    const asked_at = clock.now().toISOString();
    const lang = given.lang ?? languageOf(given) ?? questionLang(given.question);
    const config = deps.config();
    const request = { ...given, roots: askedFolders(given, deps.roots()) };
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
    const can_search_web = request.web !== true && deps.web?.() === true;
    const context: GapContext = { question, lang, narrowed: given.roots, can_search_web };
    let outcome: Outcome;
    try {
      if (signal.aborted) throw cancelled();
      outcome = await work({
        request,
        context,
        config,
        steps,
        emit,
        signal,
        began,
        span_id: span.id,
      });
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
      const gap = errorGap(context, error instanceof AppError ? error : undefined);
      outcome = failedOutcome(lang, gap, events);
    }
    steps.abandon();

    const { retrieval_ms, files_scanned, hits, withheld, attributes, ...said } = outcome;
    const { mode = "quote", model, told, web_pages = [], ...rest } = said;
    if (told === undefined) for (const event of shownEvents(rest)) emit(event);
    for (const data of rest.gaps) emit({ kind: "gap", data });
    for (const data of rest.notices) emit({ kind: "notice", data });
    span.end(
      spanStatus(outcome.status),
      { ...attributes, answer: outcome.status, claims: rest.claims.length, lang },
      outcome.status === "denied" ? (rest.gaps[0]?.rule ?? undefined) : undefined,
    );
    const latency_ms = Math.round(clock.monotonic() - began);
    return {
      ...{ trace_id, run_id, thread_id, question, asked_at, lang, mode },
      ...rest,
      put_to: {
        roots: request.roots,
        ...(request.web === true ? { pages: [...web_pages] } : {}),
      },
      steps: steps.told(),
      metrics: {
        ...{ latency_ms, retrieval_ms, files_scanned, hits },
        tokens:
          model === undefined
            ? 0
            : model.input_tokens + model.output_tokens + (model.sub_agent_tokens ?? 0),
        ...(model === undefined ? {} : { model }),
        steps: steps.times(),
        ...(Object.keys(withheld).length === 0 ? {} : { withheld }),
      },
    };
  }

  type Work = {
    request: AskRequest;
    context: GapContext;
    config: Config;
    steps: Steps;
    emit: (event: AskEvent) => void;
    signal: AbortSignal;
    began: number;
    span_id: string;
  };

  async function work(given: Work): Promise<Outcome> {
    const { config, steps, signal, began } = given;
    let { request } = given;
    const { lang } = given.context;
    const reply = smallTalk(request.question, lang);
    if (reply !== undefined) {
      const coverage = { files_searchable: 0, files_known: 0, state: "ready" as const };
      return emptyOutcome("chat", { markdown: reply, coverage });
    }
    const stated = request.facts === undefined ? undefined : statementOf(request.question);
    if (stated !== undefined) {
      const coverage = { files_searchable: 0, files_known: 0, state: "ready" as const };
      const markdown = say(lang, "memory.offered", { text: stated });
      return emptyOutcome("chat", { markdown, coverage, remember: stated });
    }
    const before = request.earlier?.at(-1);
    const understanding = createUnderstanding(request, lang);
    const question = understanding.complete(request.question);
    let context: GapContext = { ...given.context, question };
    if (question !== request.question) {
      steps.note("plan", ["step.follow_up", { question }], "done");
    }
    const saved = { id: webRootId, label: say(lang, "ask_web.root") };
    const folders = deps.roots().filter(({ id }) => id !== webRootId);
    const known = [...folders, saved];
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
    const fromWeb = request.web === true || request.roots.includes(webRootId);
    if (folders.length === 0 && !fromWeb) {
      const coverage = { files_searchable: 0, files_known: 0, state: "ready" as const };
      return emptyOutcome("no_evidence", { gaps: [noFoldersGap(context)], coverage });
    }

    const total = Math.min(request.deadline_ms, config.limits.max_wall_time_ms);
    let available = Math.max(1, total - Math.min(reserveMs, Math.ceil(total / 10)));
    const refused = await refusePaths(context, {
      ...{ request, tools, clock, ids, signal, steps, parent_span_id: given.span_id },
      deadline: began + available,
    });
    if (refused !== undefined) return refused;
    const byModel = (request.mode ?? config.answer.mode) === "model";
    const ready = byModel ? deps.model?.(request.model) : undefined;
    const beside: PartDeps["beside"] = { tokens: 0, failed: undefined };
    const plan = await planned(planQuestion(question));
    const { parts } = plan;
    const follows =
      before === undefined || plan.whole || !mayLean(analyseQuestion(request.question))
        ? undefined
        : askedBefore(before);
    const withBefore = (part: QuestionText): QuestionText =>
      (follows !== undefined && plan.leans_back ? askedAfter(follows, part) : undefined) ?? part;
    if (follows !== undefined && withBefore(question) !== question) {
      steps.note("plan", ["step.follows", { question: follows }], "done");
    }
    if (parts.length === 1 && parts[0] !== question) {
      context = { ...context, question: parts[0] };
      steps.note("plan", ["step.follow_up", { question: parts[0] }], "done");
    }
    if (parts.length > 1) {
      const queries = plan.compared ? parts.slice(1) : parts;
      steps.note("plan", ["step.plan", { parts: queries.length }], "done", { queries });
    }
    const web =
      request.web !== true
        ? undefined
        : await webEvidence((plan.compared ? parts.slice(1) : parts).map(withBefore), {
            ...{ request, tools, steps, clock, ids, signal },
            ...{ emit: given.emit, span_id: given.span_id, deadline: began + available / 2 },
          });
    if (web !== undefined) {
      available += web.waited_ms;
      const own = request.roots.length > 0 ? request.roots : folders.map(({ id }) => id);
      const roots = web.pages.length > 0 ? [...new Set([...own, webRootId])] : own;
      request = { ...request, roots, ...(web.pages.length > 0 ? { pages: web.pages } : {}) };
    }
    const told = (answered: Outcome): Outcome => {
      const outcome = { ...answered, ...understanding.told() };
      return web === undefined
        ? outcome
        : { ...outcome, web_pages: web.pages, notices: [...web.notices, ...outcome.notices] };
    };
    if (folders.length === 0 && web?.pages.length === 0) {
      return told(emptyOutcome("no_evidence", { gaps: [noFoldersGap(context)] }));
    }
    const parent = parts.length > 1 ? { parent_task_id: ids("task") } : {};
    const asked = parts.map((part, i): Part => {
      const whole = plan.compared !== undefined && i === 0 ? { whole: true as const } : {};
      return { number: i + 1, ...parent, ...whole, context: { ...context, question: part } };
    });
    const searched = known
      .filter(({ id }) =>
        request.roots.length === 0 ? id !== webRootId : request.roots.includes(id),
      )
      .map(({ id, label }) => ({ root_id: id, label }));
    const answering: PartDeps = {
      ...{ request, tools, dispatch, compose, spans: deps, steps, config, clock, log, signal },
      span_id: given.span_id,
      deadline: began + available,
      available,
      folders: searched,
      beside,
      cited_before:
        follows !== undefined || plan.leans_back
          ? (before?.cited ?? [])
              .filter(({ root_id }) => searched.some((folder) => folder.root_id === root_id))
              .slice(0, CITED_BEFORE_PAGES)
          : [],
      ...(follows === undefined ? {} : { follows }),
      agentic: ready?.kind === "ready" && config.retrieval.strategy === "agentic",
      ...understanding.folder(known),
    };
    const quoted = (gathering: readonly Gathering[], by: PartDeps = answering) =>
      quoteParts(
        gathering,
        {
          plan,
          whole: {
            // Those behind the parts are of what a model searches for.
            number: 0,
            ...parent,
            whole: true,
            context: { ...context, question },
          },
        },
        by,
      );
    const gather = (part: Part) => ({ part, gathered: gatherEvidence(part, answering) });
    const byItself = () => quoted(asked.map(gather));
    const shown = async (outcome: Outcome): Promise<Outcome> =>
      told(await withPictures(context, outcome, answering));
    if (!byModel) return shown(await byItself());
    if (ready?.kind !== "ready" || beside.failed !== undefined) {
      const outcome = await byItself();
      const unavailable = ready?.kind === "unavailable" ? ready.error : undefined;
      const cause = beside.failed ?? unavailable ?? new ModelFailure("off", {});
      const notice = modelNotice(lang, cause, "notice.model_fallback");
      return shown({ ...outcome, notices: [...outcome.notices, notice] });
    }
    const written = await fromModel(context, asked, answering, {
      ...{ ready, quoted, emit: given.emit, compared: plan.compared !== undefined },
      leans_back: plan.leans_back,
      readable: request.roots.length > 0 ? request.roots : folders.map(({ id }) => id),
      ...{ catalogue, skills: deps.skills, rank: deps.rank_tools },
    });
    return shown(written);

    /**
     * By the model where one answers and may know better; else as the words say. `whole`: it says all that it leans on.
     */
    async function planned(
      plan: QuestionPlan,
    ): Promise<QuestionPlan & { leans_back: boolean; whole: boolean }> {
      const leans_back = before !== undefined && isLeaning(analyseQuestion(request.question));
      const byWords = { ...plan, leans_back, whole: false };
      if (ready?.kind !== "ready" || config.answer.planner === "rules") return byWords;
      const { earlier = [] } = request;
      const asked = { question: request.question, earlier, plan };
      const parts = await planByModel(asked, {
        ...{ request, ready, beside, spans: deps, clock, signal, span_id: given.span_id },
        deadline: began + available,
      });
      if (parts === undefined) return byWords;
      const [only, ...others] = parts;
      return {
        parts: [understanding.complete(only), ...others.map(understanding.complete)],
        leans_back: others.length > 0 ? leans_back : only !== request.question,
        whole: true,
      };
    }
  }

  return { ask };
}

/** What was told and done before the failure is neither taken back nor forgotten. */
function failedOutcome(lang: Lang, gap: Gap, events: readonly AskEvent[]): Outcome {
  const { claims, blocks, citations, actions, report, mode } = toldBy(events);
  const failed = emptyOutcome("error", { gaps: [gap] });
  if (claims.length === 0 && actions.length === 0) return failed;
  return {
    ...failed,
    ...{ status: "partial", claims, blocks, citations, mode, told: true },
    outcome: claims.length === 0 ? null : "sure",
    ...acted(report, actions),
    markdown: renderWritten(lang, { claims, blocks, folders: [], report, actions }),
  };
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
