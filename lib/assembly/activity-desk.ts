import { layWaterfall, treeOf } from "#lib/activity/waterfall";
import type {
  AuditState,
  SpanDetail,
  SpansPage,
  SpansQuery,
  TraceDetail,
  TraceOutcome,
  TraceRead,
  WaterfallSpan,
} from "#lib/contracts/activity";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { Clock } from "#lib/contracts/ports";
import { actingId } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import type { KeptStore } from "./keep-store.ts";
import { readReply } from "./kept-reply.ts";

/** More than these are of no asking and no task that anybody looks through; a task of a long night has some thousands. */
const mostSpans = 100_000;
const mostInTree = 2000;
const spansOnPage = 2000;
const mostReads = 2000;
/** How old the last reading of the chain may be before it is read again, and how long the state waits for that. */
const READ_AGAIN_MS = 60_000;
const WAIT_MS = 1500;
const mostBroken = 20;

export type ActivityDesk = ReturnType<typeof createActivityDesk>;

/** One asking or task looked at closely, and whether the audit stands. Throws `not_found` for what is not there. */
export function createActivityDesk(deps: {
  store: KeptStore;
  replayable: (trace_id: string, lang: Lang) => Promise<TraceDetail["replay"]>;
  clock: Clock;
  log: Logger;
}) {
  const { store, replayable, clock, log } = deps;
  const activity = async () => (await store.get()).activity;
  let checked: { at: Date; began: number; state: Omit<AuditState, "message"> } | undefined;
  let checking: Promise<void> | undefined;
  /** The last waterfall that was asked for: its pages follow each other. */
  let laid: { owner: string; trace_id: string; spans: number; rows: WaterfallSpan[] } | undefined;

  async function waterfallOf(trace_id: string): Promise<WaterfallSpan[]> {
    const spans = await (await activity()).countSpans(trace_id);
    const owner = actingId();
    if (laid?.owner === owner && laid.trace_id === trace_id && laid.spans === spans) {
      return laid.rows;
    }
    const rows = layWaterfall(await (await activity()).spans(trace_id, mostSpans));
    laid = { owner, trace_id, spans, rows };
    return rows;
  }

  async function readTrace(trace_id: string, lang: Lang): Promise<TraceDetail> {
    const rows = await waterfallOf(trace_id);
    const trace = await (await activity()).summary(trace_id);
    if (rows.length === 0 && trace === undefined) {
      throw saidError("not_found", "error.trace_not_found");
    }
    const shown = rows.slice(0, mostInTree);
    const answer = (await (await activity()).answer(trace_id))?.answer;
    const reads = await (await activity()).reads(trace_id);
    return {
      trace_id,
      ...(trace === undefined ? {} : { trace }),
      roots: treeOf(shown),
      spans: rows.length,
      left_out: rows.length - shown.length,
      reads: reads.slice(0, mostReads),
      open: live.has(trace?.status ?? "") ? 0 : rows.filter(({ open }) => open).length,
      ...(answer === undefined ? {} : { outcome: outcomeOf(answer, reads) }),
      replay: await replayable(trace_id, lang),
      kept_as_case: (await (await activity()).cases.list()).some(
        (one) => one.trace_id === trace_id,
      ),
    };
  }

  async function readSpans(trace_id: string, { cursor }: SpansQuery): Promise<SpansPage> {
    const rows = await waterfallOf(trace_id);
    if (rows.length === 0 && (await (await activity()).summary(trace_id)) === undefined) {
      throw saidError("not_found", "error.trace_not_found");
    }
    const from = cursor === undefined ? 0 : Number(/^[0-9]{1,9}$/.exec(cursor)?.[0]);
    if (!Number.isSafeInteger(from)) throw saidError("validation", "error.bad_cursor");
    const end = from + spansOnPage;
    return {
      spans: rows.slice(from, end),
      total: rows.length,
      ...(end < rows.length ? { next_cursor: String(end) } : {}),
    };
  }

  async function readSpan(trace_id: string, span_id: string): Promise<SpanDetail> {
    const stored = await (await activity()).span(trace_id, span_id);
    const placed = stored ?? (await waterfallOf(trace_id)).find((row) => row.span_id === span_id);
    if (placed === undefined) throw saidError("not_found", "activity.error.span_not_found");
    const { depth, offset_ms, children, clock_back, ...span } = {
      ...{ depth: 0, offset_ms: 0, children: 0, clock_back: false, open: stored === undefined },
      ...placed,
    };
    const previews = await (await activity()).previews(trace_id, span_id);
    const reply = previews.reply && readReply(previews.reply);
    const envelope =
      span.kind === "task" && span.task_id !== undefined
        ? await (await activity()).envelope(span.task_id)
        : undefined;
    return {
      span,
      calls: span.kind === "tool_call" ? await (await activity()).calls(span_id) : [],
      reads: (await (await activity()).reads(trace_id)).filter(
        ({ invocation_id }) => invocation_id === span_id,
      ),
      ...(envelope === undefined ? {} : { envelope }),
      ...(previews.arguments === undefined ? {} : { arguments: previews.arguments }),
      ...(previews.result === undefined ? {} : { result: previews.result }),
      ...(reply === undefined ? {} : { reply }),
    };
  }

  async function checkAudit(): Promise<void> {
    const began = clock.monotonic();
    const verdict = await (await store.everyone.get()).activity.checkAudit();
    const broken = verdict?.broken ?? [];
    checked = {
      at: clock.now(),
      began,
      state: {
        state: verdict === undefined ? "empty" : broken.length > 0 ? "broken" : "unbroken",
        rows: verdict?.rows ?? 0,
        broken: broken.slice(0, mostBroken),
        broken_count: broken.length,
        ...(verdict?.removed === undefined ? {} : { removed: verdict.removed }),
      },
    };
  }

  /** Waits a moment for a reading of the whole chain; a long one goes on, and the next who asks is told. */
  async function auditState(lang: Lang): Promise<AuditState> {
    const stale = checked === undefined || clock.monotonic() - checked.began > READ_AGAIN_MS;
    let failed = false;
    if (stale && checking === undefined) {
      checking = checkAudit()
        .catch((error: unknown) => {
          failed = true;
          log.warn(faultOf(error), "the audit could not be read through");
        })
        .finally(() => {
          checking = undefined;
        });
    }
    if (checking !== undefined) await Promise.race([checking, elapsed(WAIT_MS)]);
    if (checked === undefined) {
      const rows = await (await store.everyone.get()).activity.auditRows();
      const state = failed ? ("unknown" as const) : ("checking" as const);
      const message = say(lang, `activity.audit.${state}`, { rows });
      return { state, message, rows, broken: [], broken_count: 0 };
    }
    const { state, at } = checked;
    return { ...state, message: messageOf(state, lang), checked_at: at.toISOString() };
  }

  return { readTrace, readSpans, readSpan, auditState };
}

