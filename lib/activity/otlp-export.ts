import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { type HrTime, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace";
import { type NetworkLog, noTraffic } from "#lib/contracts/network";
import type { Span } from "#lib/contracts/ports";
import { newId } from "#lib/platform/ids";
import { factsOf, type OtlpAttributes, serviceName } from "./otlp-span.ts";

export type OtlpExport = {
  /** Never waits and never throws. What does not fit into the queue is dropped. */
  span(span: Span, more: OtlpAttributes): void;
  answered(status: string, ms: number): void;
  /** Sends what waits, for a moment at most. */
  close(): Promise<void>;
};

/** How the last sending went. */
export type OtlpOutcome = { ok: boolean; spans: number; reason?: string };

const TIMEOUT_MS = 5000;
const METRICS_MS = 30_000;
const CLOSE_MS = 2000;
const queue = { maxQueueSize: 4096, maxExportBatchSize: 512, scheduledDelayMillis: 1000 };

/** Traces and metrics to one receiver, over HTTP, in batches beside everything else. Each connection stands in the network log. */
export function createOtlpExport(deps: {
  endpoint: string;
  version: string;
  network: NetworkLog;
  told: (outcome: OtlpOutcome) => void;
}): OtlpExport {
  const { endpoint, network, told } = deps;
  const base = endpoint.replace(/\/+$/, "");
  const resource = resourceFromAttributes({
    "service.name": serviceName,
    "service.version": deps.version,
  });
  const way = {
    timeoutMillis: TIMEOUT_MS,
    concurrencyLimit: 2,
    httpAgentOptions: (protocol: string) => loggedAgent(protocol, network),
  };
  const exporter = new OTLPTraceExporter({ url: `${base}/v1/traces`, ...way });
  const spans = new BatchSpanProcessor({
    ...{ exporter: watched(exporter, told), exportTimeoutMillis: TIMEOUT_MS },
    ...queue,
  });
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics`, ...way }),
        exportIntervalMillis: METRICS_MS,
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  });
  const meter = meters.getMeter(serviceName);
  const tokens = meter.createHistogram("gen_ai.client.token.usage", { unit: "{token}" });
  const asked = meter.createHistogram("gen_ai.client.operation.duration", { unit: "s" });
  const answers = meter.createCounter("docent.answers", { unit: "{answer}" });
  const took = meter.createHistogram("docent.answer.duration", { unit: "s" });
  const calls = meter.createHistogram("docent.tool_call.duration", { unit: "s" });

  function count(span: Span): void {
    const seconds = span.ms / 1000;
    if (span.kind === "tool_call") {
      calls.record(seconds, {
        "gen_ai.tool.name": span.tool_id ?? "",
        "docent.status": span.status,
      });
    }
    if (span.kind !== "model") return;
    const { provider, input, output } = span.attributes;
    const of = {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": span.name,
      ...(typeof provider === "string" ? { "gen_ai.provider.name": provider } : {}),
    };
    asked.record(seconds, span.status === "ok" ? of : { ...of, "error.type": span.status });
    if (typeof input === "number") tokens.record(input, { ...of, "gen_ai.token.type": "input" });
    if (typeof output === "number") tokens.record(output, { ...of, "gen_ai.token.type": "output" });
  }

  return {
    span(span, more) {
      const facts = factsOf(span.trace_id, span);
      const context = (spanId: string) => ({
        ...{ traceId: facts.trace, spanId, traceFlags: TraceFlags.SAMPLED },
      });
      const readable: ReadableSpan = {
        name: facts.name,
        // The interface counts its kinds from 0, the protocol from 1.
        kind: facts.kind - 1,
        spanContext: () => context(facts.span),
        ...(facts.parent === undefined ? {} : { parentSpanContext: context(facts.parent) }),
        startTime: hrTime(facts.started_ms),
        endTime: hrTime(facts.ended_ms),
        duration: hrTime(facts.ended_ms - facts.started_ms),
        status:
          facts.error === undefined
            ? { code: SpanStatusCode.UNSET }
            : { code: SpanStatusCode.ERROR, message: facts.error },
        attributes: { ...facts.attributes, ...more },
        ...{ links: [], events: [], ended: true, resource },
        instrumentationScope: { name: serviceName },
        ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
      };
      spans.onEnd(readable);
      count(span);
    },
    answered(status, ms) {
      answers.add(1, { "docent.status": status });
      took.record(ms / 1000, { "docent.status": status });
    },
    async close() {
      const over = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      const sent = Promise.allSettled([spans.shutdown(), meters.shutdown()]);
      await Promise.race([sent, over]);
    },
  };
}

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1_000_000)];
}

/** The same exporter, and whether the receiver took what it sent. */
function watched(exporter: SpanExporter, told: (outcome: OtlpOutcome) => void): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { code, error } = result;
        const reason = error === undefined ? {} : { reason: error.message.slice(0, 200) };
        told({ ok: code === 0, spans: spans.length, ...reason });
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Every connection is made anew and told of as it opens, and when it is over with what went over it. */
function loggedAgent(protocol: string, network: NetworkLog): HttpAgent | HttpsAgent {
  const agent = protocol === "https:" ? new HttpsAgent() : new HttpAgent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const asked = {
      ...{ connection_id: newId("conn"), at: new Date().toISOString() },
      ...({ purpose: "telemetry", method: "POST" } as const),
      host: String(options.host ?? "").replace(/^\[|\]$/g, ""),
      port: Number(options.port ?? (protocol === "https:" ? 443 : 80)),
    };
    const began = performance.now();
    network.connection({ ...asked, ...noTraffic, state: "open" });
    const socket = connect(options, callback) as Socket;
    let rule: string | undefined;
    socket.once("error", (error: NodeJS.ErrnoException) => {
      rule = error.code ?? "failed";
    });
    socket.once("close", () =>
      network.connection({
        ...asked,
        state: "ended",
        ...(rule === undefined ? {} : { rule }),
        ...{ bytes_sent: socket.bytesWritten, bytes_received: socket.bytesRead },
        ms: Math.round(performance.now() - began),
      }),
    );
    return socket;
  };
  return agent;
}
