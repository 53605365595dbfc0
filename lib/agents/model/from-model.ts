import type { Notice } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import { CapabilityLevel } from "#lib/contracts/grants";
import type { AgentInfo } from "#lib/contracts/http";
import { asQuestion } from "#lib/contracts/question";
import { type AskEvent, shownEvents } from "#lib/contracts/stream";
import type { ToolInfo } from "#lib/contracts/tools";
import { readPictureQuestion } from "#lib/language/picture-question";
import { faultOf } from "#lib/platform/fault";
import { say } from "#lib/platform/say";
import type { ReadySkills } from "#lib/skills/ready-skills";
import { docsTools, listAgents } from "#lib/tools/agent-rights";
import {
  type Gathered,
  gatherEvidence,
  onItsOwn,
  type Part,
  type PartDeps,
} from "../answer-part.ts";
import type { GapContext } from "../gaps.ts";
import type { RankTools } from "../loop/tool-search.ts";
import type { Outcome } from "../outcome.ts";
import type { Gathering } from "../quoted-parts.ts";
import { renderWritten } from "../render-written.ts";
import { answerWithModel, type ModelAnswer } from "./answer.ts";
import { inOtherWords } from "./other-words.ts";
import { modelNotice } from "./outcome.ts";
import { composeSilence, sortParts, withParts } from "./parts.ts";
import type { ReadyModel } from "./ready-model.ts";
import { isForWork } from "./tools-at-hand.ts";

/**
 * The answer of a question that is put to a model: the evidence first, as in an answer of quotations, then the model over
 * it. Where the documents are silent, also in words that the model gives, and there is nothing it could do, it writes nothing;
 * where nothing of its words can be shown, the quotations are the answer, and one notice says why. Throws AppError `cancelled` and nothing else.
 */
