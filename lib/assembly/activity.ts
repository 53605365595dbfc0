import { otlpOf } from "#lib/activity/otlp-json";
import { layWaterfall } from "#lib/activity/waterfall";
import type {
  AuditTrailPage,
  AuditTrailQuery,
  Compaction,
  Kept,
  NetworkPage,
  NetworkQuery,
  Series,
  SeriesQuery,
  TraceList,
  TraceListQuery,
} from "#lib/contracts/activity";
import type { ActivityStore } from "#lib/contracts/activity-store";
import type { Lang } from "#lib/contracts/answer";
import { saidError } from "#lib/platform/said-error";
import type { ActivityDesk } from "./activity-desk.ts";
import type { ReplayDesk } from "./replay-desk.ts";

/** What the routes of the activity views call. Every method throws AppError with a sentence. */
export type Activity = ActivityDesk & {
  listTraces(query: TraceListQuery): Promise<TraceList>;
  /** One trace as a file to take along. */
  exportTrace(trace_id: string, format: "json" | "otlp"): Promise<TraceFile>;
  listAudit(query: AuditTrailQuery): Promise<AuditTrailPage>;
  /** The whole chain as text, a piece at a time. */
  exportAudit(): Promise<AsyncGenerator<string, void>>;
  listConnections(query: NetworkQuery): Promise<NetworkPage>;
  series(query: SeriesQuery): Promise<Series>;
  kept(lang: Lang): Promise<Kept>;
  compact(lang: Lang): Promise<Compaction>;
  replays: ReplayDesk;
};

export type TraceFile = { name: string; type: string; text: string };

const mostExported = 100_000;

/** Everything that is known of it, or its spans in the form in which other programs take them. */
export async function exportTrace(
  activity: ActivityStore,
  trace_id: string,
  format: "json" | "otlp",
): Promise<TraceFile> {
  const spans = await activity.spans(trace_id, mostExported);
  const trace = await activity.summary(trace_id);
  if (spans.length === 0 && trace === undefined) {
    throw saidError("not_found", "error.trace_not_found");
  }
  const type = "application/json";
  if (format === "otlp") {
    const text = `${JSON.stringify(otlpOf(trace_id, spans))}\n`;
    return { name: `docent-${trace_id}.otlp.json`, type, text };
  }
  const invocations = spans.flatMap((span) => (span.kind === "tool_call" ? [span.span_id] : []));
  const whole = {
    ...{ format: "docent-trace", version: 1, trace_id },
    ...(trace === undefined ? {} : { trace }),
    spans: layWaterfall(spans),
    reads: await activity.reads(trace_id),
    calls: (await Promise.all(invocations.map((one) => activity.calls(one)))).flat(),
  };
  return { name: `docent-${trace_id}.json`, type, text: `${JSON.stringify(whole, null, 2)}\n` };
}
