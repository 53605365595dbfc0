import type { Withheld } from "#lib/citations/gate";
import type { Claim, Gap, Lang, Notice, ReportLine, ToolAction } from "#lib/contracts/answer";
import { toldBlocks } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { TaskError } from "#lib/contracts/envelope";
import { type FailureKind, ModelFailure } from "#lib/models/failure";
import { type MessageKey, say } from "#lib/platform/say";
import { type GapContext, missingGap, toolGap, unverifiedGap, withheldGaps } from "../gaps.ts";
import type { LoopOutcome } from "../loop/run-loop.ts";
import { nextStep } from "../next-step.ts";
import { emptyOutcome, type Outcome } from "../outcome.ts";
import { renderWritten } from "../render-written.ts";
import { placeOf } from "./evidence-book.ts";
import { searchToolId } from "./search-tool.ts";

/** What passed, what was done, and what did not come of it, as an outcome of the question. */
export function modelOutcome(
  context: GapContext,
  what: {
    claims: readonly Claim[];
    citations: readonly Citation[];
    report: readonly ReportLine[];
    actions: readonly ToolAction[];
    withheld: readonly Withheld[];
    /** What of the question the model found unanswered. */
    missing: readonly string[];
    /** Everything that was read, under the numbers that the model knew. */
    read: readonly Citation[];
    end: LoopOutcome["end"];
    /** Why from some sentence on none could be checked. */
    broken: TaskError | undefined;
    confidence: number;
    /** False: what it rests on came nearest, and nothing says that it answers. */
    sure: boolean;
    more: Partial<Outcome>;
  },
): Outcome {
  const { claims, citations, report, actions, withheld, end } = what;
  const shown = new Map(citations.map((citation) => [placeOf(citation), citation]));
  const also_read = what.read
    .filter((citation) => !shown.has(placeOf(citation)))
    .map((citation, i) => ({ ...citation, id: citations.length + i + 1 }));
  const all = new Map([...citations, ...also_read].map((c) => [placeOf(c), c]));
  const byNumber = new Map(
    what.read.map((c): [number, Citation] => [c.id, all.get(placeOf(c)) ?? c]),
  );
  const gaps = [
    ...withheldGaps(context, withheld, byNumber),
    ...(claims.length === 0 ? [] : what.missing.map((part) => missingGap(context, part))),
    ...refusedGaps(context, actions),
  ];
  if (end.kind === "model") gaps.push(cutGap(context, "model_unavailable"));
  if (what.broken !== undefined) {
    const message = say(context.lang, "gap.unverified_rest");
    gaps.push({ ...unverifiedGap(context, what.broken), message });
  }
  if (end.kind === "cut") gaps.push(cutGap(context, "budget"));
  const blocks = toldBlocks(claims, []);
  return emptyOutcome(gaps.length === 0 ? "answered" : "partial", {
    ...what.more,
    claims: [...claims],
    blocks,
    outcome: claims.length === 0 ? null : what.sure ? "sure" : "may_be",
    citations: [...citations],
    also_read,
    gaps,
    markdown: renderWritten(context.lang, {
      ...{ claims: [...claims], blocks, folders: [] },
      report: [...report],
      actions: [...actions],
    }),
    confidence: what.confidence,
    withheld: byReason(withheld),
    ...acted(report, actions),
    mode: "model",
    told: true,
  });
}

export function acted(report: readonly ReportLine[], actions: readonly ToolAction[]) {
  if (actions.length === 0) return {};
  return { actions: [...actions], ...(report.length === 0 ? {} : { report: [...report] }) };
}

function byReason(withheld: readonly Withheld[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of withheld) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Calls that were kept from being made, as far as a person can do something about it; each tool and reason once. */
export function refusedGaps(context: GapContext, actions: readonly ToolAction[]): Gap[] {
  const gaps = new Map<string, Gap>();
  for (const { tool_id, rule, outcome } of actions) {
    if (outcome !== "refused" || rule === null) continue;
    const gap = toolGap(context, tool_id, rule);
    if (gap !== undefined) gaps.set(gap.message, gap);
  }
  return [...gaps.values()];
}

function cutGap({ question, lang }: GapContext, rule: "model_unavailable" | "budget"): Gap {
  return {
    ...{ about: question, cause: "error", rule, tried: [] },
    message: say(lang, "gap.model_cut"),
    ...{ searched: [], nearest: [] },
    next_steps: [nextStep(lang, "retry", question, "gap.step.retry")],
  };
}

/** What a reader must know of how the model ended; nothing where it simply answered. */
export function endNotice(
  lang: Lang,
  end: LoopOutcome["end"],
  limits: { max_turns: number; max_tokens: number; max_wall_time_ms: number },
  shown: boolean,
): Notice | undefined {
  const budget = (key: MessageKey, params: Record<string, string | number>): Notice => ({
    code: "budget",
    message: say(lang, key, params),
  });
  switch (end.kind) {
    case "answered":
      return undefined;
    case "cut":
      return budget(`notice.budget.${end.by}`, {});
    case "repeated":
      if (end.tool_id === searchToolId) return budget("notice.budget.searched", {});
      return budget("notice.budget.repeated", { tool: end.tool_id });
    case "stuck":
      return budget("notice.budget.stuck", { tool: end.tool_id });
    case "budget":
      switch (end.limit) {
        case "max_turns":
          return budget("notice.budget.turns", { most: limits.max_turns });
        case "max_tokens":
          return budget("notice.budget.tokens", { most: limits.max_tokens });
        case "max_wall_time_ms":
          return budget("notice.budget.time", {
            seconds: Math.max(1, Math.round(limits.max_wall_time_ms / 1000)),
          });
      }
      break;
    case "model":
      return modelNotice(lang, end.cause, shown ? "notice.model_cut" : "notice.model_fallback");
  }
}

/** `key` says what becomes of the answer. What the provider itself said stands in the log, for it may be anything. */
export function modelNotice(
  lang: Lang,
  cause: unknown,
  key: "notice.model_cut" | "notice.model_fallback",
): Notice {
  const kind = cause instanceof ModelFailure ? cause.kind : "cut";
  const why = say(lang, `notice.why.${whyOf[kind] ?? "broken"}`);
  return { code: "model_fallback", message: say(lang, key, { why }) };
}

const whyOf: Partial<Record<FailureKind, "unset" | "refused" | "busy" | "stalled">> = {
  ...{ off: "unset", no_name: "unset", no_address: "unset", no_key: "unset" },
  ...{ refused_key: "refused", spend: "refused", unknown_model: "refused" },
  ...{ rejected: "refused", moved: "refused" },
  ...{ busy: "busy", server: "busy", unreachable: "busy", not_a_model: "busy", too_slow: "busy" },
  stalled: "stalled",
};
