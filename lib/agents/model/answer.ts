import type { Withheld } from "#lib/citations/gate";
import type { ModelMetrics } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { AgentInfo } from "#lib/contracts/http";
import { asQuestion } from "#lib/contracts/question";
import type { AskEvent } from "#lib/contracts/stream";
import type { ToolInfo } from "#lib/contracts/tools";
import type { ConfiguredModel } from "#lib/models/configured";
import { say } from "#lib/platform/say";
import { createMasker } from "#lib/platform/secrets";
import { skillReadTool } from "#lib/skills/narrow";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { isAgentTool } from "#lib/tools/agent-rights";
import type { Gathered, PartDeps } from "../answer-part.ts";
import { docsForRun } from "../docs-calls.ts";
import { type GapContext, inOtherLanguage } from "../gaps.ts";
import { linesNow } from "../lines-now.ts";
import { type LoopOutcome, runLoop } from "../loop/run-loop.ts";
import { openSpan } from "../open-span.ts";
import type { Outcome } from "../outcome.ts";
import { openSkillWork } from "../skill-work.ts";
import { verifyCitations } from "../verify-citations.ts";
import { createEvidenceBook, type Found, placeOf } from "./evidence-book.ts";
import { firstEvidence } from "./first-evidence.ts";
import { linesNear } from "./lines-near.ts";
import { meterModel } from "./metered.ts";
import { acted, endNotice, modelOutcome, refusedGaps } from "./outcome.ts";
import { createOwnSearches } from "./own-searches.ts";
import {
  asDocuments,
  instructionsFor,
  noAnswer,
  repairRules,
  repairTask,
  rewritten,
  taskFor,
} from "./prompt.ts";
import { createRelease } from "./release.ts";
import { restOfPage } from "./rest-of-page.ts";
import { searchTool } from "./search-tool.ts";
import { secondLookRules, secondLookTask, unsupportedIn } from "./second-look.ts";
import { rememberThread } from "./thread-memory.ts";
import { createToolCalls } from "./tool-calls.ts";

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

/** What is needed of a configured model. */
export type ReadyModel = Pick<
  Extract<ConfiguredModel, { kind: "ready" }>,
  "kind" | "model" | "provider" | "name" | "context_tokens" | "cost" | "cites"
