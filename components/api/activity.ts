import {
  AuditState,
  AuditTrailPage,
  type AuditTrailQuery,
  Compaction,
  Kept,
  NetworkPage,
  type NetworkQuery,
  ReplayCases,
  ReplayComparison,
  Series,
  type SeriesQuery,
  SpanDetail,
  SpansPage,
  TraceDetail,
  TraceList,
  type TraceListQuery,
  type TraceRead,
} from "#lib/contracts/activity";
import { AgentList, Deleted, Preview } from "#lib/contracts/http";
import { call, get, post, query } from "./call.ts";
import { createRemote } from "./remote.ts";

/** What a page asks with: the fields of a query, as they stand in an address. */
export type Asked<Q> = { [Name in keyof Q]?: string | undefined };
type TracesAsked = Asked<TraceListQuery>;
type AuditAsked = Asked<AuditTrailQuery>;
type NetworkAsked = Asked<NetworkQuery>;

const trace = (id: string, more = "") => `/api/traces/${encodeURIComponent(id)}${more}`;

/** Traces, figures, audit and network: a client of its own, so that only a page that shows them loads it. */
export const activityApi = {
  traces: (asked: TracesAsked, signal?: AbortSignal) =>
    get(TraceList, `/api/traces${query(asked)}`, signal),
  trace: (id: string, signal?: AbortSignal) => get(TraceDetail, trace(id), signal),
  spans: (id: string, cursor: string | undefined, signal?: AbortSignal) =>
    get(SpansPage, trace(id, `/spans${query({ cursor })}`), signal),
  span: (id: string, span_id: string, signal?: AbortSignal) =>
    get(SpanDetail, trace(id, `/spans/${encodeURIComponent(span_id)}`), signal),
  /** Where a browser saves a trace from. */
  traceFile: (id: string, format: "json" | "otlp") => trace(id, `/export${query({ format })}`),
  replay: (id: string, model: "recorded" | "live", signal: AbortSignal) =>
    post(ReplayComparison, trace(id, "/replay"), { model }, signal),
  series: (asked: Asked<SeriesQuery>, signal?: AbortSignal) =>
    get(Series, `/api/activity/series${query(asked)}`, signal),
  audit: (asked: AuditAsked, signal?: AbortSignal) =>
    get(AuditTrailPage, `/api/audit${query(asked)}`, signal),
  /** Where a browser saves the audit from, with its chain. */
  auditFile: () => "/api/audit/export",
  /** The file of a read as it is now, held against what was read. */
  linesNow: (read: TraceRead, signal: AbortSignal) =>
    get(
      Preview,
      `/api/sources/preview${query({
        path: read.relative_path,
        root: read.root_id,
        line_start: read.line_start,
        line_end: read.line_end,
        sha256: read.sha256,
      })}`,
      signal,
    ),
  network: (asked: NetworkAsked, signal?: AbortSignal) =>
    get(NetworkPage, `/api/network${query(asked)}`, signal),
  keepCase: (trace_id: string, note?: string) =>
    post(ReplayCases, "/api/activity/cases", { trace_id, ...(note ? { note } : {}) }),
  dropCase: (trace_id: string) =>
    call(Deleted, `/api/activity/cases/${encodeURIComponent(trace_id)}`, { method: "DELETE" }),
  compact: () => post(Compaction, "/api/activity/compact", {}),
};

export const auditStateRemote = createRemote(() => get(AuditState, "/api/audit/state"));
export const casesRemote = createRemote(
  async () => (await get(ReplayCases, "/api/activity/cases")).cases,
);
export const keptRemote = createRemote(() => get(Kept, "/api/activity/kept"));
/** The agents there are, for whoever narrows a list to one. */
export const agentsRemote = createRemote(async () => (await get(AgentList, "/api/agents")).agents);
