import {
  type Answer,
  type AnswerBlock,
  type Claim,
  type Gap,
  modelAsked,
  type Notice,
  type ReportLine,
  type ToolAction,
} from "#lib/contracts/answer";
import { toldBlocks } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Feedback } from "#lib/contracts/http";
import type { Step } from "#lib/contracts/step";
import type { ChatParts } from "#lib/contracts/stream";
import { webRootId } from "#lib/contracts/web";
import { type ChatMessage, questionOf } from "../api/chat.ts";
import type { ApiProblem } from "../api/problem.ts";

/** One question and all that is known of its answer: still arriving, finished, stopped or failed. */
export type Turn = {
  key: string;
  question: string;
  /** The folders the person narrowed this question to; undefined where all were searched or it is not known. */
  roots: readonly string[] | undefined;
  /** Whose words were asked for; undefined where the configuration decided. */
  mode: Answer["mode"] | undefined;
  /** The model that was asked for by its name, or wrote the answer that the store holds. */
  model: string | undefined;
  /** Pages of the web were to be read too. */
  web: boolean | undefined;
  /** Facts by their ids that it was to be understood without. */
  without: readonly string[] | undefined;
  /** Nothing of it is kept. */
  unkept: boolean | undefined;
  phase: "running" | "done" | "stopped" | "failed";
  /** True for a turn that came from the store: its sources may have changed since. */
  stored: boolean;
  steps: readonly Step[];
  claims: Claim[];
  blocks: AnswerBlock[];
  /** Null until it is known, too. */
  outcome: Answer["outcome"];
  parts: Answer["parts"] | undefined;
  folders: Answer["folders"];
  citations: readonly Citation[];
  gaps: readonly Gap[];
  notices: readonly Notice[];
  /** Calls of tools, what was said of them, and those that wait for a person. */
  actions: readonly ToolAction[];
  report: readonly ReportLine[];
  asked: readonly ChatParts["approval"][];
  answer: Answer | undefined;
  traceId: string | undefined;
  problem: ApiProblem | undefined;
  /** What was said of the answer before this page was opened. */
  feedback: Feedback | undefined;
};

export function storedTurn(answer: Answer, feedback: Feedback | undefined): Turn {
  const model = modelAsked(answer);
  return {
    key: answer.run_id,
    question: answer.question,
    roots: undefined,
    mode: model === undefined ? undefined : "model",
    model,
    web: answer.folders.some(({ root_id }) => root_id === webRootId) || undefined,
    without: undefined,
    unkept: undefined,
    phase: "done",
    stored: true,
    steps: answer.steps ?? [],
    claims: answer.claims,
    blocks: answer.blocks,
    outcome: answer.outcome,
    parts: answer.parts,
    folders: answer.folders,
    citations: answer.citations,
    gaps: answer.gaps,
    notices: answer.notices,
    actions: answer.actions ?? [],
    report: answer.report ?? [],
    asked: [],
    answer,
    traceId: answer.trace_id,
    problem: undefined,
    feedback,
  };
}

/** By the message that holds the answer: an answered turn stays the same object while a later answer comes in. */
const answered = new WeakMap<ChatMessage, Turn>();

/** The turns of the live conversation: each user message with the assistant message that follows it, if any. */
export function liveTurns(
  messages: readonly ChatMessage[],
  state: { busy: boolean; problem: ApiProblem | undefined; stopped: ReadonlySet<string> },
): Turn[] {
  const turns: Turn[] = [];
  messages.forEach((message, index) => {
    if (message.role !== "user") return;
    const next = messages[index + 1];
    const reply = next?.role === "assistant" ? next : undefined;
    const last = index + (reply === undefined ? 1 : 2) >= messages.length;
    const known = last || reply === undefined ? undefined : answered.get(reply);
    const turn = known ?? liveTurn(message, reply, last ? state : { ...state, busy: false });
    if (reply !== undefined && turn.answer !== undefined) answered.set(reply, turn);
    turns.push(turn);
  });
  return turns;
}

function liveTurn(
  question: ChatMessage,
  reply: ChatMessage | undefined,
  state: { busy: boolean; problem: ApiProblem | undefined; stopped: ReadonlySet<string> },
): Turn {
  const steps: Step[] = [];
  const claims: Claim[] = [];
  const blocks: AnswerBlock[] = [];
  const citations: Citation[] = [];
  const gaps: Gap[] = [];
  const notices: Notice[] = [];
  const actions: ToolAction[] = [];
  const report: ReportLine[] = [];
  const asked: Turn["asked"][number][] = [];
  let answer: Answer | undefined;
  for (const part of reply?.parts ?? []) {
    if (part.type === "data-step") steps.push(part.data);
    else if (part.type === "data-claim") claims.push(part.data);
    else if (part.type === "data-block") blocks.push(part.data);
    else if (part.type === "data-citation") citations.push(part.data);
    else if (part.type === "data-gap") gaps.push(part.data);
    else if (part.type === "data-notice") notices.push(part.data);
    else if (part.type === "data-action") actions.push(part.data);
    else if (part.type === "data-report") report.push(part.data);
    else if (part.type === "data-approval") asked.push(part.data);
    else if (part.type === "data-answer") answer = part.data;
  }
  const phase =
    answer !== undefined
      ? "done"
      : state.stopped.has(question.id)
        ? "stopped"
        : state.busy
          ? "running"
          : "failed";
  return {
    key: question.id,
    question: answer?.question ?? questionOf(question),
    roots: question.metadata?.roots,
    mode: question.metadata?.mode,
    model: question.metadata?.model,
    web: question.metadata?.web,
    without: question.metadata?.without,
    unkept: question.metadata?.unkept,
    phase,
    stored: false,
    steps: answer?.steps ?? steps,
    claims: answer?.claims ?? claims,
    blocks: answer?.blocks ?? toldBlocks(claims, blocks),
    outcome: answer?.outcome ?? null,
    parts: answer?.parts,
    folders: answer?.folders ?? [],
    citations: answer?.citations ?? citations,
    gaps: answer?.gaps ?? gaps,
    notices: answer?.notices ?? notices,
    actions: answer?.actions ?? actions,
    report: answer?.report ?? report,
    asked: phase === "running" ? asked.filter(({ state: now }) => now === "pending") : [],
    answer,
    traceId: answer?.trace_id ?? reply?.metadata?.trace_id ?? state.problem?.trace_id,
    problem: phase === "failed" ? state.problem : undefined,
    feedback: undefined,
  };
}
