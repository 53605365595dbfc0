import type { ModelMetrics } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { AgentInfo } from "#lib/contracts/http";
import { asQuestion } from "#lib/contracts/question";
import type { AskEvent } from "#lib/contracts/stream";
import type { ToolInfo } from "#lib/contracts/tools";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { isAgentTool } from "#lib/tools/agent-rights";
import type { Gathered, PartDeps } from "../answer-part.ts";
import type { GapContext } from "../gaps.ts";
import { type LoopOutcome, runLoop } from "../loop/run-loop.ts";
import type { RankTools } from "../loop/tool-search.ts";
import { openSpan } from "../open-span.ts";
import type { Outcome } from "../outcome.ts";
import { verifyCitations } from "../verify-citations.ts";
import { placeOf } from "./evidence-book.ts";
import { docsNow, searchedFor } from "./gathered.ts";
import { giveEvidence } from "./given.ts";
import { meterModel } from "./metered.ts";
import { writingNotices } from "./notices.ts";
import { acted, modelOutcome, refusedGaps } from "./outcome.ts";
import { asDocuments, instructionsFor, noAnswer, taskFor } from "./prompt.ts";
import type { ReadyModel } from "./ready-model.ts";
import { createRelease } from "./release.ts";
import { createRevision } from "./revise.ts";
import { alwaysOffered, toolsAtHand } from "./tools-at-hand.ts";

/**
 * A model writes the answer from the evidence that was gathered, with tools at hand, and every sentence of it passes the
 * gate before anybody sees it. Whatever becomes of the model, what had passed stays; where nothing has, the caller makes
 * the answer of quotations. Throws AppError `cancelled` and nothing else.
 */
export type ModelAnswer =
  | { kind: "answered"; outcome: Outcome }
  /** It says that the documents do not: `more` goes with whatever is said instead. */
  | { kind: "silent"; more: Partial<Outcome> }
  /** Nothing it wrote could be shown. */
  | { kind: "nothing"; more: Partial<Outcome> };