/** What has no end yet. */
const live: ReadonlySet<string> = new Set(["running", "pending", "waiting_approval"]);

/** Keeps no process alive. */
function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function messageOf(state: Omit<AuditState, "message">, lang: Lang): string {
  const { rows, removed, broken_count } = state;
  switch (state.state) {
    case "unbroken":
      return removed === undefined
        ? say(lang, "activity.audit.unbroken", { rows })
        : say(lang, "activity.audit.removed", {
            rows,
            gone: removed.rows,
            until: removed.until.slice(0, 10),
          });
    case "broken":
      return say(lang, "activity.audit.broken", { rows, places: broken_count });
    default:
      return say(lang, `activity.audit.${state.state}`, { rows });
  }
}

/** What was said, on which lines it rests, and by which calls these were handed over. */
function outcomeOf(answer: Answer, reads: readonly TraceRead[]): TraceOutcome {
  return {
    claims: answer.claims.map(({ id, text, support, citations }) => ({
      ...{ id, text, support, citations },
    })),
    citations: answer.citations.map((citation) => {
      const { id, root_id, relative_path, display_path, locator, sha256 } = citation;
      const { line_start, line_end } = locator;
      const read_by = reads
        .filter(
          (read) =>
            read.rule === undefined &&
            read.root_id === root_id &&
            read.relative_path === relative_path &&
            (read.line_start ?? Number.POSITIVE_INFINITY) <= line_start &&
            (read.line_end ?? 0) >= line_end,
        )
        .flatMap(({ invocation_id }) => (invocation_id === undefined ? [] : [invocation_id]));
      return {
        ...{ id, root_id, relative_path, display_path, line_start, line_end, sha256 },
        read_by: [...new Set(read_by)],
      };
    }),
  };
}