export async function fromModel(
  context: GapContext,
  parts: readonly Part[],
  deps: PartDeps,
  more: {
    ready: ReadyModel;
    catalogue: (signal: AbortSignal) => Promise<readonly ToolInfo[]>;
    skills: ReadySkills | undefined;
    rank: RankTools | undefined;
    /** The first part is the question itself, and the others are a way round it. */
    compared: boolean;
    /** The question rather leans on the one before it. */
    leans_back: boolean;
    readable: readonly string[];
    /** The parts, with quotations, as one outcome of the question. */
    quoted: (parts: readonly Gathering[], by?: PartDeps) => Promise<Outcome>;
    emit: (event: AskEvent) => void;
  },
): Promise<Outcome> {
  const { config, signal, request } = deps;
  const own = await gatherAll();
  if (own === undefined) {
    return more.quoted(parts.map((part) => ({ part, gathered: gatherEvidence(part, deps) })));
  }
  const widened = countedByUs(own)
    ? { gathered: own, searches: 0 }
    : await inOtherWords(own, { ...deps, ready: more.ready });
  const { gathered } = widened;
  const quotes = (compose = deps.compose) =>
    more.quoted(
      gathered.map((one) => ({ part: one.part, gathered: Promise.resolve(one) })),
      { ...inTime(), compose },
    );
  if (countedByUs(gathered)) return quotes();
  const { failed } = deps.beside;
  if (failed !== undefined) {
    const outcome = await quotes();
    const notice = modelNotice(context.lang, failed, "notice.model_fallback");
    return { ...outcome, notices: [...outcome.notices, notice] };
  }
  const agent = listAgents(config).find(({ id }) => id === "primary");
  const searched = gathered.some(({ result }) => ["ok", "no_hit"].includes(result.status));
  if (agent === undefined || !searched) return quotes();
  const all = await toolsThere();
  // In one order, whichever server came first: what is sent for one question begins what is sent for the next.
  const offered = all.filter((tool) => mayCall(agent, tool)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const sorted = sortParts(gathered, more.compared);
  const looks = more.ready.sees === true && readPictureQuestion(context.question).asks;
  const worded = gathered.some((one) => (one.worded ?? []).length > 0);
  if (sorted.fitting.length === 0 && !worded && !offered.some(isForWork) && !looks) return quotes();
  const nearest = sorted.fitting.length > 0 ? [] : gathered;

  let searches = parts.length + widened.searches;
  let told = false;
  const answer = await answerWithModel(context, sorted.fitting, {
    ...deps,
    ...{ ready: more.ready, agent, offered },
    emit: (event) => {
      told ||= event.kind === "claim" || event.kind === "action";
      more.emit(event);
    },
    ...{ known: all, skills: more.skills, rank: more.rank, nearest, asked: gathered },
    ...{ confidence: sorted.confidence, leans_back: more.leans_back, readable: more.readable },
    search: (question) => {
      searches += 1;
      return gatherEvidence(
        { number: searches, context: { ...context, question: asQuestion(question) } },
        onItsOwn(inTime()),
      );
    },
  }).catch((error: unknown): ModelAnswer => {
    // A fault of the program's own. What was shown or done is not taken back for it; before that, quotations are an answer.
    if (told || isGivenUp(error)) throw error;
    const { trace_id } = request;
    deps.log.error({ trace_id, ...faultOf(error) }, "the model's answer could not be made");
    return {
      kind: "nothing",
      more: { notices: [modelNotice(context.lang, error, "notice.model_fallback")] },
    };
  });
  if (answer.kind === "answered") {
    const { claims, citations } = answer.outcome;
    const written = { ...answer.outcome, folders: deps.folders };
    const outcome = await withParts(written, sorted, inTime());
    // The sentences were told as they came; what the blocks are is known now.
    const told = new Set([...claims, ...citations].map(({ id }) => id));
    for (const event of shownEvents(outcome)) {
      const known =
        (event.kind === "claim" || event.kind === "citation") && told.has(event.data.id);
      if (!known) more.emit(event);
    }
    return outcome;
  }
  const outcome = saidToBeSilent(
    await quotes(answer.kind === "silent" ? composeSilence : deps.compose),
  );
  const { model, actions, report, compaction, notices = [], gaps = [] } = answer.more;
  const done = renderWritten(context.lang, { ...answer.more, claims: [], blocks: [], folders: [] });
  return {
    ...outcome,
    ...(gaps.length > 0 && outcome.status === "answered" ? { status: "partial" as const } : {}),
    gaps: [...outcome.gaps, ...gaps],
    ...(model === undefined ? {} : { model }),
    ...(actions === undefined ? {} : { actions, markdown: `${outcome.markdown}\n\n${done}` }),
    ...(report === undefined ? {} : { report }),
    ...(compaction === undefined ? {} : { compaction }),
    notices: [...outcome.notices, ...notices, ...quotedNotice(notices)],
    attributes: { ...outcome.attributes, ...answer.more.attributes },
  };

  /** That the answer is made of quotations is said once, and why. */
  function quotedNotice(told: readonly Notice[]): Notice[] {
    const known = told.some(({ code }) => code === "model_fallback");
    if (answer.kind !== "nothing" || known || outcome.claims.length === 0) return [];
    const stopped = told.some(({ code }) => code === "budget");
    const message = say(context.lang, stopped ? "notice.model_quoted" : "notice.model_unborne");
    return [{ code: "model_fallback", message }];
  }

  /** Where quotations would have answered, that they do not is the model's word alone. */
  function saidToBeSilent(told: Outcome): Outcome {
    const [gap] = told.gaps;
    const alone = answer.kind === "silent" && sorted.fitting.length > 0 && told.gaps.length === 1;
    if (!alone || gap === undefined || told.status !== "no_evidence") return told;
    const message = say(context.lang, "gap.model_silent");
    return { ...told, gaps: [{ ...gap, message }], markdown: message };
  }

  /** A person may have taken their time over a call: what is left to do has some of its own. */
  function inTime(): PartDeps {
    return { ...deps, deadline: Math.max(deps.deadline, deps.clock.monotonic() + leastMs) };
  }

  function isGivenUp(error: unknown): boolean {
    return signal.aborted || (error instanceof AppError && error.code === "cancelled");
  }

  /** Undefined where it failed in a way that answering part by part tells better. */
  async function gatherAll(): Promise<Gathered[] | undefined> {
    try {
      return await Promise.all(parts.map((part) => gatherEvidence(part, deps)));
    } catch (error) {
      if (isGivenUp(error)) throw error;
      return undefined;
    }
  }

  /** A list that cannot be had is an answer without tools, not none. */
  async function toolsThere(): Promise<readonly ToolInfo[]> {
    try {
      return await more.catalogue(AbortSignal.any([signal, AbortSignal.timeout(listingMs)]));
    } catch (error) {
      const { trace_id } = request;
      deps.log.warn({ trace_id, ...faultOf(error) }, "the tools could not be listed");
      return [];
    }
  }
}

/** What is counted is counted by the program. */
const countedByUs = (gathered: readonly Gathered[]): boolean =>
  gathered.some(({ result }) => result.output.listing !== undefined);

const leastMs = 10_000;
/** A server of somebody else's may be long in starting. */
const listingMs = 5_000;

/** What the agent was given beside the documents' own tools, as far as its permission goes. */
function mayCall(agent: AgentInfo, tool: ToolInfo): boolean {
  const order = CapabilityLevel.options;
  return (
    tool.enabled &&
    tool.off === undefined &&
    agent.tools.includes(tool.id) &&
    !docsTools.includes(tool.id) &&
    order.indexOf(tool.capability_level) <= order.indexOf(agent.permission)
  );
}