export async function answerWithModel(
  context: GapContext,
  gathered: readonly Gathered[],
  deps: PartDeps & {
    ready: ReadyModel;
    agent: AgentInfo;
    /** What the agent may call, beside searching. */
    offered: readonly ToolInfo[];
    /** Every tool there is. */
    known: readonly ToolInfo[];
    skills: ReadySkills | undefined;
    /** By which many tools are found. */
    rank: RankTools | undefined;
    /** Evidence for another question. */
    search: (query: string) => Promise<Gathered>;
    confidence: number;
    /** What was found for every part, whether it answers it or not. */
    asked: readonly Gathered[];
    /** Where nothing answers for sure: what came nearest. */
    nearest: readonly Gathered[];
    /** The question rather leans on the one before it. */
    leans_back: boolean;
    /** Ids of the folders that may be read for it. */
    readable: readonly string[];
    emit: (event: AskEvent) => void;
  },
): Promise<ModelAnswer> {
  const { request, config, ready, agent, spans, clock, signal, steps, emit } = deps;
  const { lang } = context;
  const { trace_id, run_id } = request;
  const began = clock.monotonic();
  const code = spans.ids("e").slice(-12);
  const span = openSpan(spans, {
    ...{ trace_id, run_id, parent_span_id: deps.span_id },
    ...{ kind: "compose", name: "model", agent_id: "primary" },
  });
  const { model, spent } = meterModel(ready.model, {
    ...{ provider: ready.provider, name: ready.name, cost: ready.cost, spans, clock, signal },
    agent_id: "primary",
    parent: { trace_id, run_id, parent_span_id: span.id },
  });
  const here = { code, within: span.id };
  const given = await giveEvidence(context, gathered, { ...deps, ...here, model });
  const { book, evidence, memory, pictures } = given;
  const named = { model: ready.name };
  const writing = steps.begin("compose", ["step.model_running", named], named);
  const hand = await toolsAtHand(context, gathered, { ...deps, ...here, book });
  let firstSentence: number | undefined;
  const release = createRelease({
    book,
    pictures: pictures.numbers,
    policy: config.answer.policy,
    gate: config.answer.gate,
    question: request.question,
    verify: (citations) => verifyCitations(citations, docsNow(deps, span.id)),
    actionOf: hand.calls.actionOf,
    onClaim: (claim, cited) => {
      firstSentence ??= clock.monotonic() - began;
      for (const data of cited) emit({ kind: "citation", data });
      emit({ kind: "claim", data: claim });
    },
    onReport: (data) => emit({ kind: "report", data }),
    now: clock.monotonic,
    lang,
  });

  /** More than `mostLetters` nobody reads, and a model that never stops is stopped. */
  const runaway = new AbortController();
  let letters = 0;
  let silent = false;
  let end: LoopOutcome["end"];
  let tokens = 0;
  const left = deps.deadline - clock.monotonic();
  const max_wall_time_ms = Math.max(1, Math.min(agent.limits.max_wall_time_ms, left));
  const limits = { ...agent.limits, max_wall_time_ms };
  const revision = createRevision({
    ...{ context, model, clock, release, book, code, deadline: deps.deadline },
    spent: () => spent.input_tokens + spent.output_tokens,
    most_tokens: limits.max_tokens,
    ...{ signal, runaway: runaway.signal },
  });
  try {
    const outcome = await runLoop({
      model,
      instructions: instructionsFor(agent.persona),
      task: taskFor({
        ...{ question: context.question, asked: request.question, lang, code, evidence },
        before: (request.earlier ?? []).map(({ question }) => question).slice(-mostBefore),
        unsure: gathered.length === 0,
        searched: deps.asked.flatMap(({ tried = [] }) => tried),
        ...{ ...hand.told, apart: ready.cites === true, pictures: pictures.told },
      }),
      lead: memory.text,
      ...(ready.cites === true ? { documents: asDocuments(evidence) } : {}),
      ...(pictures.handed.length === 0 ? {} : { pictures: pictures.handed }),
      offered: hand.offered,
      ...(deps.rank === undefined ? {} : { rank: deps.rank }),
      always: alwaysOffered,
      known: hand.known,
      invoke: hand.calls.invoke,
      present: hand.calls.present,
      onText: (piece) => {
        letters += piece.length;
        if (letters > mostLetters) runaway.abort();
        else release.hear(piece);
      },
      onReply: async (reply) => {
        letters = 0;
        silent = reply.calls === 0 && saysNothing(reply.text);
        const text = reply.text.replaceAll(noAnswer, "");
        await release.settle({ text, aside: reply.calls > 0, cut: reply.cut });
        if (reply.calls > 0 || release.broken !== undefined) return;
        await revision.repair();
        if (config.answer.second_look) await revision.lookAgain();
      },
      limits,
      clock,
      signal: AbortSignal.any([signal, runaway.signal]),
    });
    tokens = outcome.tokens;
    end = outcome.end;
  } catch (error) {
    if (signal.aborted || !runaway.signal.aborted) {
      writing.fail(undefined);
      span.end("cancelled");
      throw error;
    }
    end = { kind: "cut", by: "length" };
  }
  await release.abandon();
  if (signal.aborted) {
    span.end("cancelled");
    throw signal.reason;
  }

  const { claims, report, withheld, broken } = release;
  const { actions } = hand.calls;
  const changed = actions.some(
    (one) => one.outcome !== "refused" && hand.changing.has(one.tool_id),
  );
  const spoken = actions.some((one) => one.outcome === "done" && isAgentTool(one.tool_id));
  // Another agent's words stand for an answer only where the documents have none, or the model leaves it at them.
  const instead = spoken && (gathered.length === 0 || silent);
  const shown = claims.length > 0 || report.length > 0 || changed || instead;
  const rewritten = revision.asked();
  const delegated = hand.delegated();
  const metrics: ModelMetrics = {
    ...{ provider: ready.provider, name: ready.name, ...spent, rewritten },
    ...(firstSentence === undefined ? {} : { first_sentence_ms: Math.round(firstSentence) }),
    ...gateTime(release.judged_ms),
    ...(delegated === 0 ? {} : { sub_agent_tokens: delegated }),
  };
  const remembered = memory.text === "" ? {} : { memory: memory.told };
  const more: Partial<Outcome> = {
    model: metrics,
    notices: writingNotices(lang, {
      ...{ end, limits, release, book, shown },
      searches: hand.noticeOfSearches(claims, release.citations),
    }),
    ...acted(report, actions),
    gaps: refusedGaps(context, actions),
    ...(given.compaction === undefined ? {} : { compaction: given.compaction }),
    attributes: { end: end.kind, tokens, left_out: book.left_out(), ...remembered },
  };
  const asks = actions.some(
    ({ rule }) => rule === "approval_required" || rule === "approval_denied",
  );
  // Where the documents hold an answer, calls that were refused are no reason to keep it back.
  const refused = asks && (silent || evidence.length === 0);
  const kind =
    shown || (refused && broken === undefined)
      ? "answered"
      : silent && broken === undefined
        ? "silent"
        : "nothing";
  writing.end(["step.model_done", named]);
  span.end(end.kind === "model" ? "error" : "ok", {
    ...{ claims: claims.length, withheld: withheld.length, report: report.length, tokens },
    ...{ actions: actions.length, end: end.kind, rewritten, ...remembered },
  });
  if (kind !== "answered") return { kind, more };
  const searched = [...new Set([...gathered.flatMap(searchedFor), ...hand.searched])];
  const outcome = modelOutcome(context, {
    ...{ claims, citations: release.citations, report, actions, withheld, end, broken },
    missing: release.missing.filter((part) => !isOpenPart(part)),
    read: book.citations(),
    confidence: claims.length === 0 ? 0 : deps.confidence,
    sure: gathered.length > 0 || !restsOnNearest(release.citations),
    more: { ...more, searched: searched.map(asQuestion) },
  });
  // Nothing was said and nothing done: what stands is that it was refused.
  return { kind, outcome: shown ? outcome : { ...outcome, status: "denied" } };

  /** Of a question of several parts, one that the documents do not answer has a gap of its own. */
  function isOpenPart(missing: string): boolean {
    const words = wordsHeld(missing);
    const share = ({ part }: Gathered) => heldBy(part.context.question, words).share;
    const [nearest] = deps.asked.toSorted((a, b) => share(b) - share(a));
    return deps.asked.length > 1 && nearest !== undefined && !gathered.includes(nearest);
  }

  /** Nothing that a search of the model's own found to answer is among it. */
  function restsOnNearest(cited: readonly Citation[]): boolean {
    const places = new Set(given.found.map(({ citation }) => placeOf(citation)));
    return cited.length > 0 && cited.every((citation) => places.has(placeOf(citation)));
  }
}

const mostLetters = 40_000;
/** Questions of the conversation that one which points back is told with. */
const mostBefore = 3;

const saysNothing = (text: string): boolean =>
  text.trim().replace(/[.。`*"]/g, "") === noAnswer || text.trim() === "";

function gateTime(times: readonly number[]): Pick<ModelMetrics, "gate_ms_p95"> {
  const sorted = [...times].sort((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
  return p95 === undefined ? {} : { gate_ms_p95: Math.round(p95 * 10) / 10 };
}