>;

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
    /** Evidence for another question. */
    search: (query: string) => Promise<Gathered>;
    confidence: number;
    /** Where nothing answers for sure: what came nearest. */
    nearest: readonly Gathered[];
    /** The question was completed from the one before it. */
    points_back: boolean;
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
  const room = roomIn(ready.context_tokens);
  const span = openSpan(spans, {
    ...{ trace_id, run_id, parent_span_id: deps.span_id },
    ...{ kind: "compose", name: "model", agent_id: "primary" },
  });
  const memory = await rememberThread(
    request.memory?.turns ?? [],
    Math.min(mostRemembered, room / 4),
    (lines) => linesNow(lines, deps.readable, docsNow(deps, span.id)),
  );
  const book = createEvidenceBook({ max_tokens: room - memory.tokens });
  const given = gathered.length > 0 ? gathered : deps.nearest;
  const evidence = book.addPassages(
    firstEvidence(
      {
        parts: given.map(foundIn),
        before: await citedBefore(),
        page: await restOfPage(gathered, docsNow(deps, span.id)),
      },
      mostEvidence + mostOfFurtherPart * Math.max(0, given.length - 1),
    ),
  );
  const named = { model: ready.name };
  const writing = steps.begin("compose", ["step.model_running", named], named);
  const { model, spent } = meterModel(ready.model, {
    ...{ provider: ready.provider, name: ready.name, cost: ready.cost, spans, clock, signal },
    agent_id: "primary",
    parent: { trace_id, run_id, parent_span_id: span.id },
  });
  const searched: string[] = [];
  let search_tokens = deps.beside.tokens + gathered.reduce((sum, one) => sum + tokensOf(one), 0);
  const own = createOwnSearches(context);
  const searching = searchTool({
    code,
    book,
    ids: spans.ids,
    search: async (query) => {
      const found = await deps.search(query);
      searched.push(...searchedFor(found));
      search_tokens += tokensOf(found);
      return found;
    },
    onFound: own.found,
  });
  const changing = new Set(
    deps.offered.filter(({ side_effects }) => side_effects !== "none").map(({ id }) => id),
  );
  const skills = await openSkillWork(deps.skills, { offered: deps.offered, all: deps.known });
  const calls = createToolCalls({
    ...{ request, tools: deps.tools, own: [searching], book, code, steps, emit, clock, signal },
    ids: spans.ids,
    granted: deps.offered.map(({ id }) => id),
    changing,
    level: agent.permission,
    call_ms: agent.limits.max_wall_time_ms,
    skills,
    span_id: span.id,
  });
  let firstSentence: number | undefined;
  const release = createRelease({
    book,
    policy: config.answer.policy,
    gate: config.answer.gate,
    verify: (citations) => verifyCitations(citations, docsNow(deps, span.id)),
    actionOf: calls.actionOf,
    onClaim: (claim, cited) => {
      firstSentence ??= clock.monotonic() - began;
      for (const data of cited) emit({ kind: "citation", data });
      emit({ kind: "claim", data: claim });
    },
    onReport: (data) => emit({ kind: "report", data }),
    now: clock.monotonic,
  });

  /** More than this nobody reads, and a model that never stops is stopped. */
  const runaway = new AbortController();
  let letters = 0;
  let silent = false;
  let asked = 0;
  let end: LoopOutcome["end"];
  let tokens = 0;
  const limits = {
    ...agent.limits,
    max_wall_time_ms: Math.max(
      1,
      Math.min(agent.limits.max_wall_time_ms, deps.deadline - clock.monotonic()),
    ),
  };
  try {
    const outcome = await runLoop({
      model,
      instructions: instructionsFor(agent.persona),
      task: taskFor({
        ...{ question: context.question, asked: request.question, lang, code, evidence },
        before: (request.earlier ?? []).map(({ question }) => question).slice(-mostBefore),
        unsure: gathered.length === 0,
        ...{ tools: deps.offered.some(isForWork), apart: ready.cites === true },
        skills: skills.told,
      }),
      lead: memory.text,
      ...(ready.cites === true ? { documents: asDocuments(evidence) } : {}),
      offered: [searching.info, ...deps.offered],
      known: deps.known.map(({ id }) => id),
      invoke: calls.invoke,
      present: calls.present,
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
        if (reply.calls === 0 && release.broken === undefined) {
          await repair();
          if (config.answer.second_look) await lookAgain();
        }
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

  const { claims, report, withheld } = release;
  const { actions } = calls;
  const changed = actions.some((one) => one.outcome !== "refused" && changing.has(one.tool_id));
  const spoken = actions.some((one) => one.outcome === "done" && isAgentTool(one.tool_id));
  // Another agent's words stand for an answer only where the documents have none, or the model leaves it at them.
  const instead = spoken && (gathered.length === 0 || silent);
  const shown = claims.length > 0 || report.length > 0 || changed || instead;
  const delegated = calls.delegated() + search_tokens;
  const metrics: ModelMetrics = {
    ...{ provider: ready.provider, name: ready.name, ...spent, rewritten: asked },
    ...(firstSentence === undefined ? {} : { first_sentence_ms: Math.round(firstSentence) }),
    ...gateTime(release.judged_ms),
    ...(delegated === 0 ? {} : { sub_agent_tokens: delegated }),
  };
  const notices = [
    ...[endNotice(lang, end, limits, shown), uncheckedNotice()],
    ...[languageNotice(), cutNotice(), own.notice(claims, release.citations)],
  ].filter((notice) => notice !== undefined);
  const more: Partial<Outcome> = {
    model: metrics,
    notices,
    ...acted(report, actions),
    gaps: refusedGaps(context, actions),
    attributes: {
      ...{ end: end.kind, tokens, left_out: book.left_out() },
      ...(memory.text === "" ? {} : { memory: memory.told }),
    },
  };
  const asks = actions.some(
    ({ rule }) => rule === "approval_required" || rule === "approval_denied",
  );
  const { broken } = release;
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
    ...{ actions: actions.length, end: end.kind, rewritten: asked },
    ...(memory.text === "" ? {} : { memory: memory.told }),
  });
  if (kind !== "answered") return { kind, more };
  const outcome = modelOutcome(context, {
    ...{ claims, citations: release.citations, report, actions, withheld, end, broken },
    read: book.citations(),
    confidence: claims.length === 0 ? 0 : deps.confidence,
    sure: gathered.length > 0 || !restsOnNearest(release.citations),
    more: {
      ...more,
      searched: [...new Set([...gathered.flatMap(searchedFor), ...searched])].map(asQuestion),
    },
  });
  return { kind, outcome: refusedAlone(outcome, shown) };

  /** Nothing that a search of the model's own found to answer is among it. */
  function restsOnNearest(cited: readonly Citation[]): boolean {
    const places = new Set(given.flatMap(foundIn).map(({ citation }) => placeOf(citation)));
    return cited.length > 0 && cited.every((citation) => places.has(placeOf(citation)));
  }

  function spentTokens(): number {
    return spent.input_tokens + spent.output_tokens;
  }

  /** Another call over what is shown and is no quotation: it may only put sentences in doubt. */
  async function lookAgain(): Promise<void> {
    const shown = release.claims.filter(
      ({ support }) => support === "own_words" || support === "supported",
    );
    if (shown.length === 0) return;
    const said = await askAside(secondLookRules, secondLookTask(shown, code));
    if (said !== undefined) release.doubt(unsupportedIn(said, shown), lang);
  }

  /**
   * Sentences that were not shown, written anew once: asked with these, their lines and what is wrong with them alone. A
   * model that fails at it leaves them withheld.
   */
  async function repair(): Promise<void> {
    const again = release.withheld
      .filter((one) => mayBeAskedAgain(one) && !isForeign(one))
      .slice(0, mostAskedAgain);
    if (again.length === 0) return;
    asked = again.length;
    const read = { citations: book.citations(), passages: book.passages() };
    const unshown = again.map(({ claim, foreign = [] }) => ({
      ...{ text: claim.text, foreign },
      lines: linesNear(claim, read),
    }));
    const said = await askAside(
      repairRules,
      repairTask(unshown, {
        question: context.question,
        shown: release.claims.map(({ text }) => text),
        code,
      }),
    );
    if (said !== undefined) await release.rewrite(rewritten(said), again);
  }

  /**
   * A question about the answer, apart from its conversation. Undefined where the model fails or takes too long, and where
   * the tokens are used up.
   */
  async function askAside(instructions: string, text: string): Promise<string | undefined> {
    // A person may have taken their time over a call: what is left to do has some of its own.
    const left = Math.max(leastAside, deps.deadline - clock.monotonic());
    if (spentTokens() >= limits.max_tokens) return undefined;
    const tooLong = new AbortController();
    let heard = 0;
    try {
      const reply = await model.reply({
        instructions,
        turns: [{ from: "agent", text: createMasker().mask(text).value }],
        tools: [],
        onText: (piece) => {
          heard += piece.length;
          if (heard > mostAside) tooLong.abort();
        },
        signal: AbortSignal.any([
          ...[signal, runaway.signal, tooLong.signal],
          AbortSignal.timeout(Math.ceil(left)),
        ]),
      });
      return reply.text;
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** Of a question that points back, what the one before it rested on, as it stands in the files now. */
  async function citedBefore(): Promise<Found[]> {
    const cited = (deps.points_back ? (request.memory?.cited ?? []) : []).filter(({ root_id }) =>
      deps.readable.includes(root_id),
    );
    if (cited.length === 0) return [];
    const verified = await verifyCitations(cited, docsNow(deps, span.id));
    return cited.flatMap((citation): Found[] => {
      const found = verified.ok ? verified.verifications.get(citation.id) : undefined;
      if (found?.state !== "verified" || found.text === undefined) return [];
      return [{ citation, passage: { citation_id: citation.id, text: found.text, kind: "prose" } }];
    });
  }

  function uncheckedNotice() {
    if (release.broken === undefined || shown) return undefined;
    return { code: "model_fallback" as const, message: say(lang, "notice.model_unchecked") };
  }

  /** Other words would not make it nearer to lines in another language. */
  function isForeign({ claim, reason }: Withheld): boolean {
    const cited = book.citations().filter(({ id }) => claim.citations.includes(id));
    return reason === "unsupported" && cited.some((one) => inOtherLanguage(claim, one));
  }

  /** Why sentences are in doubt, or none is shown, where the lines are in another language than the reader's. */
  function languageNotice() {
    if (claims.some(({ other_language }) => other_language)) {
      const message = say(lang, "notice.other_language");
      return { code: "language_mismatch" as const, message };
    }
    if (shown || !withheld.some(isForeign) || end.kind !== "answered") return undefined;
    return { code: "model_fallback" as const, message: say(lang, "notice.model_other_language") };
  }

  function cutNotice() {
    const { pieces, letters } = book.left_out();
    if (pieces === 0) return undefined;
    const message = say(lang, "notice.context_cut", { pieces, letters });
    return { code: "context_cut" as const, message };
  }
}

/** To have read how work is done is not to have done any. */
export const isForWork = ({ id }: Pick<ToolInfo, "id">): boolean => id !== skillReadTool;

const mostLetters = 40_000;
/** Of a reply about sentences, in letters; and the least time that it has, in milliseconds. */
const mostAside = 8_000;
const leastAside = 10_000;
/** Of the conversation, in tokens. */
const mostRemembered = 4_000;
/** A model of whose sentences more than these lack support is not one to be taught. */
const mostAskedAgain = 12;

/** Tokens of evidence that goes with a question, and for each further part of it: most of what a page says, and no more. */
const mostEvidence = 3_600;
const mostOfFurtherPart = 1_200;
/** Questions of the conversation that one which points back is told with. */
const mostBefore = 3;

/** For evidence and the conversation; the other half is for what is written and for what the tools are called. */
function roomIn(context_tokens: number): number {
  return Math.max(2_000, Math.min(40_000, context_tokens / 2));
}

const searchedFor = ({ result: { output } }: Gathered): string[] => [
  output.query,
  ...(output.queries ?? []),
];

/** What a model read and wrote to find it. */
const tokensOf = ({ result }: Gathered): number => result.metrics?.tokens ?? 0;

/** Of its own language first. */
function foundIn({ result, own }: Gathered): Found[] {
  return [...(own === undefined ? [] : [own]), result.output].flatMap(({ citations, passages }) =>
    citations.flatMap((citation) => {
      const passage = passages.find(({ citation_id }) => citation_id === citation.id);
      return passage === undefined ? [] : [{ citation, passage }];
    }),
  );
}

/** Lines are read again as each sentence comes; a person may have taken their time in between. */
function docsNow({ request, spans, signal, tools }: PartDeps, parent_span_id: string) {
  const { trace_id, run_id } = request;
  const task_id = `${run_id}:gate`;
  const run = { trace_id, run_id, task_id, agent_id: "primary", parent_span_id, signal };
  return docsForRun(run, { tools, spans, ms: verifyMs });
}

const verifyMs = 30_000;

const saysNothing = (text: string): boolean =>
  text.trim().replace(/[.。`*"]/g, "") === noAnswer || text.trim() === "";

const mayBeAskedAgain = ({ reason, claim }: Withheld): boolean =>
  claim.kind !== "code" &&
  claim.kind !== "table" &&
  (reason === "no_marker" || reason === "unknown_citation" || reason === "unsupported");

function gateTime(times: readonly number[]): Pick<ModelMetrics, "gate_ms_p95"> {
  const sorted = [...times].sort((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
  return p95 === undefined ? {} : { gate_ms_p95: Math.round(p95 * 10) / 10 };
}

/** Nothing was said and nothing done: what stands is that it was refused. */
function refusedAlone(outcome: Outcome, shown: boolean): Outcome {
  return shown ? outcome : { ...outcome, status: "denied" };
}
